-- CreateTable
CREATE TABLE "place_bookings" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "place_id" INTEGER NOT NULL,
    "title" TEXT,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "booked_by" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "updated_by" INTEGER,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "place_bookings_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateIndex
CREATE INDEX "place_bookings_org_id_place_id_starts_at_idx" ON "place_bookings"("org_id", "place_id", "starts_at");

-- CreateIndex
CREATE INDEX "place_bookings_org_id_booked_by_starts_at_idx" ON "place_bookings"("org_id", "booked_by", "starts_at");

-- CreateIndex
CREATE INDEX "place_bookings_org_id_starts_at_idx" ON "place_bookings"("org_id", "starts_at");

-- AddForeignKey
ALTER TABLE "place_bookings" ADD CONSTRAINT "place_bookings_org_id_place_id_fkey" FOREIGN KEY ("org_id", "place_id") REFERENCES "places"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "place_bookings" ADD CONSTRAINT "place_bookings_org_id_booked_by_fkey" FOREIGN KEY ("org_id", "booked_by") REFERENCES "users"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

alter table place_bookings add constraint place_bookings_org_id_ends_at_check check (ends_at > starts_at);

-- Live bookings of a place do not overlap. Ranges of a single number, since equality would require the extension
-- btree_gist.
alter table place_bookings add constraint place_bookings_org_id_starts_at_excl exclude using gist (
  int8range(org_id, org_id, '[]') with &&,
  int8range(place_id, place_id, '[]') with &&,
  tstzrange(starts_at, ends_at, '[)') with &&
) where (deleted_at is null);
