-- CreateTable
CREATE TABLE "employee_private" (
    "org_id" INTEGER NOT NULL,
    "id" INTEGER NOT NULL,
    "values_enc" BYTEA NOT NULL,
    "last_change" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "updated_by" INTEGER,

    CONSTRAINT "employee_private_pkey" PRIMARY KEY ("org_id","id")
);

-- AddForeignKey
ALTER TABLE "employee_private" ADD CONSTRAINT "employee_private_org_id_id_fkey" FOREIGN KEY ("org_id", "id") REFERENCES "employees"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
