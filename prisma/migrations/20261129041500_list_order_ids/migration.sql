-- outside a transaction
-- The orders by name with the ids, so that a page far down the list skips rows in the index alone. PostgreSQL does so only if
-- the index also has the columns of its expressions. Ids are not keys: see the migration list_orders.
drop index concurrently if exists employees_by_name;
create index concurrently employees_by_name on employees (org_id, (lower(last_name)), (lower(first_name)))
  include (id, last_name, first_name) where deleted_at is null;
drop index concurrently if exists places_by_name;
create index concurrently places_by_name on places (org_id, (lower(name))) include (id, name) where deleted_at is null;
drop index concurrently if exists employees_names;
drop index concurrently if exists places_names;
