import type { Caller } from '@wfp/shared';
import { write } from '@wfp/shared/db';
import { moveCategory, taskUpdated } from './tasks.store.ts';

/**
 * Moves the next tasks of one category to another, each with its event.
 *
 * @param after the id from which to go on; 0 for all
 * @returns the last id that was moved and how many were; null when none was left behind `after`
 */
export async function replaceCategory(
  caller: Caller,
  codes: { from: string; to: string },
  after: number,
  most: number,
): Promise<{ last: number; count: number } | null> {
  const rows = await write(caller, moveCategory(caller, codes, after, most), taskUpdated);
  if (rows.length === 0) return null;
  return { last: Math.max(...rows.map((row) => row.id)), count: rows.length };
}
