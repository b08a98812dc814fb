-- Leaves space on each page for new versions of its rows. A version on the same page requires no new index entries if no
-- indexed column changes (HOT update). Applies to pages that are written from now on.
alter table tasks set (fillfactor = 90);

-- These tables have few narrow rows, each of which is updated very often.
alter table task_columns set (fillfactor = 50);
alter table event_heads set (fillfactor = 50);
alter table audit_heads set (fillfactor = 50);
alter table prompt_usage set (fillfactor = 50);
