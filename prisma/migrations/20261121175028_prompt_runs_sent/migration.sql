-- AlterTable
ALTER TABLE "prompt_runs" ADD COLUMN     "sent" JSONB;

-- ================================================================ written by hand
drop index prompt_runs_due;
-- The backlog of an organization.
create index prompt_runs_due on prompt_runs (org_id, due_at, id) where status in ('pending', 'running');
