-- outside a transaction
alter table prompt_runs validate constraint prompt_runs_org_id_finished_at_check;
