-- outside a transaction
-- For each change that the purge of an organization deletes, PostgreSQL looks for those that refer to it.
drop index concurrently if exists employee_changes_corrections;
create index concurrently employee_changes_corrections on employee_changes (org_id, corrects_id) where corrects_id is not null;
drop index concurrently if exists employee_changes_consequences;
create index concurrently employee_changes_consequences on employee_changes (org_id, because_of_id) where because_of_id is not null;
