import type { Caller, LaneRun } from '@wfp/shared';
import { writeInTransaction } from '@wfp/shared/db';
import { changeTasks } from '../rows/task-changes.store.ts';

const batchSize = 100;

type TaskValue = { category_code: string } | { label: string };

/**
 * Gives every task that has one value another one, batch by batch, each task with its event. Needs the event
 * `task.post_update`.
 *
 * @returns whether none is left; false when the worker drains, and the rest is for another one
 */
export async function replaceTaskValues(
  call: Pick<LaneRun<unknown>, 'signal' | 'note'>,
  caller: Caller,
  from: TaskValue,
  to: TaskValue,
): Promise<boolean> {
  let moved = 0;
  // Done once a whole walk finds none: some may have come in behind the first.
  for (let after = 0, found = false; !call.signal.aborted; ) {
    const batch = { ...from, after, most: batchSize };
    const ids = await writeInTransaction(caller, (tx) => changeTasks(tx, caller, batch, to));
    if (ids.length === 0 && !found) return true;
    found = ids.length > 0;
    after = Math.max(0, ...ids);
    moved += ids.length;
    if (found) await call.note(`${moved} tasks moved from ${Object.values(from)} to ${Object.values(to)}`);
  }
  return false;
}
