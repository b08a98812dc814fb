-- outside a transaction
-- Numbers that employees had before a correction: the next free number is after them.
drop index concurrently if exists employee_changes_by_number;
create index concurrently employee_changes_by_number on employee_changes (org_id, (set ->> 'employee_number'))
  where set ? 'employee_number';
