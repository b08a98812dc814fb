-- The user who decided a change, if that is not who wrote the row, and the user who linked an employee to a user: a role that comes with a
-- position is granted only if both could grant it.
alter table employee_changes add column decided_by integer;
alter table employees add column user_linked_by integer, add column user_linked_with integer,
  add column user_linked_at timestamptz(3);
