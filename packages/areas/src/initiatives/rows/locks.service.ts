import { type Caller, notFound } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { type LockedInitiative, lockInitiative } from './initiatives.store.ts';

/** Like {@link lockInitiative}. @throws AppError `not_found` if the initiative was deleted since it was read */
export async function lockOrThrow(
  tx: Transaction,
  caller: Caller,
  id: number,
  strength: 'share' | 'no key update',
): Promise<LockedInitiative> {
  const initiative = await lockInitiative(tx, caller, id, strength);
  if (!initiative) throw notFound('Initiative');
  return initiative;
}
