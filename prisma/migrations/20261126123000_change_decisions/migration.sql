-- The time of the decision that decided_by records, which a correction copies, and the user who gave the decided values another day. Rows
-- of earlier releases count as decided when they were created.
alter table employee_changes add column decided_at timestamptz(3),
  add column rescheduled_by integer, add column rescheduled_with integer;
