import { Prisma } from '@wfp/shared/db';

const { sql, raw } = Prisma;

export const joinColumn = (alias: 'c' | 't') =>
  alias === 'c'
    ? sql`left join task_columns k on k.org_id = c.org_id and k.status = c.status`
    : sql`join task_columns k on k.org_id = t.org_id and k.status = t.status`;

/** SQL for a task's position in column `k`: the position of its run plus the number of tasks before it in the run. */
export const positionOf = (alias: 'c' | 't') => {
  const task = raw(alias);
  const run = sql`width_bucket(${task}.slot, k.run_starts)`;
  return sql`(coalesce(k.run_positions[${run}] + k.position_offset, 0) + (
    select count(*) from tasks o where o.org_id = ${task}.org_id and o.status = ${task}.status
      and o.slot >= coalesce(k.run_starts[${run}], k.low_slot) and o.slot < ${task}.slot))::int`;
};

/**
 * The CTE `place`: reserves slots for tasks at the end of a column and locks the column's row until the transaction
 * ends, which keeps slots unique. Without the limit, the planner would expect 1,000 rows from the function and
 * JIT-compile the statement.
 *
 * @param columns a query of organization, status and number of tasks, of at most one row
 */
export const appendToColumn = (columns: Prisma.Sql) => sql`place as materialized (
  select p.slot, p.position from (${columns}) n(org_id, status, added)
  cross join lateral append_to_board(n.org_id, n.status, n.added) p
  limit 1
)`;

/** SQL for the slot and position of an appended task; `nth` counts the appended tasks from 0. */
export const appendedSlot = (nth = sql`0`) => sql`place.slot + (${nth}) * board_gap()`;
export const appendedPosition = (nth = sql`0`) => sql`place.position + ${nth}`;
