import type { Caller } from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import { computeProgress, sumCounts } from './progress.policy.ts';
import { findCounts, lockForRecount, setProgress } from './progress.store.ts';

/**
 * Computes the progress of initiatives from the counts of their tasks and writes those that changed.
 *
 * @returns the number of changed initiatives
 */
export function updateProgress(caller: Caller, ids: readonly number[]): Promise<number> {
  return writeInTransaction(caller, (tx) => updateInTransaction(tx, caller, ids));
}

async function updateInTransaction(tx: Transaction, caller: Caller, ids: readonly number[]): Promise<number> {
  const initiatives = await lockForRecount(tx, caller, ids);
  const counts = await findCounts(
    tx,
    caller,
    initiatives.map((one) => one.id),
  );
  const byInitiative = Map.groupBy(counts, (count) => count.initiative_id);
  const changed = initiatives.flatMap(({ id, progress_mode, progress }) => {
    const now = computeProgress(progress_mode, sumCounts(byInitiative.get(id) ?? []));
    return now === progress ? [] : [{ id, progress: now }];
  });
  if (changed.length > 0) await tx.write(setProgress(caller, changed), { event: 'initiative.post_update' });
  return changed.length;
}
