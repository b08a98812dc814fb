import { type Caller, invalidField, type Permission, type RowScope, requirePermission } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { lockAccess, requireRightsOfUser } from '../access/index.ts';
import { isServiceUser } from '../accounts/index.ts';
import { areRangesWithin, includesPermission } from '../auth/index.ts';

export interface KeyUser {
  user_id: number;
  rowScopeFor(permission: Permission): RowScope | null;
}

export function callerAsKeyUser(caller: Caller): KeyUser {
  if (caller.user_id === null) throw new Error('Only a user has API keys');
  return { user_id: caller.user_id, rowScopeFor: caller.rowScopeFor };
}

/**
 * Returns a service user as the user of a key. A key has the rights of its user, so the caller must have every right
 * that the key will have, also by grants that start later. Takes the access lock, which the transaction that writes the
 * key holds until it ends.
 *
 * @throws AppError `forbidden` without api_key:manage, or if the key would have more rights than the caller;
 *   `invalid` on `user_id` for a user who is not a service user
 */
export async function requireServiceUser(
  tx: Transaction,
  caller: Caller,
  user_id: number,
  { permissions, expires_at }: { permissions: readonly Permission[]; expires_at: Date | null },
): Promise<KeyUser> {
  const by = await lockAccess(tx, caller);
  requirePermission(by, 'api_key:manage', 'to create keys for a service user');
  if (!(await isServiceUser(tx, by, user_id)))
    throw invalidField('user_id', 'Must be a service user or yourself');
  const narrowed = new Set(permissions);
  const grants = await requireRightsOfUser(tx, by, user_id, {
    includes: (permission) => narrowed.size === 0 || includesPermission(narrowed, permission),
    until: expires_at,
  });
  const { access } = by.platform;
  return { user_id, rowScopeFor: (permission) => access.rowScopeFor(grants, permission) };
}

/** @throws AppError `invalid` on `permissions` for an unknown one, or one that the key's user does not have */
export function rejectUnheldPermissions(
  caller: Caller,
  user: KeyUser,
  permissions: readonly Permission[],
): void {
  for (const permission of permissions) {
    rejectUnknownPermission(caller, permission);
    if (!user.rowScopeFor(permission))
      throw invalidField('permissions', `The user of the key does not have ${permission}`);
  }
}

/** @throws AppError `invalid` on `allowed_cidrs` unless the new ranges are within the old; empty means everywhere */
export function rejectWiderRanges(old: readonly string[], now: readonly string[]): void {
  if (!areRangesWithin(now, old))
    throw invalidField('allowed_cidrs', 'Can only be narrowed; create another key to allow more');
}

/** @throws AppError `invalid` on `permissions` unless the new ones exist and are among the old; empty means all */
export function rejectWiderPermissions(
  caller: Caller,
  old: readonly Permission[],
  now: readonly Permission[],
): void {
  const isWider = old.length > 0 && (now.length === 0 || now.some((permission) => !old.includes(permission)));
  if (isWider) throw invalidField('permissions', 'Can only be narrowed; create another key to allow more');
  for (const permission of now) rejectUnknownPermission(caller, permission);
}

function rejectUnknownPermission(caller: Caller, permission: Permission): void {
  if (caller.platform.access.permissions.includes(permission)) return;
  throw invalidField('permissions', `${permission} is not a permission; see GET /api/permissions`);
}
