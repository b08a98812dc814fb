-- CreateEnum
CREATE TYPE "employee_change_kind" AS ENUM ('hire', 'position', 'promotion', 'transfer', 'manager', 'team', 'fte', 'status', 'rehire', 'termination', 'correction');

-- CreateEnum
CREATE TYPE "employee_change_state" AS ENUM ('proposed', 'scheduled', 'applied', 'cancelled');

-- CreateEnum
CREATE TYPE "initiative_status" AS ENUM ('proposed', 'planned', 'active', 'paused', 'completed', 'cancelled');

-- CreateEnum
CREATE TYPE "initiative_health" AS ENUM ('unknown', 'on_track', 'at_risk', 'off_track');

-- CreateEnum
CREATE TYPE "initiative_progress_mode" AS ENUM ('tasks', 'effort', 'manual');

-- CreateEnum
CREATE TYPE "initiative_role" AS ENUM ('lead', 'member', 'stakeholder');

-- CreateEnum
CREATE TYPE "position_status" AS ENUM ('draft', 'open', 'frozen', 'closed');

-- CreateEnum
CREATE TYPE "task_reminder_kind" AS ENUM ('offset', 'absolute');

-- CreateEnum
CREATE TYPE "task_reminder_state" AS ENUM ('pending', 'fired', 'cancelled', 'missed');

-- CreateEnum
CREATE TYPE "task_relation_kind" AS ENUM ('blocks', 'relates_to', 'duplicates', 'precedes');

-- CreateEnum
CREATE TYPE "task_view_visibility" AS ENUM ('private', 'team', 'org');

-- AlterTable
ALTER TABLE "employees" ADD COLUMN     "fte" DECIMAL(4,3) NOT NULL DEFAULT 1,
ADD COLUMN     "original_hire_date" DATE,
ADD COLUMN     "position_id" INTEGER,
ADD COLUMN     "time_zone" TEXT;

-- AlterTable
ALTER TABLE "initiatives" ADD COLUMN     "code" TEXT,
ADD COLUMN     "description" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "health" "initiative_health" NOT NULL DEFAULT 'unknown',
ADD COLUMN     "owner_employee_id" INTEGER,
ADD COLUMN     "progress" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "progress_mode" "initiative_progress_mode" NOT NULL DEFAULT 'tasks',
ADD COLUMN     "start_on" DATE,
ADD COLUMN     "status" "initiative_status" NOT NULL DEFAULT 'proposed',
ADD COLUMN     "target_on" DATE,
ADD COLUMN     "team_id" INTEGER,
ADD COLUMN     "update_asked_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "team_members" ADD COLUMN     "allocation_percent" INTEGER;

-- CreateTable
CREATE TABLE "employee_changes" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "employee_id" INTEGER NOT NULL,
    "effective_date" DATE NOT NULL,
    "sequence" INTEGER NOT NULL DEFAULT 1,
    "kind" "employee_change_kind" NOT NULL,
    "set" JSONB NOT NULL,
    "previous" JSONB NOT NULL DEFAULT '{}',
    "reason_code" TEXT,
    "note" TEXT,
    "state" "employee_change_state" NOT NULL,
    "corrects_id" INTEGER,
    "applies_at" TIMESTAMPTZ(3),
    "applied_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "updated_by" INTEGER,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "employee_changes_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "initiative_members" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "initiative_id" INTEGER NOT NULL,
    "employee_id" INTEGER NOT NULL,
    "role" "initiative_role" NOT NULL DEFAULT 'member',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "updated_by" INTEGER,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "initiative_members_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "initiative_updates" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "initiative_id" INTEGER NOT NULL,
    "health" "initiative_health" NOT NULL,
    "body" TEXT NOT NULL,
    "progress" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,

    CONSTRAINT "initiative_updates_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "initiative_recounts" (
    "org_id" INTEGER NOT NULL,
    "initiative_id" INTEGER NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "initiative_recounts_pkey" PRIMARY KEY ("org_id","initiative_id")
);

-- CreateTable
CREATE TABLE "positions" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "title" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "family" TEXT,
    "level" INTEGER,
    "team_id" INTEGER,
    "description" TEXT NOT NULL DEFAULT '',
    "headcount" INTEGER NOT NULL DEFAULT 1,
    "status" "position_status" NOT NULL DEFAULT 'draft',
    "default_role_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "updated_by" INTEGER,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "positions_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "task_reminders" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "task_id" INTEGER NOT NULL,
    "user_id" INTEGER,
    "kind" "task_reminder_kind" NOT NULL,
    "offset" TEXT,
    "remind_at" TIMESTAMPTZ(3),
    "state" "task_reminder_state" NOT NULL DEFAULT 'pending',
    "fired_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "updated_by" INTEGER,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "task_reminders_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "task_relations" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "task_id" INTEGER NOT NULL,
    "other_task_id" INTEGER NOT NULL,
    "kind" "task_relation_kind" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "updated_by" INTEGER,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "task_relations_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "task_labels" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "color" TEXT,
    "group" TEXT,
    "is_exclusive" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "updated_by" INTEGER,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "task_labels_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "task_label_moves" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "from" TEXT NOT NULL,
    "to" TEXT NOT NULL,
    "asked_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "task_label_moves_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateTable
CREATE TABLE "task_views" (
    "org_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "filter" JSONB NOT NULL DEFAULT '{}',
    "sort" TEXT,
    "group_by" TEXT,
    "visibility" "task_view_visibility" NOT NULL DEFAULT 'private',
    "team_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER NOT NULL,
    "updated_by" INTEGER,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "task_views_pkey" PRIMARY KEY ("org_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "employee_changes_org_id_employee_id_effective_date_sequence_key" ON "employee_changes"("org_id", "employee_id", "effective_date", "sequence");

-- CreateIndex
CREATE INDEX "initiative_members_org_id_initiative_id_idx" ON "initiative_members"("org_id", "initiative_id");

-- CreateIndex
CREATE INDEX "initiative_updates_org_id_initiative_id_id_idx" ON "initiative_updates"("org_id", "initiative_id", "id");

-- CreateIndex
CREATE INDEX "positions_org_id_team_id_idx" ON "positions"("org_id", "team_id");

-- CreateIndex
CREATE INDEX "task_reminders_org_id_task_id_idx" ON "task_reminders"("org_id", "task_id");

-- CreateIndex
CREATE INDEX "task_relations_org_id_task_id_idx" ON "task_relations"("org_id", "task_id");

-- CreateIndex
CREATE INDEX "task_relations_org_id_other_task_id_idx" ON "task_relations"("org_id", "other_task_id");

-- CreateIndex
CREATE INDEX "task_views_org_id_created_by_idx" ON "task_views"("org_id", "created_by");

-- CreateIndex
CREATE INDEX "employees_org_id_position_id_idx" ON "employees"("org_id", "position_id");

-- AddForeignKey
ALTER TABLE "employees" ADD CONSTRAINT "employees_org_id_position_id_fkey" FOREIGN KEY ("org_id", "position_id") REFERENCES "positions"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "employee_changes" ADD CONSTRAINT "employee_changes_org_id_employee_id_fkey" FOREIGN KEY ("org_id", "employee_id") REFERENCES "employees"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "employee_changes" ADD CONSTRAINT "employee_changes_org_id_corrects_id_fkey" FOREIGN KEY ("org_id", "corrects_id") REFERENCES "employee_changes"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "initiatives" ADD CONSTRAINT "initiatives_org_id_owner_employee_id_fkey" FOREIGN KEY ("org_id", "owner_employee_id") REFERENCES "employees"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "initiatives" ADD CONSTRAINT "initiatives_org_id_team_id_fkey" FOREIGN KEY ("org_id", "team_id") REFERENCES "teams"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "initiative_members" ADD CONSTRAINT "initiative_members_org_id_initiative_id_fkey" FOREIGN KEY ("org_id", "initiative_id") REFERENCES "initiatives"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "initiative_members" ADD CONSTRAINT "initiative_members_org_id_employee_id_fkey" FOREIGN KEY ("org_id", "employee_id") REFERENCES "employees"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "initiative_updates" ADD CONSTRAINT "initiative_updates_org_id_initiative_id_fkey" FOREIGN KEY ("org_id", "initiative_id") REFERENCES "initiatives"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "positions" ADD CONSTRAINT "positions_org_id_team_id_fkey" FOREIGN KEY ("org_id", "team_id") REFERENCES "teams"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "positions" ADD CONSTRAINT "positions_org_id_default_role_id_fkey" FOREIGN KEY ("org_id", "default_role_id") REFERENCES "roles"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "task_reminders" ADD CONSTRAINT "task_reminders_org_id_task_id_fkey" FOREIGN KEY ("org_id", "task_id") REFERENCES "tasks"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "task_reminders" ADD CONSTRAINT "task_reminders_org_id_user_id_fkey" FOREIGN KEY ("org_id", "user_id") REFERENCES "users"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "task_relations" ADD CONSTRAINT "task_relations_org_id_task_id_fkey" FOREIGN KEY ("org_id", "task_id") REFERENCES "tasks"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "task_relations" ADD CONSTRAINT "task_relations_org_id_other_task_id_fkey" FOREIGN KEY ("org_id", "other_task_id") REFERENCES "tasks"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "task_views" ADD CONSTRAINT "task_views_org_id_team_id_fkey" FOREIGN KEY ("org_id", "team_id") REFERENCES "teams"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "task_views" ADD CONSTRAINT "task_views_org_id_created_by_fkey" FOREIGN KEY ("org_id", "created_by") REFERENCES "users"("org_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- ================================================================ written by hand

-- ---------------------------------------------------------------- existing rows
update initiatives set code = 'initiative-' || id;
alter table initiatives alter column code set not null;
-- The history of an existing employee begins with a hire change that has the employee's current values.
insert into employee_changes (org_id, employee_id, effective_date, kind, set, state, applied_at, applies_at, created_at, updated_at, created_by, updated_by)
  select e.org_id, e.id, e.hire_date, 'hire',
         jsonb_build_object('status', e.status, 'employment_type', e.employment_type, 'position_id', e.position_id,
                            'team_id', e.team_id, 'manager_id', e.manager_id, 'fte', e.fte::text, 'end_date', e.end_date),
         'applied', e.created_at, e.created_at, e.created_at, e.created_at, e.created_by, e.created_by
  from employees e where e.deleted_at is null;

-- No address is removed silently: duplicates are listed, and the migration is run again once they are resolved.
do $$
declare twins text;
begin
  select string_agg(format('%s of organization %s', ids, org_id), '; ') into twins from (
    select org_id, string_agg(id::text, ' and ' order by id) as ids from employees
    where deleted_at is null and work_email is not null and status <> 'terminated'
    group by org_id, lower(work_email) having count(*) > 1) shared;
  if twins is not null then
    raise exception 'A work e-mail address belongs to one employee. Change those of the employees %', twins;
  end if;
end $$;

-- ---------------------------------------------------------------- unique among live rows
create unique index positions_org_id_code_live_key on positions (org_id, lower(code)) where deleted_at is null;
create unique index initiatives_org_id_code_live_key on initiatives (org_id, lower(code)) where deleted_at is null;
create unique index initiative_members_org_id_employee_id_live_key on initiative_members (org_id, initiative_id, employee_id)
  where deleted_at is null;
create unique index employees_org_id_work_email_live_key on employees (org_id, lower(work_email))
  where deleted_at is null and work_email is not null and status <> 'terminated';
create unique index task_labels_org_id_name_live_key on task_labels (org_id, lower(name)) where deleted_at is null;
create unique index task_relations_org_id_other_task_id_live_key on task_relations (org_id, task_id, other_task_id, kind)
  where deleted_at is null;

-- ---------------------------------------------------------------- dependent columns
alter table task_relations add constraint task_relations_org_id_other_task_id_check check (other_task_id <> task_id);
alter table task_reminders add constraint task_reminders_org_id_offset_check check ((kind = 'offset') = ("offset" is not null));
alter table task_views add constraint task_views_org_id_team_id_check check ((visibility = 'team') = (team_id is not null));
alter table initiatives add constraint initiatives_org_id_target_on_check check (target_on >= start_on);
alter table initiatives add constraint initiatives_org_id_progress_check check (progress between 0 and 100);
alter table positions add constraint positions_org_id_headcount_check check (headcount >= 1);
alter table employees add constraint employees_org_id_fte_check check (fte > 0 and fte <= 1);
alter table team_members add constraint team_members_org_id_allocation_percent_check check (allocation_percent between 1 and 100);

-- ---------------------------------------------------------------- indexes of backlogs
create index employee_changes_due on employee_changes (applies_at) where state = 'scheduled';
create index task_reminders_due on task_reminders (remind_at) where state = 'pending' and deleted_at is null;
create index initiatives_quiet on initiatives (org_id, id) where status = 'active' and deleted_at is null;
