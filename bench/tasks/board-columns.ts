import type { Pool, PoolClient } from 'pg';

/** SQL for the slot of a position, with the gaps that creates leave. */
export const slotAt = (position: string) => `(${position}) * board_gap()`;

/**
 * Creates missing board columns for tasks that were inserted with arbitrary slots: spaces the slots evenly, in their
 * existing order, and fills each run.
 */
export async function beginColumns(database: Pool | PoolClient, orgs: readonly number[]): Promise<void> {
  await database.query(
    `with places as (
       select org_id, id, status, (row_number() over (partition by org_id, status order by slot))::int - 1 as position
       from tasks t where org_id = any($1::int[]) and slot is not null
         and not exists (select from task_columns k where k.org_id = t.org_id and k.status = t.status)
     ), moved as (
       update tasks t set slot = ${slotAt('p.position')}
       from places p where t.org_id = p.org_id and t.id = p.id and t.slot <> ${slotAt('p.position')}
     )
     insert into task_columns (org_id, status, length, high_slot, run_starts, run_positions)
     select org_id, status, length, length * board_gap(),
       array(select n * board_run_limit() * board_gap() from generate_series(1, (length - 1) / board_run_limit()) n),
       array(select n * board_run_limit() from generate_series(1, (length - 1) / board_run_limit()) n)
     from (select org_id, status, count(*)::int as length from places group by org_id, status) c`,
    [orgs],
  );
}
