-- ================================================================ what the Prisma schema cannot say

-- ---------------------------------------------------------------- places on the board
-- An exclusion rather than a key: what a foreign key could point to is locked against every comment, child or
-- reminder that points to the row while it is shifted, and they and a move could wait for each other. Looked at
-- when the transaction ends, so that the order in which a column is shifted does not matter.
alter table tasks drop constraint tasks_org_id_status_slot_key;
alter table tasks add constraint tasks_slots
  exclude using btree (org_id with =, status with =, slot with =) deferrable initially deferred;

-- ---------------------------------------------------------------- lists of tasks
-- Few: whatever changes a task's place, its neighbours' included, writes to every index that the task is in. So
-- each is only about tasks that have the thing, and what every task has (priority, effort, type, category, who
-- made it, when) is looked for along the organization's board, which tasks_slots keeps in order.
drop index tasks_org_id_assigned_employee_id_idx;
drop index tasks_org_id_parent_task_id_idx;
-- Work of one person or team, for whom `assigned_to_me` asks too.
create index tasks_of_employee on tasks (org_id, assigned_employee_id) where assigned_employee_id is not null;
create index tasks_of_team on tasks (org_id, assigned_team_id) where assigned_team_id is not null;
create index tasks_of_user on tasks (org_id, assigned_to) where assigned_to is not null;
-- Children, also for the check that a task is not below itself.
create index tasks_of_parent on tasks (org_id, parent_task_id) where parent_task_id is not null;
create index tasks_of_initiative on tasks (org_id, initiative_id) where initiative_id is not null;
-- The exact match on a label, and how often each is used.
create index tasks_of_label on tasks (org_id, label) where label is not null;
