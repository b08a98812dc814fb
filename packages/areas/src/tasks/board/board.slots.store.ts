import { Prisma } from '@wfp/shared/db';
import { defaultSpacing } from './board.runs.ts';

const { sql, raw } = Prisma;

/** The row of a task's column, as alias `k`. */
export const joinColumn = (alias: 'c' | 't') =>
  alias === 'c'
    ? sql`left join task_columns k on k.org_id = c.org_id and k.status = c.status`
    : sql`join task_columns k on k.org_id = t.org_id and k.status = t.status`;

/** A task's place in the column `k`: its slot less what the run that it lies in begins with. */
export const positionOf = (alias: 'c' | 't') => {
  const slot = raw(`${alias}.slot`);
  return sql`${slot} - k.run_bases[width_bucket(${slot}, k.run_slots)]`;
};

/** The slot behind the last one of the column `k`. */
export const nextSlot = sql`k.run_bases[cardinality(k.run_bases)] + k.length`;

const isFull = sql`${nextSlot} - k.run_slots[cardinality(k.run_slots)] >= ${raw(`${defaultSpacing.limit}`)}`;
const gap = raw(`${defaultSpacing.gap}`);

/** The column `k` with another task at its end, as the plan of a move has it: behind a full run begins a new one. */
export const extendColumn = sql`length = k.length + 1,
  run_slots = case when ${isFull} then k.run_slots || ${nextSlot} + ${gap} else k.run_slots end,
  run_bases = case when ${isFull} then k.run_bases || k.run_bases[cardinality(k.run_bases)] + ${gap} else k.run_bases end`;
