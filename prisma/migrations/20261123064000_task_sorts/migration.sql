-- outside a transaction
-- The orders of the list of tasks. tasks_priority also serves to count the tasks of a priority. There is no index on
-- updated_at: every update would then write new entries to all indexes of the table.
drop index concurrently if exists tasks_created;
create index concurrently tasks_created on tasks (org_id, created_at) where deleted_at is null and slot is not null;
drop index concurrently if exists tasks_priority;
create index concurrently tasks_priority on tasks (org_id, priority, id) where deleted_at is null and slot is not null;
drop index concurrently if exists tasks_title;
create index concurrently tasks_title on tasks (org_id, lower(title)) where deleted_at is null and slot is not null;
