-- outside a transaction
-- Filters of the list of tasks. One index has the fields with few values: PostgreSQL skips the values of fields that a
-- filter does not name. BRIN on updated_at: updates that change no column of another kind of index stay heap-only.
drop index concurrently if exists tasks_classified;
create index concurrently tasks_classified on tasks (org_id, task_type, effort, category_code, priority, status)
  where deleted_at is null and slot is not null;
drop index concurrently if exists tasks_of_creator;
create index concurrently tasks_of_creator on tasks (org_id, created_by, status) where deleted_at is null and slot is not null;
drop index concurrently if exists tasks_of_tag;
create index concurrently tasks_of_tag on tasks using gin (org_id, tags) where tags <> '{}';
drop index concurrently if exists tasks_updated;
create index concurrently tasks_updated on tasks using brin (updated_at)
  with (pages_per_range = 16, autosummarize = on) where deleted_at is null;
-- With the status, overdue tasks are counted without reading them.
drop index concurrently if exists tasks_due_by_status;
create index concurrently tasks_due_by_status on tasks (org_id, due_at, status) where deleted_at is null and due_at is not null;
drop index concurrently if exists tasks_due;
