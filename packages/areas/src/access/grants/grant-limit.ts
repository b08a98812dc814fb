import { type Caller, invalidField } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { countGrants } from './grants.store.ts';

/** Each request of the user reads all of them. */
export const maxGrants = 200;

/** True if a user can have no further grant. The calling code holds the access lock, so that the count stays valid. */
export async function hasMaxGrants(tx: Transaction, caller: Caller, user_id: number): Promise<boolean> {
  return (await countGrants(tx, caller, user_id, maxGrants)) >= maxGrants;
}

/** @throws AppError `invalid` on `field` if a user can have no further grant */
export async function rejectTooManyGrants(
  tx: Transaction,
  caller: Caller,
  user_id: number,
  field: string,
): Promise<void> {
  if (await hasMaxGrants(tx, caller, user_id))
    throw invalidField(field, `The user has ${maxGrants} grants already: end some that are not needed`);
}
