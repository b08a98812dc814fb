import type { Caller } from '../../../caller.ts';
import type { Transaction } from '../../transactions/transaction.ts';
import type { Recording } from '../events/event-rows.ts';

/** Adds the ids of rows that were written with the event that follows the hook: `task.post_create` for `task.pre_create`. */
export function collectReviewedIds(
  { review }: Caller,
  { event }: Recording,
  rows: readonly unknown[],
  ids: number[],
): void {
  if (!review || event !== review.hook.replace('.pre_', '.post_')) return;
  ids.push(...rows.map((row) => (row as { id: number }).id));
}

/** Stores the verdicts on the caller's request, unless an earlier transaction of the request has. */
export async function saveReview({ review }: Caller, tx: Transaction, ids: readonly number[]): Promise<void> {
  if (review && !review.isSaved) await review.review.save(tx, ids);
}
