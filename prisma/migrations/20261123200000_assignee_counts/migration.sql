-- outside a transaction
-- Replace the indexes of tasks by assignee, initiative and label. With deletion and status, PostgreSQL counts live tasks by a
-- value, alone or with a status, without reading the tasks. Deleted tasks remain in the indexes, because foreign keys and the
-- list of deleted tasks need them. Columns of the key instead of included ones: equal entries are stored once.
drop index concurrently if exists tasks_by_employee;
create index concurrently tasks_by_employee on tasks (org_id, assigned_employee_id, deleted_at, status)
  where assigned_employee_id is not null;
drop index concurrently if exists tasks_of_employee;
drop index concurrently if exists tasks_by_team;
create index concurrently tasks_by_team on tasks (org_id, assigned_team_id, deleted_at, status)
  where assigned_team_id is not null;
drop index concurrently if exists tasks_of_team;
drop index concurrently if exists tasks_by_user;
create index concurrently tasks_by_user on tasks (org_id, assigned_to, deleted_at, status) where assigned_to is not null;
drop index concurrently if exists tasks_of_user;
drop index concurrently if exists tasks_by_initiative;
create index concurrently tasks_by_initiative on tasks (org_id, initiative_id, deleted_at, status)
  where initiative_id is not null;
drop index concurrently if exists tasks_of_initiative;
drop index concurrently if exists tasks_by_label;
create index concurrently tasks_by_label on tasks (org_id, label, deleted_at, status) where label is not null;
drop index concurrently if exists tasks_of_label;
-- A task has one assignee or none, so it is in one of these four indexes.
drop index concurrently if exists tasks_unassigned;
create index concurrently tasks_unassigned on tasks (org_id, status)
  where deleted_at is null and assigned_employee_id is null and assigned_team_id is null and assigned_to is null;
