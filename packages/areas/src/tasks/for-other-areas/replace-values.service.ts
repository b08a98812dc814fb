import type { Caller, LaneRun } from '@wfp/shared';
import { writeInTransaction } from '@wfp/shared/db';
import { changeTasks } from '../writes/task-changes.store.ts';

const batchSize = 100;

/** Time after which a run ends, so that other organizations get their turn: tasks may get the old value again without end. */
const maxRunMs = 5_000;

type TaskValue = { category_code: string } | { label: string };

/**
 * Replaces one value by another in all tasks, batch by batch. The caller must be allowed to emit `task.post_update`.
 *
 * @returns false if the run ended before all tasks were changed
 */
export async function replaceTaskValues(
  call: Pick<LaneRun<unknown>, 'signal' | 'note' | 'platform'>,
  caller: Caller,
  from: TaskValue,
  to: TaskValue,
): Promise<boolean> {
  const { clock } = call.platform;
  const end = clock.now().getTime() + maxRunMs;
  let moved = 0;
  // Ends after a complete pass that finds no task with the old value: tasks may get it behind the current position.
  for (let after = 0, hadMatches = false; !call.signal.aborted && clock.now().getTime() < end; ) {
    const batch = { ...from, after, max: batchSize };
    const ids = await writeInTransaction(caller, (tx) => changeTasks(tx, caller, batch, to));
    if (ids.length === 0 && !hadMatches) return true;
    hadMatches = ids.length > 0;
    after = Math.max(0, ...ids);
    moved += ids.length;
    if (hadMatches)
      await call.note(`${moved} tasks changed from ${Object.values(from)} to ${Object.values(to)}`);
  }
  return false;
}
