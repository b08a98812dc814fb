-- ================================================================ moves of several tasks in one statement

-- The functions of a change compute the new row of a column, which is written once per statement. Before, each step
-- wrote it.
drop function count_in_board_run(integer, task_status, integer, integer);
drop function merge_board_runs(integer, task_status, bigint[]);
drop function leave_board_column(integer, task_status, bigint[]);
drop function spread_board_slots(integer, task_status, bigint, integer, bigint[]);
drop function insert_board_slots(integer, task_status, integer, integer, bigint[]);
drop function enter_board_column(integer, task_status, integer, integer, bigint[]);

-- Position at which a run begins, 0 for the first one; the length of the column for the number after the last run.
create function board_run_position(k task_columns, run integer) returns integer language sql immutable parallel safe
  return coalesce(k.run_positions[run] + k.position_offset, case when run > 0 then k.length else 0 end);

-- Adds tasks to the count of a run, 0 for the first one; a negative number removes them.
create function count_in_board_run(k task_columns, run integer, added integer) returns task_columns
language plpgsql immutable as $$
begin
  k.length := k.length + added;
  if run * 2 < cardinality(k.run_positions) then
    k.position_offset := k.position_offset + added;
    if run > 0 then
      k.run_positions := array(select unnest(k.run_positions[:run]) - added) || k.run_positions[run + 1:];
    end if;
  elsif run < cardinality(k.run_positions) then
    k.run_positions := k.run_positions[:run] || array(select unnest(k.run_positions[run + 1:]) + added);
  end if;
  return k;
end $$;

-- Removes tasks with these slots from the counts of a column. Drops the boundaries between short runs next to these
-- slots, so that few tasks never need many runs.
create function leave_board_column(k task_columns, slots bigint[]) returns task_columns language plpgsql immutable as $$
declare
  half integer := board_run_limit() / 2;
  runs integer[];
  counts integer[];
  run integer;
begin
  select array_agg(r.run order by r.run desc), array_agg(r.counted order by r.run desc) into runs, counts
  from (select width_bucket(s, k.run_starts) as run, count(*)::int as counted from unnest(slots) s group by 1) r;
  for n in 1 .. cardinality(runs) loop
    k := count_in_board_run(k, runs[n], -counts[n]);
  end loop;
  foreach run in array runs loop
    if run < cardinality(k.run_starts) and board_run_position(k, run + 2) - board_run_position(k, run) <= half then
      k.run_starts := k.run_starts[:run] || k.run_starts[run + 2:];
      k.run_positions := k.run_positions[:run] || k.run_positions[run + 2:];
    end if;
    if run > 0 and run <= cardinality(k.run_starts)
      and board_run_position(k, run + 1) - board_run_position(k, run - 1) <= half then
      k.run_starts := k.run_starts[:run - 1] || k.run_starts[run + 1:];
      k.run_positions := k.run_positions[:run - 1] || k.run_positions[run + 1:];
    end if;
  end loop;
  return k;
end $$;

-- Makes room for tasks before a slot of a column by spreading the 16 neighbours on either side evenly, or four times as
-- many until there is enough space. `leaving` are the slots of tasks that are about to get another one. Returns the new
-- slots, and does not count their tasks.
create function spread_board_slots(inout k task_columns, before_slot bigint, added integer, leaving bigint[], out slots bigint[])
language plpgsql volatile as $$
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
      select t.slot from tasks t where t.org_id = k.org_id and t.status = k.status and t.slot < before_slot
        and t.slot <> all(leaving) order by t.slot desc limit reach + 1) s order by s.slot);
    above := array(select t.slot from tasks t where t.org_id = k.org_id and t.status = k.status and t.slot >= before_slot
        and t.slot <> all(leaving) order by t.slot limit reach + 1);
    counted := cardinality(below) + cardinality(above) + added + 1;
    -- The outermost task on either side is the limit, which stays in place; the ends of a column are extended.
    if cardinality(below) > reach then
      low := below[1];
      below := below[2:];
    else
      k.low_slot := k.low_slot - board_gap() * counted;
      low := k.low_slot - 1;
    end if;
    if cardinality(above) > reach then
      high := above[reach + 1];
      above := above[:reach];
    else
      k.high_slot := k.high_slot + board_gap() * counted;
      high := k.high_slot;
    end if;
    step := (high - low) / (cardinality(below) + cardinality(above) + added + 1);
    exit when step >= min_step;
    reach := reach * 4;
  end loop;
  update tasks t set slot = low + step * (o.at + case when o.at > cardinality(below) then added else 0 end)
  from unnest(below || above) with ordinality o(slot, at)
  where t.org_id = k.org_id and t.status = k.status and t.slot = o.slot;
  -- Runs that begin here begin with the same task as before.
  k.run_starts := array(
    select case when r.start > low and r.start < high
      then low + step * (w.at + case when w.at > cardinality(below) then added else 0 end) else r.start end
    from unnest(k.run_starts) r(start) cross join lateral (select width_bucket(r.start - 1, below || above) + 1 as at) w);
  slots := array(select low + step * (cardinality(below) + n) from generate_series(1, added) n);
end $$;

-- Chooses slots for tasks between two others of a column, and counts them. `at` is their position among the tasks that
-- stay. Splits a full run in the middle. `entered` are slots of the column that preceding moves of the same statement
-- have chosen. With these, the neighbours cannot be spread: the slots are null if there is no space.
create function insert_board_slots(inout k task_columns, at integer, added integer, leaving bigint[], entered bigint[],
  out slots bigint[])
language plpgsql volatile as $$
declare
  run integer := width_bucket(at - k.position_offset, k.run_positions);
  run_start bigint := coalesce(k.run_starts[run], k.low_slot);
  run_end bigint := coalesce(k.run_starts[run + 1], k.high_slot);
  run_position integer := board_run_position(k, run);
  run_size integer := board_run_position(k, run + 1) - run_position;
  rank integer := at - run_position;
  near bigint[];
  before_slot bigint;
  after_slot bigint;
  split_slot bigint;
  spread record;
begin
  -- The tasks of the run before this position, or those after it, whichever are fewer.
  if rank * 2 <= run_size then
    near := array(select s.slot from (
        (select t.slot from tasks t where t.org_id = k.org_id and t.status = k.status
           and t.slot >= run_start and t.slot < run_end and t.slot <> all(leaving) order by t.slot limit rank + 1)
        union all select e.slot from unnest(entered) e(slot) where e.slot >= run_start and e.slot < run_end) s
      order by s.slot limit rank + 1);
    before_slot := near[rank + 1];
    after_slot := near[rank];
  else
    rank := run_size - rank;
    near := array(select s.slot from (
        (select t.slot from tasks t where t.org_id = k.org_id and t.status = k.status
           and t.slot >= run_start and t.slot < run_end and t.slot <> all(leaving) order by t.slot desc limit rank + 1)
        union all select e.slot from unnest(entered) e(slot) where e.slot >= run_start and e.slot < run_end) s
      order by s.slot desc limit rank + 1);
    before_slot := near[rank];
    after_slot := near[rank + 1];
  end if;
  if after_slot is null then
    -- The last task of the run before.
    after_slot := greatest((select max(e.slot) from unnest(entered) e(slot) where e.slot < before_slot),
      (select t.slot from tasks t
       where t.org_id = k.org_id and t.status = k.status and t.slot < before_slot and t.slot <> all(leaving)
       order by t.slot desc limit 1));
  end if;
  if entered is not null and coalesce(before_slot - after_slot, 0) <= added then return; end if;

  if run_size > 1 and run_size + added > board_run_limit() then
    select s.slot into split_slot from (
      (select t.slot from tasks t where t.org_id = k.org_id and t.status = k.status
         and t.slot >= run_start and t.slot < run_end and t.slot <> all(leaving) order by t.slot limit run_size / 2 + 1)
      union all select e.slot from unnest(entered) e(slot) where e.slot >= run_start and e.slot < run_end) s
    order by s.slot offset run_size / 2 limit 1;
    k.run_starts := k.run_starts[:run] || split_slot || k.run_starts[run + 1:];
    k.run_positions := k.run_positions[:run] || run_position + run_size / 2 - k.position_offset || k.run_positions[run + 1:];
  end if;
  if before_slot - after_slot > added then
    slots := array(select after_slot + (before_slot - after_slot) / (added + 1) * n from generate_series(1, added) n);
  else
    select s.* into spread from spread_board_slots(k, before_slot, added, leaving) s;
    k := spread.k;
    slots := spread.slots;
  end if;
  -- The new slots are in one run, or on both sides of the split.
  for run in width_bucket(slots[1], k.run_starts) .. width_bucket(slots[added], k.run_starts) loop
    k := count_in_board_run(k, run,
      (select count(*)::int from unnest(slots) s where width_bucket(s, k.run_starts) = run));
  end loop;
end $$;

-- Adds tasks to the counts of a column and returns their slots, ascending. `at` is the position of the first among the
-- tasks that stay; null or past the end: at the end. For `entered`, and slots that are null, see insert_board_slots.
create function enter_board_column(inout k task_columns, at integer, added integer, leaving bigint[], entered bigint[],
  out slots bigint[], out first_position integer)
language plpgsql volatile as $$
declare
  inserted record;
begin
  first_position := least(coalesce(at, k.length), k.length);
  if first_position = k.length then
    slots := array(select k.high_slot + n * board_gap() from generate_series(0, added - 1) n);
    for n in greatest(board_run_limit() - last_board_run(k), 0) .. added - 1 by board_run_limit() loop
      k.run_starts := k.run_starts || slots[n + 1];
      k.run_positions := k.run_positions || k.length + n - k.position_offset;
    end loop;
    k.length := k.length + added;
    k.high_slot := k.high_slot + added * board_gap();
  elsif first_position = 0 then
    -- A full first run ends where it began, and the new tasks are a run before it.
    if board_run_position(k, 1) + added > board_run_limit() then
      k.run_starts := k.low_slot || k.run_starts;
      k.run_positions := -k.position_offset || k.run_positions;
    end if;
    k.length := k.length + added;
    k.low_slot := k.low_slot - added * board_gap();
    k.position_offset := k.position_offset + added;
    slots := array(select k.low_slot + n * board_gap() from generate_series(0, added - 1) n);
  else
    select i.* into inserted from insert_board_slots(k, first_position, added, leaving, entered) i;
    k := inserted.k;
    slots := inserted.slots;
  end if;
end $$;

-- Writes the row of a column. Arrays that have not changed are not copied if they are stored out of line.
create function write_board_column(new task_columns) returns void language sql volatile as $$
  update task_columns k set length = new.length, low_slot = new.low_slot, high_slot = new.high_slot,
    position_offset = new.position_offset,
    run_starts = case when k.run_starts = new.run_starts then k.run_starts else new.run_starts end,
    run_positions = case when k.run_positions = new.run_positions then k.run_positions else new.run_positions end
  where k.org_id = new.org_id and k.status = new.status
$$;

-- ---------------------------------------------------------------- moves
create or replace function place_board_tasks(of_org integer, task_ids integer[], target task_status, at integer, moves_all boolean)
returns table (slots bigint[], positions integer[]) language plpgsql volatile rows 1
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off
set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  source record;
  k task_columns;
  target_column task_columns;
  moved integer[] := '{}';
  leaving bigint[] := '{}';
  entered record;
  new_slots bigint[];
  new_position integer;
begin
  for source in
    select t.status, array_agg(t.slot order by t.slot) as slots, array_agg(t.id) as ids from tasks t
    where t.org_id = of_org and t.id = any(task_ids) and t.deleted_at is null
      and (target is null or moves_all or t.status <> target)
    group by t.status
  loop
    select c.* into k from task_columns c where c.org_id = of_org and c.status = source.status;
    k := leave_board_column(k, source.slots);
    moved := moved || source.ids;
    if source.status = target then
      leaving := source.slots;
      target_column := k;
    else
      perform write_board_column(k);
    end if;
  end loop;
  if target is not null and moved <> '{}' then
    if target_column.org_id is null then
      select c.* into target_column from task_columns c where c.org_id = of_org and c.status = target;
    end if;
    select e.* into entered from enter_board_column(target_column, at, cardinality(moved), leaving, null) e;
    perform write_board_column(entered.k);
    new_slots := entered.slots;
    new_position := entered.first_position;
  end if;
  if target is not null and moved = task_ids and cardinality(moved) = 1 then
    slots := new_slots;
    positions := array[new_position];
  elsif target is not null then
    select array_agg(case when i.is_moved then new_slots[i.place] end order by i.n),
      array_agg(case when i.is_moved then new_position + i.place - 1
        else (select task_position(of_org, t.status, t.slot) from tasks t where t.org_id = of_org and t.id = i.id) end order by i.n)
    into slots, positions
    from (select u.id, u.n, u.id = any(moved) as is_moved,
            (count(*) filter (where u.id = any(moved)) over (order by u.n))::int as place
          from unnest(task_ids) with ordinality u(id, n)) i;
  end if;
  return next;
end $$;

-- Moves different tasks one after the other, each to a position of a column. Without a position, a task of another
-- column is moved to the end, and a task of this column stays. Locks all columns, then the tasks. Returns the place of
-- each task in the request, its new slot (null for a task that stays) and its position after the move. The caller must write the slots in the same statement. Skips tasks
-- that do not exist, are locked by another transaction or cannot be moved without changing others, and tasks whose target
-- column does not exist yet: these must be moved by a statement of their own.
create function move_board_tasks(of_org integer, task_ids integer[], targets task_status[], positions integer[])
returns table (place integer, slot bigint, "position" integer) language plpgsql volatile rows 16
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off
set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  statuses task_status[];
  columns task_columns[];
  unchanged task_columns[];
  source task_status;
  old_slot bigint;
  entered record;
  left_columns task_status[] := '{}';
  left_slots bigint[] := '{}';
  entered_columns task_status[] := '{}';
  entered_slots bigint[] := '{}';
begin
  select array_agg(c.status) into statuses from (
    select k.status from task_columns k
    where k.org_id = of_org and (k.status = any(targets) or k.status in (
      select t.status from tasks t where t.org_id = of_org and t.id = any(task_ids) and t.deleted_at is null))
    order by k.status for update) c;
  columns := array(select k from task_columns k where k.org_id = of_org and k.status = any(statuses) order by k.status);
  for n in 1 .. cardinality(task_ids) loop
    -- The function prevents an index scan of whole columns.
    select t.status, t.slot into source, old_slot from tasks t
    where t.org_id = of_org and t.id = task_ids[n] and t.deleted_at is null and array_position(statuses, t.status) is not null
    for no key update skip locked;
    continue when not found or array_position(statuses, targets[n]) is null;
    if positions[n] is null and source = targets[n] then
      place := n;
      slot := null;
      select board_run_position(k, w.run) + (
          select count(*)::int from (
            select t.slot from tasks t where t.org_id = of_org and t.status = source
              and t.slot <> all(array(select l.slot from unnest(left_columns, left_slots) l(status, slot) where l.status = source))
            union all
            select e.slot from unnest(entered_columns, entered_slots) e(status, slot) where e.status = source) s
          where s.slot >= coalesce(k.run_starts[w.run], k.low_slot) and s.slot < old_slot)
      into "position" from unnest(columns) k cross join lateral (select width_bucket(old_slot, k.run_starts) as run) w
      where k.status = source;
      return next;
      continue;
    end if;
    unchanged := columns;
    columns[array_position(statuses, source)] :=
      leave_board_column(columns[array_position(statuses, source)], array[old_slot]);
    select e.* into entered from enter_board_column(columns[array_position(statuses, targets[n])], positions[n], 1,
      array(select l.slot from unnest(left_columns || source, left_slots || old_slot) l(status, slot) where l.status = targets[n]),
      array(select o.slot from unnest(entered_columns, entered_slots) o(status, slot) where o.status = targets[n])) e;
    if entered.slots is null then
      columns := unchanged;
      continue;
    end if;
    columns[array_position(statuses, targets[n])] := entered.k;
    left_columns := left_columns || source;
    left_slots := left_slots || old_slot;
    entered_columns := entered_columns || targets[n];
    entered_slots := entered_slots || entered.slots;
    place := n;
    slot := entered.slots[1];
    "position" := entered.first_position;
    return next;
  end loop;
  perform write_board_column(k) from unnest(columns) k
  where k.status = any(left_columns) or k.status = any(entered_columns);
end $$;
