-- ================================================================ what the Prisma schema cannot express

-- ---------------------------------------------------------------- positions on the board
-- An exclusion constraint instead of a unique key: an update of a key that foreign keys could reference blocks inserts
-- of comments, children and reminders of the shifted tasks, which could deadlock with a move. Checked at the end of
-- the transaction, so that the order in which the tasks of a column are shifted does not matter.
alter table tasks drop constraint tasks_org_id_status_slot_key;
alter table tasks add constraint tasks_slots
  exclude using btree (org_id with =, status with =, slot with =) deferrable initially deferred;

-- ---------------------------------------------------------------- lists of tasks
-- Few indexes: every move of a task or its neighbours writes to each index that contains the task. So each index is
-- partial, on tasks that have the value, and filters on values that all tasks have (priority, effort, type,
-- category, creator, time) walk the organization's board, which tasks_slots keeps in order.
drop index tasks_org_id_assigned_employee_id_idx;
drop index tasks_org_id_parent_task_id_idx;
-- Tasks of a person or team, also for `assigned_to_me`.
create index tasks_of_employee on tasks (org_id, assigned_employee_id) where assigned_employee_id is not null;
create index tasks_of_team on tasks (org_id, assigned_team_id) where assigned_team_id is not null;
create index tasks_of_user on tasks (org_id, assigned_to) where assigned_to is not null;
-- Children, also for the check that a task is not below itself.
create index tasks_of_parent on tasks (org_id, parent_task_id) where parent_task_id is not null;
create index tasks_of_initiative on tasks (org_id, initiative_id) where initiative_id is not null;
-- Exact match on a label, and the number of tasks per label.
create index tasks_of_label on tasks (org_id, label) where label is not null;
