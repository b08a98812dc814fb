import { AppError, type Caller, invalidField, notFound, type Permission } from '@wfp/shared';
import type { Steps } from '@wfp/shared/db';
import { makeOwner, managedBeyond } from './authority.policy.ts';
import { grantsOf } from './authority.store.ts';
import { type LockedUser, lockUser } from './users.store.ts';

const forbidden = (message: string) => new AppError('forbidden', message);

/** @throws AppError `forbidden` unless the caller is an owner at this moment */
export function requireOwner(caller: Caller): void {
  if (!makeOwner(caller.grants)) throw forbidden('Only an owner of the organization may do this');
}

/** @throws AppError `invalid`: nobody locks themselves out */
export function refuseSelf(caller: Caller, id: number, act: string): void {
  if (id === caller.user_id) throw invalidField('id', `You cannot ${act} yourself`);
}

/**
 * Locks a user for a change that the caller may make to them: 404 for one they do not see, 403 for one their
 * permission does not reach or who stands above them.
 */
export async function lockForActing(
  tx: Steps,
  caller: Caller,
  id: number,
  permission: Permission,
  of: 'live' | 'deleted' | 'any' = 'live',
): Promise<LockedUser> {
  const user = await lockUser(tx, caller, id);
  const state = user?.deleted_at ? 'deleted' : 'live';
  if (!user?.seen || (of !== 'any' && of !== state)) throw notFound('User');
  const reach = caller.reach(permission);
  if (!reach?.org && !(reach?.own && id === caller.user_id)) {
    throw forbidden(`Your ${permission} does not reach this user`);
  }
  await refuseAbove(tx, caller, id);
  return user;
}

/**
 * Nobody changes the account of somebody above them: an owner's is changed by owners alone, and that of
 * somebody who manages what the caller does not, by those who do.
 */
export async function refuseAbove(tx: Steps, caller: Caller, user_id: number): Promise<void> {
  if (user_id === caller.user_id || caller.credential.kind === 'system') return;
  const grants = await grantsOf(tx, caller, user_id);
  if (makeOwner(grants) && !makeOwner(caller.grants)) {
    throw forbidden('Only an owner changes the account of an owner');
  }
  const beyond = managedBeyond(caller, caller.platform.access, grants);
  if (beyond.length > 0) {
    throw forbidden(`This user manages what you do not: ${beyond.slice(0, 5).join(', ')}`);
  }
}
