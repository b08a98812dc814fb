-- outside a transaction
-- The orders of the list of prompt runs without the nulls, which cost an entry at every insert and every lease of a run.
-- Most runs of the built-in rules have no cost.
drop index concurrently if exists prompt_runs_by_finish;
create index concurrently prompt_runs_by_finish on prompt_runs (org_id, finished_at, id) where finished_at is not null;
drop index concurrently if exists prompt_runs_org_id_finished_at_id_idx;
drop index concurrently if exists prompt_runs_by_latency;
create index concurrently prompt_runs_by_latency on prompt_runs (org_id, latency_ms, id) where latency_ms is not null;
drop index concurrently if exists prompt_runs_org_id_latency_ms_id_idx;
drop index concurrently if exists prompt_runs_by_cost;
create index concurrently prompt_runs_by_cost on prompt_runs (org_id, cost, id) where cost is not null;
drop index concurrently if exists prompt_runs_org_id_cost_id_idx;
