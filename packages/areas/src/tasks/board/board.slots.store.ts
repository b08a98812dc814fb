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
export const nextSlot = sql`k.run_bases[cardinality(k.run_bases)] + k.length`;

const isFull = sql`${nextSlot} - k.run_slots[cardinality(k.run_slots)] >= ${raw(`${defaultSpacing.limit}`)}`;
const gap = raw(`${defaultSpacing.gap}`);

/** Adds one task at the end of column `k`, as `rearrange` does: a full last run is followed by a new one. */
export const extendColumn = sql`length = k.length + 1,
  run_slots = case when ${isFull} then k.run_slots || ${nextSlot} + ${gap} else k.run_slots end,
  run_bases = case when ${isFull} then k.run_bases || k.run_bases[cardinality(k.run_bases)] + ${gap} else k.run_bases end`;
