-- CreateTable
CREATE TABLE "task_reminder_firings" (
    "org_id" INTEGER NOT NULL,
    "reminder_id" INTEGER NOT NULL,
    "remind_at" TIMESTAMPTZ(3) NOT NULL,
    "fired_for" TEXT NOT NULL,
    "user_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "fired_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "task_reminder_firings_pkey" PRIMARY KEY ("org_id","reminder_id","remind_at","fired_for")
);

-- AddForeignKey
ALTER TABLE "task_reminder_firings" ADD CONSTRAINT "task_reminder_firings_org_id_reminder_id_fkey" FOREIGN KEY ("org_id", "reminder_id") REFERENCES "task_reminders"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- ---------------------------------------------------------------- written by hand
-- A task has one reminder of its own; a user can add an equal reminder only once.
create unique index task_reminders_org_id_task_id_live_key on task_reminders (org_id, task_id)
  where user_id is null and deleted_at is null;
create unique index task_reminders_org_id_offset_live_key on task_reminders (org_id, task_id, user_id, "offset")
  where kind = 'offset' and user_id is not null and deleted_at is null;
create unique index task_reminders_org_id_remind_at_live_key on task_reminders (org_id, task_id, user_id, remind_at)
  where kind = 'absolute' and deleted_at is null;
-- Next reminders of an organization to fire.
create index task_reminders_next on task_reminders (org_id, remind_at) where state = 'pending' and deleted_at is null;

-- Two tasks have at most one relation of each of these kinds, in either direction.
create unique index task_relations_mirrored_org_id_other_task_id_live_key on task_relations
  (org_id, kind, least(task_id, other_task_id), greatest(task_id, other_task_id))
  where kind in ('relates_to', 'duplicates') and deleted_at is null;
