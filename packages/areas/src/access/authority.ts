import { AppError, type Caller, invalidField } from '@wfp/shared';
import type { Steps } from '@wfp/shared/db';
import {
  beyond,
  type GrantBounds,
  isOwner,
  mayChangeGrantsOf,
  permissionList,
  type RoleRights,
} from './access.policy.ts';
import { teamLineage } from './grants.store.ts';
import { heldBy, lockAccess } from './lock.store.ts';

/** Who gives and takes roles: what the rules say, as errors. Callers are those of `lockAccess`. */

/** @throws AppError `forbidden` when the grants of this user are not within the caller's reach */
export function refuseGranting(
  caller: Caller,
  permission: 'grant:create' | 'grant:archive',
  user_id: number | null,
): void {
  if (mayChangeGrantsOf(caller, permission, user_id)) return;
  throw new AppError('forbidden', `You need the permission ${permission} for this user`);
}

/** @throws AppError `forbidden` when a role, or a grant of it, holds more than the caller does */
export function refuseWider(
  caller: Caller,
  role: RoleRights,
  bounds?: GrantBounds,
  lineage?: readonly number[],
): void {
  if (caller.credential.kind === 'system') return;
  if (isOwner(role) && !holdsOwner(caller)) {
    throw new AppError('forbidden', 'Only an owner makes and unmakes owners');
  }
  const missing = beyond(caller.platform.access, caller.reach, role, bounds, lineage);
  if (missing.length === 0) return;
  throw new AppError('forbidden', `You cannot give what you do not have: ${missing.slice(0, 5).join(', ')}`);
}

/**
 * Refuses acting on somebody who holds more: an administrator does not lock out, rename or take over an owner.
 * For what one user does to another's account; about themselves everybody is free.
 *
 * @throws AppError `forbidden`
 */
export async function refuseActingOnWider(tx: Steps, caller: Caller, user_id: number): Promise<void> {
  if (caller.credential.kind === 'system' || caller.user_id === user_id) return;
  const by = await lockAccess(tx, caller);
  for (const grant of await heldBy(tx, by, user_id)) {
    const role = {
      code: grant.role_code,
      is_builtin: grant.is_builtin,
      permissions: permissionList(grant.permissions ?? {}),
    };
    const lineage = grant.team_id === null ? [] : await teamLineage(tx, by, grant.team_id);
    const { access } = by.platform;
    if ((isOwner(role) && !holdsOwner(by)) || beyond(access, by.reach, role, grant, lineage).length > 0) {
      throw new AppError('forbidden', `This user holds the role ${role.code}, which is wider than yours`);
    }
  }
}

/** Whether the caller is an owner: of everything, not of a part of it. */
export function holdsOwner(caller: Caller): boolean {
  return caller.grants.some(
    (grant) => grant.is_builtin && grant.role_code === 'owner' && grant.scope === 'role',
  );
}

/** @throws AppError `invalid`: what is built in is the same in every organization, whoever asks */
export function refuseBuiltin(role: { is_builtin: boolean }): void {
  if (role.is_builtin)
    throw invalidField('is_builtin', 'Built-in roles do not change: clone it, and change that');
}
