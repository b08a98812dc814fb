import { type Caller, invalidField, notFound, type Permission } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { lockAccess, requireAuthorityOver } from '../../access/index.ts';
import { type LockedUser, lockUser } from '../../accounts/index.ts';

/** @throws AppError `invalid`, so that users cannot lock themselves out */
export function rejectSelf(caller: Caller, id: number, act: string): void {
  if (id === caller.user_id) throw invalidField('id', `You cannot ${act} yourself`);
}

/**
 * Locks a user whom the caller is permitted to change. Takes the access lock first, as every change of grants does, to
 * avoid deadlocks.
 *
 * @param of the required state of the user
 * @throws AppError `not_found` if the caller cannot read the user or the state differs
 * @throws AppError `forbidden` as {@link requireAuthorityOver}
 */
export async function lockPermittedUser(
  tx: Transaction,
  caller: Caller,
  id: number,
  permission: Permission,
  of: 'live' | 'deleted' | 'any' = 'live',
): Promise<LockedUser> {
  const by = await lockAccess(tx, caller);
  const user = await lockUser(tx, by, id);
  const state = user?.deleted_at ? 'deleted' : 'live';
  if (!user?.seen || (of !== 'any' && of !== state)) throw notFound('User');
  await requireAuthorityOver(tx, by, id, permission);
  return user;
}
