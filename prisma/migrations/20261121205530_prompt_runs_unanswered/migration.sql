-- ================================================================ written by hand
-- Lists of what got no answer: few runs among very many.
create index prompt_runs_unanswered on prompt_runs (org_id, status, id) where status in ('failed', 'refused');
