import {
  AppError,
  type Caller,
  coversScope,
  invalidField,
  type Permission,
  type RowScope,
  requirePermission,
} from '@wfp/shared';
import { isServiceUser } from '../accounts/index.ts';
import { areRangesWithin, callerForUser, includesPermission } from '../auth/index.ts';

/** Whoever a key acts as, and what they may do at this moment. */
export interface KeyUser {
  user_id: number;
  reach(permission: Permission): RowScope | null;
}

/** The caller as the user of a key. */
export function callerAsKeyUser(caller: Caller): KeyUser {
  if (caller.user_id === null) throw new Error('Only a user has API keys');
  return { user_id: caller.user_id, reach: caller.rowScopeFor };
}

/**
 * A service user as the user of a key. Whoever holds a key acts as its user, so its maker must hold all that
 * the key will allow.
 *
 * @param permissions those the key is limited to; none for all of its user's
 * @throws AppError `forbidden` without the right to manage keys, or beyond one's own rights; `invalid` on
 *   `user_id` for anybody who is no service user
 */
export async function requireServiceUser(
  caller: Caller,
  user_id: number,
  permissions: readonly Permission[],
): Promise<KeyUser> {
  requirePermission(caller, 'api_key:manage', 'to make keys for a service user');
  const { access } = caller.platform;
  const isService = await isServiceUser(caller, user_id);
  const user =
    isService &&
    (await callerForUser(caller.platform, { org_id: caller.org_id, user_id }, caller.origin, []));
  if (!user) throw invalidField('user_id', 'Must be a service user; people make their own keys');
  const narrowed = new Set(permissions);
  const beyond = access.permissions.filter((one) => {
    const given = narrowed.size === 0 || includesPermission(narrowed, one) ? user.rowScopeFor(one) : null;
    return given !== null && !coversScope(caller.rowScopeFor(one), given);
  });
  if (beyond.length > 0) {
    throw new AppError('forbidden', `The key would do what you cannot: ${beyond.slice(0, 5).join(', ')}`);
  }
  return { user_id, reach: user.rowScopeFor };
}

/** @throws AppError `invalid` on `permissions` for one that does not exist, or that the key's user does not hold */
export function rejectUnheldPermissions(
  caller: Caller,
  user: KeyUser,
  permissions: readonly Permission[],
): void {
  for (const permission of permissions) {
    rejectUnknownPermission(caller, permission);
    if (!user.reach(permission))
      throw invalidField('permissions', `The user of the key does not hold ${permission}`);
  }
}

/** @throws AppError `invalid` on `allowed_cidrs` unless the new ranges lie within the old; none stands for everywhere */
export function rejectWiderRanges(old: readonly string[], now: readonly string[]): void {
  if (!areRangesWithin(now, old))
    throw invalidField('allowed_cidrs', 'A key is only ever narrowed; make another one to allow more');
}

/** @throws AppError `invalid` on `permissions` unless the new ones are among the old; none stands for all */
export function rejectWiderPermissions(
  caller: Caller,
  old: readonly Permission[],
  now: readonly Permission[],
): void {
  const isWider = old.length > 0 && (now.length === 0 || now.some((permission) => !old.includes(permission)));
  if (isWider)
    throw invalidField('permissions', 'A key is only ever narrowed; make another one to allow more');
  for (const permission of now) rejectUnknownPermission(caller, permission);
}

function rejectUnknownPermission(caller: Caller, permission: Permission): void {
  if (caller.platform.access.permissions.includes(permission)) return;
  throw invalidField('permissions', `${permission} is no permission; see GET /api/permissions`);
}
