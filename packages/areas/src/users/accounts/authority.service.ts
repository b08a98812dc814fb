import { type Caller, invalidField, notFound, type Permission } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { lockAccess, requireAuthorityOver } from '../../access/index.ts';
import { type LockedUser, lockUser } from '../../accounts/index.ts';

/** @throws AppError `invalid`: nobody locks themselves out */
export function rejectSelf(caller: Caller, id: number, act: string): void {
  if (id === caller.user_id) throw invalidField('id', `You cannot ${act} yourself`);
}

/**
 * Locks a user for a change that the caller may make to them at this moment: 404 for one they do not see, 403
 * for one their permission does not reach or who stands above them. The lock of access comes first, as
 * wherever grants change, so that neither waits for the other.
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
