import type { Caller } from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import { countTasks, type TaskCount } from '../../tasks/index.ts';
import { type Counted, pointsOf, progressOf } from './progress.policy.ts';
import { lockCounted, setProgress } from './progress.store.ts';

/** What initiatives that are counted again come to. Only those whose number has changed are written. */
export function recount(caller: Caller, ids: readonly number[]): Promise<number> {
  return writeInTransaction(caller, (tx) => recountInside(tx, caller, ids));
}

async function recountInside(tx: Transaction, caller: Caller, ids: readonly number[]): Promise<number> {
  const initiatives = await lockCounted(tx, caller, ids);
  const counts = Map.groupBy(
    await countTasks(
      tx,
      caller,
      initiatives.map((one) => one.id),
    ),
    (count) => count.initiative_id,
  );
  const changed = initiatives.flatMap(({ id, progress_mode, progress }) => {
    const now = progressOf(progress_mode, addedUp(counts.get(id) ?? []));
    return now === progress ? [] : [{ id, progress: now }];
  });
  if (changed.length > 0) await tx.write(setProgress(caller, changed), { event: 'initiative.post_update' });
  return changed.length;
}

/** The counts of an initiative together, without what is cancelled. */
export function addedUp(counts: readonly TaskCount[]): Counted {
  const sum = { scope: 0, done: 0, scope_points: 0, done_points: 0 };
  for (const { status, effort, count } of counts) {
    if (status === 'cancelled') continue;
    const points = count * pointsOf[effort];
    sum.scope += count;
    sum.scope_points += points;
    if (status !== 'done') continue;
    sum.done += count;
    sum.done_points += points;
  }
  return sum;
}
