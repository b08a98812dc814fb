-- ================================================================ written by hand
-- Lists of runs without an output: few among very many.
create index prompt_runs_unanswered on prompt_runs (org_id, status, id) where status in ('failed', 'refused');
