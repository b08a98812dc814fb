-- A run has the time of its finish exactly from its final status on. The list sorted by finished_at relies on it.
alter table prompt_runs add constraint prompt_runs_org_id_finished_at_check
  check ((finished_at is null) = (status in ('pending', 'running'))) not valid;
