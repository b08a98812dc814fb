-- AlterTable
ALTER TABLE "initiative_recounts" ADD COLUMN     "asks" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "initiatives" DROP COLUMN "update_asked_at",
ADD COLUMN     "update_due_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "initiative_tasks" (
    "org_id" INTEGER NOT NULL,
    "initiative_id" INTEGER NOT NULL,
    "task_id" INTEGER NOT NULL,

    CONSTRAINT "initiative_tasks_pkey" PRIMARY KEY ("org_id","initiative_id","task_id")
);

-- ================================================================ written by hand

-- Initiatives whose owner is due for a reminder, instead of all active ones.
drop index initiatives_quiet;
create index initiatives_update_due on initiatives (update_due_at) where status = 'active' and deleted_at is null;
update initiatives set update_due_at = now() + interval '14 days' where status = 'active';
