-- ================================================================ less work per change of a column

-- The position of a run is its element of run_positions plus this offset. A change then rewrites only the elements on
-- one side of its run, the shorter one, and none at an end of the column.
alter table task_columns add column position_offset integer not null default 0;

-- Tasks of the last run of a column.
create or replace function last_board_run(k task_columns) returns integer language sql immutable parallel safe
  return k.length - coalesce(k.run_positions[cardinality(k.run_positions)] + k.position_offset, 0);

create or replace function task_position(of_org integer, of_status task_status, at_slot bigint) returns integer
language sql volatile as $$
  select coalesce(k.run_positions[w.run] + k.position_offset, 0) + (
      select count(*)::int from tasks t where t.org_id = of_org and t.status = of_status
        and t.slot >= coalesce(k.run_starts[w.run], k.low_slot) and t.slot < at_slot)
  from task_columns k cross join lateral (select width_bucket(at_slot, k.run_starts) as run) w
  where k.org_id = of_org and k.status = of_status
$$;

create or replace function append_to_board(of_org integer, of_status task_status, added integer)
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
        else k.run_positions || array(select k.length + n - k.position_offset from generate_series(
          greatest(board_run_limit() - last_board_run(k), 0), added - 1, board_run_limit()) n) end
    returning k.high_slot - added * board_gap(), k.length - added;
end $$;

-- Adds tasks to the count of a run, 0 for the first one; a negative number removes them.
create function count_in_board_run(of_org integer, of_status task_status, run integer, added integer) returns void
language plpgsql volatile as $$
begin
  update task_columns k set length = k.length + added,
    position_offset = k.position_offset
      + case when run * 2 < cardinality(k.run_positions) then added else 0 end,
    run_positions = case
      when run = 0 or run = cardinality(k.run_positions) then k.run_positions
      when run * 2 < cardinality(k.run_positions)
        then array(select unnest(k.run_positions[:run]) - added) || k.run_positions[run + 1:]
      else k.run_positions[:run] || array(select unnest(k.run_positions[run + 1:]) + added) end
  where k.org_id = of_org and k.status = of_status;
end $$;

create or replace function merge_board_runs(of_org integer, of_status task_status, slots bigint[]) returns void
language plpgsql volatile as $$
declare
  starts bigint[];
  positions integer[];
  length integer;
  half integer := board_run_limit() / 2;
  run integer;
begin
  select k.run_starts, array(select unnest(k.run_positions) + k.position_offset), k.length
  into starts, positions, length from task_columns k where k.org_id = of_org and k.status = of_status;
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
  update task_columns k set run_starts = starts, run_positions = positions, position_offset = 0
  where k.org_id = of_org and k.status = of_status;
end $$;

create or replace function leave_board_column(of_org integer, of_status task_status, slots bigint[]) returns void
language plpgsql volatile as $$
declare
  run_of_slots record;
  is_short boolean := false;
begin
  for run_of_slots in
    select w.run, count(*)::int as counted,
      -- The run and the next one, or the one before, are short without these tasks.
      bool_or(w.run < cardinality(k.run_starts) and coalesce(k.run_positions[w.run + 2] + k.position_offset, k.length)
          - coalesce(k.run_positions[w.run] + k.position_offset, 0) <= board_run_limit() / 2 + cardinality(slots)
        or w.run > 0 and coalesce(k.run_positions[w.run + 1] + k.position_offset, k.length)
          - coalesce(k.run_positions[w.run - 1] + k.position_offset, 0) <= board_run_limit() / 2 + cardinality(slots)) as is_short
    from task_columns k, unnest(slots) s, lateral (select width_bucket(s, k.run_starts) as run) w
    where k.org_id = of_org and k.status = of_status group by w.run
  loop
    perform count_in_board_run(of_org, of_status, run_of_slots.run, -run_of_slots.counted);
    is_short := is_short or run_of_slots.is_short;
  end loop;
  if is_short then perform merge_board_runs(of_org, of_status, slots); end if;
end $$;

create or replace function insert_board_slots(of_org integer, of_status task_status, at integer, added integer, leaving bigint[])
returns bigint[] language plpgsql volatile
set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
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
  run_of_slots record;
begin
  select coalesce(k.run_starts[w.run], k.low_slot), coalesce(k.run_starts[w.run + 1], k.high_slot), w.run,
    coalesce(k.run_positions[w.run] + k.position_offset, 0),
    coalesce(k.run_positions[w.run + 1] + k.position_offset, k.length)
      - coalesce(k.run_positions[w.run] + k.position_offset, 0)
  into run_start, run_end, run, run_position, run_size
  from task_columns k cross join lateral (select width_bucket(at - k.position_offset, k.run_positions) as run) w
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
      run_positions = k.run_positions[:run] || run_position + run_size / 2 - k.position_offset || k.run_positions[run + 1:]
    where k.org_id = of_org and k.status = of_status;
  end if;
  if before_slot - after_slot > added then
    slots := array(select after_slot + (before_slot - after_slot) / (added + 1) * n from generate_series(1, added) n);
  else
    slots := spread_board_slots(of_org, of_status, before_slot, added, leaving);
  end if;
  for run_of_slots in
    select w.run, count(*)::int as counted
    from task_columns k, unnest(slots) s, lateral (select width_bucket(s, k.run_starts) as run) w
    where k.org_id = of_org and k.status = of_status group by w.run
  loop
    perform count_in_board_run(of_org, of_status, run_of_slots.run, run_of_slots.counted);
  end loop;
  return slots;
end $$;

create or replace function enter_board_column(of_org integer, of_status task_status, at integer, added integer, leaving bigint[])
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
      position_offset = k.position_offset + added,
      run_starts = case when f.is_full then k.low_slot || k.run_starts else k.run_starts end,
      run_positions = case when f.is_full then -k.position_offset || k.run_positions else k.run_positions end
    from (select coalesce(o.run_positions[1] + o.position_offset, o.length) + added > board_run_limit() as is_full
          from task_columns o where o.org_id = of_org and o.status = of_status) f
    where k.org_id = of_org and k.status = of_status
    returning array(select k.low_slot + n * board_gap() from generate_series(0, added - 1) n) into slots;
  else
    slots := insert_board_slots(of_org, of_status, first_position, added, leaving);
  end if;
  return next;
end $$;

create or replace function place_board_tasks(of_org integer, task_ids integer[], target task_status, at integer, moves_all boolean)
returns table (slots bigint[], positions integer[]) language plpgsql volatile as $$
declare
  source record;
  moved integer[] := '{}';
  leaving bigint[] := '{}';
  new_slots bigint[];
  new_position integer;
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
    select e.slots, e.first_position into new_slots, new_position
    from enter_board_column(of_org, target, at, cardinality(moved), leaving) e;
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
