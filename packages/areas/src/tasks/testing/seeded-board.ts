import { Prisma } from '@wfp/shared/db';

const { sql } = Prisma;

/**
 * SQL that creates the board columns for tasks inserted with arbitrary slots: spaces the slots evenly, in their
 * existing order, and fills each run.
 */
export function seedColumns(org_id: number): Prisma.Sql {
  const runs = sql`generate_series(1, (c.length - 1) / board_run_limit()) n`;
  // Joins by ctid: without statistics of the new tasks, PostgreSQL would join by id in quadratic time.
  return sql`with places as (
      select t.ctid as place, t.status, row_number() over (partition by t.status order by t.slot) - 1 as position
      from tasks t where t.org_id = ${org_id}::int and t.slot is not null
    ), moved as (
      update tasks t set slot = p.position * board_gap() from places p
      where t.ctid = p.place and t.slot <> p.position * board_gap()
    )
    insert into task_columns (org_id, status, length, high_slot, run_starts, run_positions)
    select ${org_id}::int, c.status, c.length, c.length * board_gap(),
      array(select n * board_run_limit() * board_gap() from ${runs}), array(select n * board_run_limit() from ${runs})
    from (select p.status, count(*)::int as length from places p group by p.status) c
    on conflict (org_id, status)
    do update set length = excluded.length, high_slot = excluded.high_slot, run_starts = excluded.run_starts,
      run_positions = excluded.run_positions, position_offset = 0`;
}
