-- AlterTable
ALTER TABLE "prompt_runs" ADD COLUMN     "mentions" JSONB;

-- AlterTable
ALTER TABLE "prompt_usage" ADD COLUMN     "held" JSONB NOT NULL DEFAULT '{}';

-- ================================================================ written by hand
-- Finished runs, oldest first, for deletion.
create index prompt_runs_finished on prompt_runs (finished_at) where finished_at is not null;
-- Candidates for owning a task: only the first ones are read, however many employees have left.
create index employees_present on employees (org_id, id) where deleted_at is null and status in ('active', 'on_leave');
