import { Prisma } from '@wfp/shared/db';
import { defaultSpacing } from './board.runs.ts';

const { sql, raw } = Prisma;

export const joinColumn = (alias: 'c' | 't') =>
  alias === 'c'
    ? sql`left join task_columns k on k.org_id = c.org_id and k.status = c.status`
    : sql`join task_columns k on k.org_id = t.org_id and k.status = t.status`;

/** A task's position in column `k`: its slot minus the base of its run. */
export const positionOf = (alias: 'c' | 't') => {
  const slot = raw(`${alias}.slot`);
  return sql`${slot} - k.run_bases[width_bucket(${slot}, k.run_slots)]`;
};

/** The slot after the last task of column `k`. */
const nextSlot = sql`k.run_bases[cardinality(k.run_bases)] + k.length`;

const size = sql`(${nextSlot} - k.run_slots[cardinality(k.run_slots)])`;
const isFull = sql`${size} + excluded.length > ${raw(`${defaultSpacing.limit}`)}`;
const gap = raw(`${defaultSpacing.gap}`);

/**
 * The CTE `place`: adds tasks at the end of a column, as `rearrange` does, and locks the column's row until the
 * transaction ends, which keeps slots unique and without gaps. If the last run has no room for all of them, they begin
 * a new one.
 *
 * @param columns a query of organization, status and number of tasks, of at most one row
 */
export const appendToColumn = (columns: Prisma.Sql) => sql`place as (
  insert into task_columns as k (org_id, status, length) ${columns}
  on conflict (org_id, status) do update set length = k.length + excluded.length,
    run_slots = case when ${isFull} then k.run_slots || ${nextSlot} + ${gap} else k.run_slots end,
    run_bases = case when ${isFull} then k.run_bases || k.run_bases[cardinality(k.run_bases)] + ${gap} else k.run_bases end
  returning ${nextSlot} - k.length + coalesce(old.length, 0) as slot, coalesce(old.length, 0) as position
)`;

/** Slot and position of an appended task, the first of which has `nth` 0. */
export const appendedSlot = (nth = sql`0`) => sql`place.slot + ${nth}`;
export const appendedPosition = (nth = sql`0`) => sql`place.position + ${nth}`;
