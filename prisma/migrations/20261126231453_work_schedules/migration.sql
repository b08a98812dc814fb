-- CreateTable
CREATE TABLE "work_schedules" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "days" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "updated_by" INTEGER,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "work_schedules_pkey" PRIMARY KEY ("org_id","id")
);

create unique index work_schedules_org_id_name_live_key on work_schedules (org_id, lower(name)) where deleted_at is null;
alter table work_schedules add constraint work_schedules_org_id_days_check check (jsonb_array_length(days) = 7);
