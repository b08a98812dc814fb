import type { Caller } from '@wfp/shared';
import { byKey, type Change, Prisma, type Transaction, updateRows } from '@wfp/shared/db';
import { initiatives } from '../rows/initiative.resource.ts';
import type { EffortCount } from './progress.policy.ts';

const { sql } = Prisma;

export interface LockedProgress {
  id: number;
  progress_mode: 'tasks' | 'effort';
  progress: number;
}

/**
 * Locks the initiatives whose progress is computed from tasks: concurrent recounts must not overwrite a newer result.
 */
export function lockForRecount(
  tx: Transaction,
  caller: Caller,
  ids: readonly number[],
): Promise<LockedProgress[]> {
  return tx.rows<LockedProgress>(
    byKey(sql`select i.id, i.progress_mode, i.progress from initiatives i
      where i.org_id = ${caller.org_id} and i.id = any(${[...ids]}::int[]) and i.progress_mode <> 'manual'
        and i.deleted_at is null order by i.id for no key update`),
  );
}

export function findCounts(
  tx: Transaction,
  caller: Caller,
  ids: readonly number[],
): Promise<(EffortCount & { initiative_id: number })[]> {
  return tx.rows(
    byKey(sql`select c.initiative_id, c.effort, c.tasks, c.done from initiative_task_counts c
      where c.org_id = ${caller.org_id} and c.initiative_id = any(${[...ids]}::int[])`),
  );
}

export function setProgress(
  caller: Caller,
  values: readonly { id: number; progress: number }[],
): Change<{ id: number }> {
  const ids = sql`${values.map((one) => one.id)}::int[]`;
  const progress = sql`(${values.map((one) => one.progress)}::int[])[array_position(${ids}, id)]`;
  return {
    table: initiatives.table,
    statement: updateRows(caller, initiatives.table, { progress }, sql`id = any(${ids})`),
    select: sql`c.id`,
  };
}
