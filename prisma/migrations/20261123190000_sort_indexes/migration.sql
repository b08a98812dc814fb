-- outside a transaction
-- For the sort by updated_at and the filter updated_after. Includes the status, for counts of filters by both. Every update
-- of a task now writes to all indexes of the table, also one that changes only the description: 40 buffers instead of 6.
drop index concurrently if exists tasks_by_update;
create index concurrently tasks_by_update on tasks (org_id, updated_at, id) include (status)
  where deleted_at is null and slot is not null;
drop index concurrently if exists tasks_updated;
-- The orders of the list of prompt runs. They include the nulls, which can be few: those of finished_at are the backlog.
drop index concurrently if exists prompt_runs_org_id_finished_at_id_idx;
create index concurrently prompt_runs_org_id_finished_at_id_idx on prompt_runs (org_id, finished_at, id);
drop index concurrently if exists prompt_runs_org_id_latency_ms_id_idx;
create index concurrently prompt_runs_org_id_latency_ms_id_idx on prompt_runs (org_id, latency_ms, id);
drop index concurrently if exists prompt_runs_org_id_cost_id_idx;
create index concurrently prompt_runs_org_id_cost_id_idx on prompt_runs (org_id, cost, id);
-- Also for filters by status.
drop index concurrently if exists prompt_runs_org_id_status_id_idx;
create index concurrently prompt_runs_org_id_status_id_idx on prompt_runs (org_id, status, id);
drop index concurrently if exists prompt_runs_without_output;
