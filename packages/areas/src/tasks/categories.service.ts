import type { Caller } from '@wfp/shared';
import { writeSteps } from '@wfp/shared/db';
import { changeTasks } from './task-changes.store.ts';

/**
 * Moves the next tasks of one category to another, each with its event.
 *
 * @param after the id from which to go on; 0 for all
 * @returns the last id that was moved and how many were; null when none was left behind `after`
 */
export async function replaceCategory(
  caller: Caller,
  { from, to }: { from: string; to: string },
  after: number,
  most: number,
): Promise<{ last: number; count: number } | null> {
  const ids = await writeSteps(caller, (tx) =>
    changeTasks(tx, caller, { category_code: from, after, most }, { category_code: to }),
  );
  return ids.length === 0 ? null : { last: Math.max(...ids), count: ids.length };
}
