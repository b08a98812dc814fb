-- AlterTable
ALTER TABLE "prompt_runs" ADD COLUMN     "sent" JSONB;

-- ================================================================ written by hand
drop index prompt_runs_due;
-- What is still to be done, an organization at a time.
create index prompt_runs_due on prompt_runs (org_id, due_at, id) where status in ('pending', 'running');
