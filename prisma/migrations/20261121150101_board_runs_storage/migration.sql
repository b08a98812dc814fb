-- ---------------------------------------------------------------- storage of the runs of long columns
-- Up to about 500 runs (60,000 to 120,000 tasks) two versions of a row fit into a page, and updates stay on it. For
-- longer columns the runs move to TOAST, since otherwise each create would need a page; the row then keeps a
-- reference to the unchanged runs. Not compressed, because they are read with each task.
alter table task_columns
  alter column run_slots set storage external, alter column run_bases set storage external;
alter table task_columns set (toast_tuple_target = 4000);
