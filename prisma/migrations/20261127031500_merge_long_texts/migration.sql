-- A long text can have tens of thousands of entries in the index of trigrams. The write that adds them merges them, because
-- otherwise a later write of any organization would. The function runs as the owner of the index, which the service is not.
create or replace function merge_text_entries() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform gin_clean_pending_list('public.task_texts_trigrams'::regclass);
  return null;
end $$;
revoke all on function merge_text_entries() from public;

set local lock_timeout = '2s';
create or replace trigger merge_entries after insert or update of text on task_texts
  for each row when (length(new.text) > 4000) execute function merge_text_entries();
