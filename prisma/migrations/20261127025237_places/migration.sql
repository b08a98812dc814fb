-- CreateTable
CREATE TABLE "places" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "parent_id" INTEGER,
    "address" JSONB,
    "time_zone" TEXT,
    "holiday_calendar_id" INTEGER,
    "capacity" INTEGER,
    "is_bookable" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "updated_by" INTEGER,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "places_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateIndex
CREATE INDEX "places_org_id_parent_id_idx" ON "places"("org_id", "parent_id");

-- CreateIndex
CREATE INDEX "places_org_id_holiday_calendar_id_idx" ON "places"("org_id", "holiday_calendar_id");

-- AddForeignKey
ALTER TABLE "places" ADD CONSTRAINT "places_org_id_parent_id_fkey" FOREIGN KEY ("org_id", "parent_id") REFERENCES "places"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "places" ADD CONSTRAINT "places_org_id_holiday_calendar_id_fkey" FOREIGN KEY ("org_id", "holiday_calendar_id") REFERENCES "holiday_calendars"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- One name among the places below a parent, or at the root level.
create unique index places_org_id_name_live_key on places (org_id, parent_id, lower(name)) nulls not distinct
  where deleted_at is null;
alter table places add constraint places_org_id_kind_check
  check (kind in ('country', 'region', 'city', 'office', 'floor', 'room', 'desk', 'remote'));
alter table places add constraint places_org_id_capacity_check check (capacity > 0);
