-- CreateTable
CREATE TABLE "holiday_calendars" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "country" TEXT,
    "region" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "updated_by" INTEGER,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "holiday_calendars_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "holidays" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "calendar_id" INTEGER NOT NULL,
    "date" DATE NOT NULL,
    "name" TEXT NOT NULL,
    "part" TEXT NOT NULL DEFAULT 'full',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "updated_by" INTEGER,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "holidays_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateIndex
CREATE INDEX "holidays_org_id_calendar_id_idx" ON "holidays"("org_id", "calendar_id");

-- AddForeignKey
ALTER TABLE "holidays" ADD CONSTRAINT "holidays_org_id_calendar_id_fkey" FOREIGN KEY ("org_id", "calendar_id") REFERENCES "holiday_calendars"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

create unique index holiday_calendars_org_id_name_live_key on holiday_calendars (org_id, lower(name)) where deleted_at is null;
-- Also serves lists by date and the count of holidays in a year.
create unique index holidays_org_id_date_live_key on holidays (org_id, calendar_id, date) where deleted_at is null;
alter table holidays add constraint holidays_org_id_part_check check (part in ('full', 'morning', 'afternoon'));
