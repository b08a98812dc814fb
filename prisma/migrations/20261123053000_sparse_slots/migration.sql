-- ================================================================ sparse slots of the board

-- A task's slot only orders it within its column; its position is its rank. A column is cut into runs, and for each run
-- after the first it stores the slot and the position at which the run begins. The position of a task is that of its
-- run plus the number of tasks of the run before it, so a change of the board writes the changed tasks and one row per
-- column.
alter table task_columns
  add column run_starts bigint[] not null default '{}',
  add column run_positions integer[] not null default '{}',
  -- All slots are at least low_slot and less than high_slot.
  add column low_slot bigint not null default 0,
  add column high_slot bigint not null default 0;
alter table task_columns alter column run_starts set storage external, alter column run_positions set storage external;

-- Old slots are adjacent within a run. Multiplied by the gap, they keep their order and leave space between any two.
-- Rewrites the table. The previous release cannot change boards after this migration in any case; see below.
-- squawk-ignore changing-column-type
alter table tasks alter column slot type bigint using slot::bigint * 16777216;
update task_columns k set
  run_starts = coalesce((select array_agg(r.slot::bigint * 16777216 order by r.n) from unnest(k.run_slots) with ordinality r(slot, n) where r.n > 1), '{}'),
  run_positions = coalesce((select array_agg(r.slot - r.base order by r.n) from unnest(k.run_slots, k.run_bases) with ordinality r(slot, base, n) where r.n > 1), '{}'),
  low_slot = k.run_slots[1]::bigint * 16777216,
  high_slot = (k.run_bases[cardinality(k.run_bases)] + k.length)::bigint * 16777216;

-- The previous release cannot change a board of this form, and must not try to: it computes new slots from these
-- columns, and while they are null, every one of its writes to a board fails.
-- squawk-ignore ban-drop-not-null
alter table task_columns alter column run_slots drop not null, alter column run_slots drop default;
-- squawk-ignore ban-drop-not-null
alter table task_columns alter column run_bases drop not null, alter column run_bases drop default;
update task_columns set run_slots = null, run_bases = null;
-- squawk-ignore constraint-missing-not-valid
alter table task_columns add constraint task_columns_without_dense_runs
  check (run_slots is null and run_bases is null);

-- ---------------------------------------------------------------- sizes
-- Slots between neighbours at the ends of a column. A column has room for 2^39 tasks added at one end.
create function board_gap() returns bigint language sql immutable parallel safe return 16777216::bigint;
-- A run with this many tasks is split, or a new one is begun. More than this many can be in a run if one change adds
-- several to it.
create function board_run_limit() returns integer language sql immutable parallel safe return 128;

-- Tasks of the last run of a column.
create function last_board_run(k task_columns) returns integer language sql immutable parallel safe
  return k.length - coalesce(k.run_positions[cardinality(k.run_positions)], 0);

-- ---------------------------------------------------------------- positions
drop function task_position(integer, task_status, integer);
-- Position of a task in its column at this moment. Volatile, so that it uses a snapshot of its own: an update that
-- waited for the lock of its task sees the task's new slot, but in its own snapshot the column's old runs. While the
-- task is locked, its slot and its column's runs are consistent.
create function task_position(of_org integer, of_status task_status, at_slot bigint) returns integer
language sql volatile as $$
  select coalesce(k.run_positions[w.run], 0) + (
      select count(*)::int from tasks t where t.org_id = of_org and t.status = of_status
        and t.slot >= coalesce(k.run_starts[w.run], k.low_slot) and t.slot < at_slot)
  from task_columns k cross join lateral (select width_bucket(at_slot, k.run_starts) as run) w
  where k.org_id = of_org and k.status = of_status
$$;

-- Adds tasks at the end of a column, creating or locking it. Returns the slot and the position of the first one; the
-- others follow, board_gap() apart.
create function append_to_board(of_org integer, of_status task_status, added integer)
returns table (slot bigint, "position" integer) language plpgsql volatile as $$
begin
  return query insert into task_columns as k (org_id, status, length, high_slot)
    values (of_org, of_status, added, added * board_gap())
    on conflict on constraint task_columns_pkey do update set
      length = k.length + added, high_slot = k.high_slot + added * board_gap(),
      run_starts = case when last_board_run(k) + added <= board_run_limit() then k.run_starts
        else k.run_starts || array(select k.high_slot + n * board_gap() from generate_series(
          greatest(board_run_limit() - last_board_run(k), 0), added - 1, board_run_limit()) n) end,
      run_positions = case when last_board_run(k) + added <= board_run_limit() then k.run_positions
        else k.run_positions || array(select k.length + n from generate_series(
          greatest(board_run_limit() - last_board_run(k), 0), added - 1, board_run_limit()) n) end
    returning k.high_slot - added * board_gap(), k.length - added;
end $$;

-- ---------------------------------------------------------------- locks
-- Locks the columns of tasks and a target column, in the order of the board, then the live tasks, and returns these.
-- All writes of the board lock in this order, which prevents deadlocks. Each statement has a snapshot of its own, taken
-- after the locks before it. Fails with a serialization error, to be retried, if a task left these columns before they
-- were locked or another transaction created the target column.
create function lock_board_tasks(of_org integer, task_ids integer[], target task_status) returns setof tasks
language plpgsql volatile as $$
declare
  locked task_status[];
  found_tasks integer;
begin
  select array_agg(c.status) into locked from (
    select k.status from task_columns k
    where k.org_id = of_org and (k.status = target or k.status in (
      select t.status from tasks t where t.org_id = of_org and t.id = any(task_ids) and t.deleted_at is null))
    order by k.status for update) c;
  if target is not null and array_position(locked, target) is null then
    insert into task_columns (org_id, status) values (of_org, target) on conflict do nothing;
    -- Locking it now would break the order.
    if not found then raise serialization_failure using message = 'Another transaction created the column'; end if;
    locked := locked || target;
  end if;
  -- No join: after waiting for a row lock, PostgreSQL rechecks a join with the old version of the other row and may drop
  -- the row. The function prevents an index scan of whole columns.
  return query select t.* from tasks t
    where t.org_id = of_org and t.id = any(task_ids) and t.deleted_at is null and array_position(locked, t.status) is not null
    for no key update;
  get diagnostics found_tasks = row_count;
  if found_tasks < cardinality(task_ids) and exists (
    select from tasks t where t.org_id = of_org and t.id = any(task_ids) and t.deleted_at is null
      and array_position(locked, t.status) is null)
  then
    raise serialization_failure using message = 'A task changed its column before it was locked';
  end if;
end $$;

-- ---------------------------------------------------------------- runs
-- Drops the boundaries between short runs next to slots from which tasks were removed, so that few tasks never need many
-- runs.
create function merge_board_runs(of_org integer, of_status task_status, slots bigint[]) returns void
language plpgsql volatile as $$
declare
  starts bigint[];
  positions integer[];
  length integer;
  half integer := board_run_limit() / 2;
  run integer;
begin
  select k.run_starts, k.run_positions, k.length into starts, positions, length
  from task_columns k where k.org_id = of_org and k.status = of_status;
  for run in select distinct width_bucket(s, starts) as at from unnest(slots) s order by at desc loop
    if run < cardinality(starts) and coalesce(positions[run + 2], length) - coalesce(positions[run], 0) <= half then
      starts := starts[:run] || starts[run + 2:];
      positions := positions[:run] || positions[run + 2:];
    end if;
    if run > 0 and run <= cardinality(starts)
      and coalesce(positions[run + 1], length) - coalesce(positions[run - 1], 0) <= half then
      starts := starts[:run - 1] || starts[run + 1:];
      positions := positions[:run - 1] || positions[run + 1:];
    end if;
  end loop;
  update task_columns k set run_starts = starts, run_positions = positions
  where k.org_id = of_org and k.status = of_status;
end $$;

-- Removes tasks with these slots, ascending, from the counts of a column.
create function leave_board_column(of_org integer, of_status task_status, slots bigint[]) returns void
language plpgsql volatile as $$
declare
  is_short boolean;
begin
  update task_columns k set length = k.length - cardinality(slots),
    run_positions = array(select r.position - width_bucket(r.start - 1, slots)
                          from unnest(k.run_starts, k.run_positions) r(start, position))
  where k.org_id = of_org and k.status = of_status
  returning cardinality(k.run_starts) > 0 and exists (
    select from unnest(slots) s cross join lateral (select width_bucket(s, k.run_starts) as run) w
    where w.run < cardinality(k.run_starts)
         and coalesce(k.run_positions[w.run + 2], k.length) - coalesce(k.run_positions[w.run], 0) <= board_run_limit() / 2
       or w.run > 0
         and coalesce(k.run_positions[w.run + 1], k.length) - coalesce(k.run_positions[w.run - 1], 0) <= board_run_limit() / 2)
  into is_short;
  if is_short then perform merge_board_runs(of_org, of_status, slots); end if;
end $$;

-- Makes room for tasks before a slot of a column by spreading the 16 neighbours on either side evenly, or four times as
-- many until there is enough space. `leaving` are the slots of tasks that are about to get another one. Returns the new
-- slots, and does not count their tasks.
create function spread_board_slots(of_org integer, of_status task_status, before_slot bigint, added integer, leaving bigint[])
returns bigint[] language plpgsql volatile set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  reach integer := 16;
  low bigint;
  high bigint;
  below bigint[];
  above bigint[];
  counted integer;
  step bigint;
  min_step bigint := greatest(board_gap() / 65536, 2);
begin
  loop
    below := array(select s.slot from (
      select t.slot from tasks t where t.org_id = of_org and t.status = of_status and t.slot < before_slot
        and t.slot <> all(leaving) order by t.slot desc limit reach + 1) s order by s.slot);
    above := array(select t.slot from tasks t where t.org_id = of_org and t.status = of_status and t.slot >= before_slot
        and t.slot <> all(leaving) order by t.slot limit reach + 1);
    counted := cardinality(below) + cardinality(above) + added + 1;
    -- The outermost task on either side is the limit, which stays in place; the ends of a column are extended.
    if cardinality(below) > reach then
      low := below[1];
      below := below[2:];
    else
      update task_columns k set low_slot = k.low_slot - board_gap() * counted
      where k.org_id = of_org and k.status = of_status returning k.low_slot - 1 into low;
    end if;
    if cardinality(above) > reach then
      high := above[reach + 1];
      above := above[:reach];
    else
      update task_columns k set high_slot = k.high_slot + board_gap() * counted
      where k.org_id = of_org and k.status = of_status returning k.high_slot into high;
    end if;
    step := (high - low) / (cardinality(below) + cardinality(above) + added + 1);
    exit when step >= min_step;
    reach := reach * 4;
  end loop;
  update tasks t set slot = low + step * (o.at + case when o.at > cardinality(below) then added else 0 end)
  from unnest(below || above) with ordinality o(slot, at)
  where t.org_id = of_org and t.status = of_status and t.slot = o.slot;
  -- Runs that begin here begin with the same task as before.
  update task_columns k set run_starts = array(
      select case when r.start > low and r.start < high
        then low + step * (w.at + case when w.at > cardinality(below) then added else 0 end) else r.start end
      from unnest(k.run_starts) r(start) cross join lateral (select width_bucket(r.start - 1, below || above) + 1 as at) w)
  where k.org_id = of_org and k.status = of_status;
  return array(select low + step * (cardinality(below) + n) from generate_series(1, added) n);
end $$;

-- Chooses slots for tasks between two others of a column. `at` is their position among the tasks that stay. Splits a full
-- run in the middle.
create function insert_board_slots(of_org integer, of_status task_status, at integer, added integer, leaving bigint[])
returns bigint[] language plpgsql volatile set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  run_start bigint;
  run_end bigint;
  run integer;
  run_position integer;
  run_size integer;
  before_slot bigint;
  after_slot bigint;
  split_slot bigint;
  slots bigint[];
begin
  select coalesce(k.run_starts[w.run], k.low_slot), coalesce(k.run_starts[w.run + 1], k.high_slot), w.run,
    coalesce(k.run_positions[w.run], 0),
    coalesce(k.run_positions[w.run + 1], k.length) - coalesce(k.run_positions[w.run], 0)
  into run_start, run_end, run, run_position, run_size
  from task_columns k cross join lateral (select width_bucket(at, k.run_positions) as run) w
  where k.org_id = of_org and k.status = of_status;

  select t.slot into before_slot from tasks t
  where t.org_id = of_org and t.status = of_status and t.slot >= run_start and t.slot < run_end and t.slot <> all(leaving)
  order by t.slot offset at - run_position limit 1;
  select t.slot into after_slot from tasks t
  where t.org_id = of_org and t.status = of_status and t.slot < before_slot and t.slot <> all(leaving)
  order by t.slot desc limit 1;

  if run_size > 1 and run_size + added > board_run_limit() then
    select t.slot into split_slot from tasks t
    where t.org_id = of_org and t.status = of_status and t.slot >= run_start and t.slot < run_end and t.slot <> all(leaving)
    order by t.slot offset run_size / 2 limit 1;
    update task_columns k set
      run_starts = k.run_starts[:run] || split_slot || k.run_starts[run + 1:],
      run_positions = k.run_positions[:run] || run_position + run_size / 2 || k.run_positions[run + 1:]
    where k.org_id = of_org and k.status = of_status;
  end if;
  if before_slot - after_slot > added then
    slots := array(select after_slot + (before_slot - after_slot) / (added + 1) * n from generate_series(1, added) n);
  else
    slots := spread_board_slots(of_org, of_status, before_slot, added, leaving);
  end if;
  update task_columns k set length = k.length + added,
    run_positions = array(select r.position + width_bucket(r.start - 1, slots)
                          from unnest(k.run_starts, k.run_positions) r(start, position))
  where k.org_id = of_org and k.status = of_status;
  return slots;
end $$;

-- Adds tasks to the counts of a column and returns their slots, ascending. `at` is the position of the first among the
-- tasks that stay; null or past the end: at the end.
create function enter_board_column(of_org integer, of_status task_status, at integer, added integer, leaving bigint[])
returns table (slots bigint[], first_position integer) language plpgsql volatile as $$
declare
  length integer;
begin
  select k.length into length from task_columns k where k.org_id = of_org and k.status = of_status;
  first_position := least(coalesce(at, length), length);
  if first_position = length then
    select array_agg(a.slot + n * board_gap() order by n) into slots
    from append_to_board(of_org, of_status, added) a, generate_series(0, added - 1) n;
  elsif first_position = 0 then
    -- A full first run ends where it began, and the new tasks are a run before it.
    update task_columns k set length = k.length + added, low_slot = k.low_slot - added * board_gap(),
      run_starts = case when f.is_full then k.low_slot || k.run_starts else k.run_starts end,
      run_positions = case when f.is_full then array[added] else '{}' end
        || array(select position + added from unnest(k.run_positions) position)
    from (select coalesce(o.run_positions[1], o.length) + added > board_run_limit() as is_full
          from task_columns o where o.org_id = of_org and o.status = of_status) f
    where k.org_id = of_org and k.status = of_status
    returning array(select k.low_slot + n * board_gap() from generate_series(0, added - 1) n) into slots;
  else
    slots := insert_board_slots(of_org, of_status, first_position, added, leaving);
  end if;
  return next;
end $$;

-- ---------------------------------------------------------------- moves
-- Moves tasks, which lock_board_tasks has locked, to a position of a column: adjacent, in the order of their ids. Updates
-- the columns and returns the slots for the tasks, which the caller must write in the same statement; null for tasks
-- that stay because they are in the column and `moves_all` is false. Without a column they leave the board. Positions
-- are those after the change.
create function place_board_tasks(of_org integer, task_ids integer[], target task_status, at integer, moves_all boolean)
returns table (slots bigint[], positions integer[]) language plpgsql volatile as $$
declare
  source record;
  moved integer[] := '{}';
  leaving bigint[] := '{}';
  entered record;
begin
  for source in
    select t.status, array_agg(t.slot order by t.slot) as slots, array_agg(t.id) as ids from tasks t
    where t.org_id = of_org and t.id = any(task_ids) and t.deleted_at is null
      and (target is null or moves_all or t.status <> target)
    group by t.status
  loop
    perform leave_board_column(of_org, source.status, source.slots);
    moved := moved || source.ids;
    if source.status = target then leaving := source.slots; end if;
  end loop;
  if target is not null and moved <> '{}' then
    select * into entered from enter_board_column(of_org, target, at, cardinality(moved), leaving);
    select array_agg(case when i.is_moved then entered.slots[i.place] end order by i.n),
      array_agg(case when i.is_moved then entered.first_position + i.place - 1
        else (select task_position(of_org, t.status, t.slot) from tasks t where t.org_id = of_org and t.id = i.id) end order by i.n)
    into slots, positions
    from (select u.id, u.n, u.id = any(moved) as is_moved,
            (count(*) filter (where u.id = any(moved)) over (order by u.n))::int as place
          from unnest(task_ids) with ordinality u(id, n)) i;
  elsif target is not null then
    positions := array(select (select task_position(of_org, t.status, t.slot) from tasks t where t.org_id = of_org and t.id = u.id)
      from unnest(task_ids) u(id));
  end if;
  return next;
end $$;
