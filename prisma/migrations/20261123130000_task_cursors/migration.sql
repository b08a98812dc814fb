-- outside a transaction
-- With the id, PostgreSQL finds the tasks after a cursor among any number with equal values. Few tasks are created at the
-- same time, so tasks_created does not need it.
drop index concurrently if exists tasks_by_title;
create index concurrently tasks_by_title on tasks (org_id, lower(title), id) where deleted_at is null and slot is not null;
drop index concurrently if exists tasks_title;
-- Includes the status, for counts of filters by both.
drop index concurrently if exists tasks_by_due_date;
create index concurrently tasks_by_due_date on tasks (org_id, due_at, id) include (status)
  where deleted_at is null and slot is not null and due_at is not null;
drop index concurrently if exists tasks_due;
drop index concurrently if exists tasks_due_by_status;
