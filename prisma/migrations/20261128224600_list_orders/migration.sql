-- outside a transaction
-- Orders of the lists of employees and places. Without the id: as long as a table is small, PostgreSQL could find a row by the
-- id in one of these as well, and would keep that plan.
drop index concurrently if exists employees_names;
create index concurrently employees_names on employees (org_id, (lower(last_name)), (lower(first_name))) where deleted_at is null;
drop index concurrently if exists employees_hire_dates;
create index concurrently employees_hire_dates on employees (org_id, hire_date) where deleted_at is null;
drop index concurrently if exists employees_updates;
create index concurrently employees_updates on employees (org_id, updated_at) where deleted_at is null;
drop index concurrently if exists employees_creations;
create index concurrently employees_creations on employees (org_id, created_at) where deleted_at is null;
drop index concurrently if exists places_names;
create index concurrently places_names on places (org_id, (lower(name))) where deleted_at is null;
-- The waiting changes of all organizations are counted with the index alone.
drop index concurrently if exists employee_changes_waiting;
create index concurrently employee_changes_waiting on employee_changes (applies_at, org_id) where state = 'scheduled';
drop index concurrently if exists employee_changes_due;
