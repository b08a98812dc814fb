-- ================================================================ written by hand
-- For lists of runs without an output, which are a small share of all runs.
create index prompt_runs_unanswered on prompt_runs (org_id, status, id) where status in ('failed', 'refused');
