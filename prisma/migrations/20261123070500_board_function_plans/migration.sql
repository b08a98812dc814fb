-- Statements of these functions are planned once per connection. By default, PostgreSQL would plan those with arrays in
-- every call, because it estimates unknown arrays at ten elements. Settings of a function also apply to the functions
-- that it calls. The statements read by key or few adjacent entries of an index, and must do so even if the tables are
-- small or have no statistics when the statements are planned.
alter function lock_board_tasks(integer, integer[], task_status) rows 1
  set plan_cache_mode = force_generic_plan set enable_seqscan = off;
alter function place_board_tasks(integer, integer[], task_status, integer, boolean) rows 1
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off
  set enable_hashjoin = off set enable_mergejoin = off;
alter function insert_board_slots(integer, task_status, integer, integer, bigint[]) reset all;
alter function spread_board_slots(integer, task_status, bigint, integer, bigint[]) reset all;
alter function append_to_board(integer, task_status, integer) rows 1;
alter function enter_board_column(integer, task_status, integer, integer, bigint[]) rows 1;
