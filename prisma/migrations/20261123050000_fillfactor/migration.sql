-- Space on each page for new versions of its rows. A version on the same page needs no new index entries if no indexed
-- column changes (HOT update). Applies to pages that are written from now on.
alter table tasks set (fillfactor = 90);

-- A few narrow rows that are updated with every write.
alter table task_columns set (fillfactor = 50);
alter table event_heads set (fillfactor = 50);
alter table audit_heads set (fillfactor = 50);
alter table prompt_usage set (fillfactor = 50);
