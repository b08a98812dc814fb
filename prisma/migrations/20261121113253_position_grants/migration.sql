-- CreateTable
CREATE TABLE "position_grants" (
    "org_id" INTEGER NOT NULL,
    "grant_id" INTEGER NOT NULL,
    "position_id" INTEGER NOT NULL,
    "employee_id" INTEGER NOT NULL,

    CONSTRAINT "position_grants_pkey" PRIMARY KEY ("org_id","grant_id")
);

-- CreateIndex
CREATE INDEX "position_grants_org_id_employee_id_idx" ON "position_grants"("org_id", "employee_id");

-- AddForeignKey
ALTER TABLE "position_grants" ADD CONSTRAINT "position_grants_org_id_grant_id_fkey" FOREIGN KEY ("org_id", "grant_id") REFERENCES "grants"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "position_grants" ADD CONSTRAINT "position_grants_org_id_position_id_fkey" FOREIGN KEY ("org_id", "position_id") REFERENCES "positions"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "position_grants" ADD CONSTRAINT "position_grants_org_id_employee_id_fkey" FOREIGN KEY ("org_id", "employee_id") REFERENCES "employees"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- Holders of a seat on a date, including planned ones.
create index employee_changes_seats on employee_changes (org_id, (set ->> 'position_id'))
  where state in ('applied', 'scheduled');
