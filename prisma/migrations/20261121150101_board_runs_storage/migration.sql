-- ---------------------------------------------------------------- where the runs of long columns are kept
-- Up to some 500 runs, which are 60,000 to 120,000 tasks, two versions of a row fit into a page, and a new one is
-- written beside the old one. Of longer columns the runs are laid apart, or each create would take a page of its
-- own: it keeps them as they are. Not compressed, as they are read with each task.
alter table task_columns
  alter column run_slots set storage external, alter column run_bases set storage external;
alter table task_columns set (toast_tuple_target = 4000);
