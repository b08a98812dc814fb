import { type Caller, invalidField, missingReference, requireReference } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { lockPlace } from '../../places/index.ts';

/**
 * Requires a live place and locks it against deletion until the transaction ends.
 *
 * @param kept the place that a restored employee had, which may be hidden from the caller
 * @throws AppError `invalid` on `field`
 */
export async function requirePlace(
  tx: Transaction,
  caller: Caller,
  { id, field, kept }: { id: number; field: string; kept: number | null | undefined },
): Promise<void> {
  if (id !== kept) return requireReference(tx, caller, { field, table: 'places', id });
  if (!(await lockPlace(tx, caller, id))) throw missingReference(field);
}

/**
 * Requires that a place that follows from earlier changes still exists: after a correction, employees can be again, or
 * later, at a place that was deleted since.
 *
 * @throws AppError `invalid` on `place_id`
 */
export async function requireLivePlace(tx: Transaction, caller: Caller, id: unknown): Promise<void> {
  if (typeof id === 'number' && !(await lockPlace(tx, caller, id)))
    throw invalidField('place_id', 'Was deleted; choose another place, or null');
}
