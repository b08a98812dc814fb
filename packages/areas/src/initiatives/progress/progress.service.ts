import type { Caller } from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import { countTasks, type TaskCount } from '../../tasks/index.ts';
import { computeProgress, effortPoints, type TaskTotals } from './progress.policy.ts';
import { lockForRecount, setProgress } from './progress.store.ts';

/**
 * Recounts the progress of initiatives and writes those that changed.
 *
 * @returns the number of changed initiatives
 */
export function recount(caller: Caller, ids: readonly number[]): Promise<number> {
  return writeInTransaction(caller, (tx) => recountInTransaction(tx, caller, ids));
}

async function recountInTransaction(
  tx: Transaction,
  caller: Caller,
  ids: readonly number[],
): Promise<number> {
  const initiatives = await lockForRecount(tx, caller, ids);
  const counts = Map.groupBy(
    await countTasks(
      tx,
      caller,
      initiatives.map((one) => one.id),
    ),
    (count) => count.initiative_id,
  );
  const changed = initiatives.flatMap(({ id, progress_mode, progress }) => {
    const now = computeProgress(progress_mode, sumCounts(counts.get(id) ?? []));
    return now === progress ? [] : [{ id, progress: now }];
  });
  if (changed.length > 0) await tx.write(setProgress(caller, changed), { event: 'initiative.post_update' });
  return changed.length;
}

/** Sums the counts of all tasks that are not cancelled. */
export function sumCounts(counts: readonly TaskCount[]): TaskTotals {
  const sum = { scope: 0, done: 0, scope_points: 0, done_points: 0 };
  for (const { status, effort, count } of counts) {
    if (status === 'cancelled') continue;
    const points = count * effortPoints[effort];
    sum.scope += count;
    sum.scope_points += points;
    if (status !== 'done') continue;
    sum.done += count;
    sum.done_points += points;
  }
  return sum;
}
