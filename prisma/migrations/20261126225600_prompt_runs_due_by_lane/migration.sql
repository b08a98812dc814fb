-- outside a transaction
-- Each lane leases its own runs of an organization, in the order in which they are due, without reading those of the others.
drop index concurrently if exists prompt_runs_due_by_lane;
create index concurrently prompt_runs_due_by_lane on prompt_runs (org_id, calls_model, due_at, id)
  where status in ('pending', 'running');
drop index concurrently if exists prompt_runs_due;
