-- outside a transaction
-- The highest number of the form E0042 of an organization, for the number of the next employee.
drop index concurrently if exists employees_org_id_counted_number_idx;
create index concurrently employees_org_id_counted_number_idx on employees (org_id, (substr(employee_number, 2)::numeric))
  where employee_number ~ '^E[0-9]+$';
drop index concurrently if exists employee_changes_org_id_counted_number_idx;
create index concurrently employee_changes_org_id_counted_number_idx on employee_changes
  (org_id, (substr(set ->> 'employee_number', 2)::numeric))
  where set ->> 'employee_number' ~ '^E[0-9]+$';
