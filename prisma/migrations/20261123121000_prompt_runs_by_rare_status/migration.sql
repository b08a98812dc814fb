-- outside a transaction
-- For lists of failed, refused or skipped runs, which are a small share of all runs.
drop index concurrently if exists prompt_runs_without_output;
create index concurrently prompt_runs_without_output on prompt_runs (org_id, status, id)
  where status in ('failed', 'refused', 'skipped');
drop index concurrently if exists prompt_runs_unanswered;
