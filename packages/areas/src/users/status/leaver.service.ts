import { AppError, type Caller, forbidden } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import {
  coversRightsOfUser,
  type LockedCaller,
  lockAccess,
  lockPastAccess,
  rejectLosingLastOwner,
  rejectMorePrivileged,
  requireAuthorityOver,
} from '../../access/index.ts';
import { lockUser, updateUser, userStatusValue } from '../../accounts/index.ts';
import { rejectSelf } from '../accounts/authority.service.ts';
import { signOut } from '../accounts/user-sessions.service.ts';
import { userAccessEnded } from '../announcements.ts';
import { reactivate } from './account-status.service.ts';
import { deactivationRecording } from './account-status.store.ts';

/**
 * Checks that the caller may deactivate the user of an employee. Requires `employee:manage`; rejects the caller's own
 * user, the last owner, and a user who manages a resource that the caller does not.
 *
 * @throws AppError `invalid` or `forbidden`
 */
export async function requireDeactivatable(tx: Transaction, caller: Caller, user_id: number): Promise<void> {
  await requireDeactivatableBy(tx, await lockAccess(tx, caller), user_id);
}

async function requireDeactivatableBy(tx: Transaction, by: LockedCaller, user_id: number): Promise<void> {
  rejectSelf(by, user_id, 'terminate');
  await requireAuthorityOver(tx, by, user_id, 'employee:manage');
  await rejectLosingLastOwner(tx, by, user_id);
}

/**
 * Checks that the caller may link a user to an employee whose employment ends or begins again on a later day: on that day, the
 * user is deactivated or reactivated with the authority of others.
 *
 * @throws AppError `forbidden`
 */
export async function requireAuthorityToLink(
  tx: Transaction,
  caller: Caller,
  user_id: number,
  later: { ends: boolean; begins: boolean },
): Promise<void> {
  if (!later.ends && !later.begins) return;
  const by = await lockAccess(tx, caller);
  if (later.ends) await rejectMorePrivileged(tx, by, user_id);
  if (!later.begins) return;
  const user = await lockUser(tx, caller, user_id);
  if (user?.is_leaver && !(await canReactivate(tx, by, user_id)))
    throw forbidden(
      'authority',
      'A rehire of the employee is scheduled, which would reactivate the user; you can neither reactivate users nor have the permissions of this one',
    );
}

/**
 * Deactivates the user of a terminated employee, unless `by` is not permitted to. The termination was permitted when it was
 * made, so `by` may be deactivated or deleted.
 *
 * @returns a warning if `by` is not permitted to
 */
export async function deactivateLeaver(
  tx: Transaction,
  caller: Caller,
  user_id: number,
  by: Caller,
): Promise<string | undefined> {
  try {
    await requireDeactivatableBy(tx, await lockPastAccess(tx, by), user_id);
  } catch (error) {
    if (error instanceof AppError && (error.kind === 'forbidden' || error.kind === 'invalid'))
      return 'The user was not deactivated: the user is the last owner, or the author of the termination may not deactivate the user';
    throw error;
  }
  const user = await lockUser(tx, caller, user_id);
  if (!user || user.deleted_at || user.status === 'deactivated') return undefined;
  const values = {
    status: userStatusValue('deactivated'),
    suspension_reason: null,
    // A rehire must not end a suspension.
    left_as_employee: user.status !== 'suspended',
  };
  await tx.write(updateUser(caller, user_id, values), deactivationRecording);
  await signOut(tx, caller, user_id, 'deactivated');
  await tx.announce(userAccessEnded, { user_id });
  return undefined;
}

/**
 * Reactivates the user of a rehired employee if the termination deactivated them, unless `by` is not permitted to: the roles of
 * the user are in force again, so `by` must be able to reactivate every user, or have the permissions of these roles.
 *
 * @returns a warning if `by` is not permitted to
 */
export async function reactivateRehired(
  tx: Transaction,
  caller: Caller,
  user_id: number,
  by: Caller,
): Promise<string | undefined> {
  const author = await lockAccess(tx, by);
  const user = await lockUser(tx, caller, user_id);
  if (!user?.is_leaver || user.deleted_at || user.status !== 'deactivated') return undefined;
  if (!(await canReactivate(tx, author, user_id)))
    return 'The user was not reactivated: the author of the rehire is not active, or can neither reactivate users nor has the permissions of this one';
  await reactivate(tx, caller, user);
  return undefined;
}

async function canReactivate(tx: Transaction, by: Caller, user_id: number): Promise<boolean> {
  // A rehire is always made by a user: the system takes the place of one who is not known.
  if (by.credential.kind === 'system') return false;
  const canManageUsers = by.rowScopeFor('user:manage')?.org === true;
  try {
    await requireAuthorityOver(tx, by, user_id, canManageUsers ? 'user:manage' : 'employee:manage');
  } catch (error) {
    if (error instanceof AppError && error.kind === 'forbidden') return false;
    throw error;
  }
  return canManageUsers || coversRightsOfUser(tx, by, user_id);
}
