-- Random letters have a trigram of their own for each character: merging 8 MiB of them took seconds, in the next write of any organization.
set local lock_timeout = '2s';
alter index task_texts_trigrams set (gin_pending_list_limit = 1024);
create or replace trigger merge_entries after insert or update of text on task_texts
  for each row when (length(new.text) > 1000) execute function merge_text_entries();
