-- The API key with which a change was decided: its limits also apply when the change takes effect.
alter table employee_changes add column api_key_id integer;
