-- outside a transaction
-- `q` of these lists finds rows without reading all of the organization's. The limits, in KiB, bound the entries that a search
-- reads one by one because they are not merged into the index yet.
drop index concurrently if exists employees_searched;
create index concurrently employees_searched on employees using gin (org_id, search_text gin_trgm_ops)
  with (gin_pending_list_limit = 256) where deleted_at is null;
drop index concurrently if exists users_searched;
create index concurrently users_searched on users using gin (org_id, search_text gin_trgm_ops)
  with (gin_pending_list_limit = 256) where deleted_at is null;
drop index concurrently if exists places_searched;
create index concurrently places_searched on places using gin (org_id, name gin_trgm_ops)
  with (gin_pending_list_limit = 256) where deleted_at is null;
