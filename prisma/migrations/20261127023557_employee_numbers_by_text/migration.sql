-- outside a transaction
-- The highest number of employees after each text, such as the E of E0042, for the number of the next employee.
drop index concurrently if exists employees_org_id_number_idx;
create index concurrently employees_org_id_number_idx on employees (org_id, rtrim(employee_number, '0123456789'),
  (substr(employee_number, length(rtrim(employee_number, '0123456789')) + 1)::numeric))
  where employee_number ~ '[0-9]$';
drop index concurrently if exists employee_changes_org_id_number_idx;
create index concurrently employee_changes_org_id_number_idx on employee_changes (org_id,
  rtrim(set ->> 'employee_number', '0123456789'),
  (substr(set ->> 'employee_number', length(rtrim(set ->> 'employee_number', '0123456789')) + 1)::numeric))
  where set ->> 'employee_number' ~ '[0-9]$';
-- They had numbers of the form E0042 alone.
drop index concurrently if exists employees_org_id_counted_number_idx;
drop index concurrently if exists employee_changes_org_id_counted_number_idx;
