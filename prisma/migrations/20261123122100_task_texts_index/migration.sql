-- outside a transaction
-- New texts are added to a pending list, which a worker merges: inserting them one by one costs six times as much. The
-- limit, in KiB, is that of about 2,000 texts, after which a write merges them.
drop index concurrently if exists task_texts_trigrams;
create index concurrently task_texts_trigrams on task_texts using gin (org_id, text gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 8192);
