import { AppError, type Caller, invalidField, type Permission, permissionError } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { findLineage } from '../../teams/index.ts';
import {
  canChangeGrants,
  findExcessPermissions,
  findExcessResources,
  type GrantBounds,
  includesOwner,
  isOwner,
  type RoleRights,
} from './access.policy.ts';
import { findUnendedGrants } from './lock.store.ts';

/** Who gives and takes roles: what the rules say, as errors. Callers are those of `lockAccess`. */

/** @throws AppError `forbidden` when the grants of this user are not within the caller's reach */
export function requireGrantRight(
  caller: Caller,
  permission: 'grant:create' | 'grant:archive',
  user_id: number | null,
): void {
  if (canChangeGrants(caller, permission, user_id)) return;
  throw new AppError('forbidden', `Requires ${permission} for this user`);
}

/** @throws AppError `forbidden` when a role, or a grant of it, holds more than the caller does */
export function rejectEscalation(
  caller: Caller,
  role: RoleRights,
  bounds?: GrantBounds,
  lineage?: readonly number[],
): void {
  if (caller.credential.kind === 'system') return;
  if (isOwner(role) && !includesOwner(caller.grants)) {
    throw new AppError('forbidden', 'Only an owner makes and unmakes owners');
  }
  const missing = findExcessPermissions(caller.platform.access, caller.rowScopeFor, role, bounds, lineage);
  if (missing.length === 0) return;
  throw new AppError(
    'forbidden',
    `You cannot give what you do not have, nor for longer: ${missing.slice(0, 5).join(', ')}`,
  );
}

/**
 * Who may change the account of a user: those whose permission reaches it, and nobody below its user. An
 * owner's is changed by owners alone, and that of somebody who manages what the caller does not, by those who
 * do. For everything that is done to an account; about themselves everybody is free.
 *
 * @throws AppError `forbidden`
 */
export async function requireAuthorityOver(
  tx: Transaction,
  by: Caller,
  user_id: number,
  permission: Permission,
): Promise<void> {
  const reach = by.rowScopeFor(permission);
  if (!reach?.org && !(reach?.own && user_id === by.user_id)) {
    throw permissionError(permission, 'User');
  }
  await rejectMorePrivileged(tx, by, user_id);
}

async function rejectMorePrivileged(tx: Transaction, by: Caller, user_id: number): Promise<void> {
  if (by.credential.kind === 'system' || by.user_id === user_id) return;
  const grants = await findUnendedGrants(tx, by, user_id);
  if (includesOwner(grants) && !includesOwner(by.grants)) {
    throw new AppError('forbidden', 'Only an owner changes the account of an owner');
  }
  for (const grant of grants) {
    const lineage = grant.team_id === null ? [] : await findLineage(tx, by, grant.team_id);
    const beyond = findExcessResources(by.platform.access, by.rowScopeFor, grant, lineage);
    if (beyond.length === 0) continue;
    throw new AppError('forbidden', `This user manages what you do not: ${beyond.slice(0, 5).join(', ')}`);
  }
}

/** @throws AppError `forbidden` unless the caller is an owner */
export function requireOwner(caller: Caller, act: string): void {
  if (!includesOwner(caller.grants)) throw new AppError('forbidden', `Only an owner can ${act}`);
}

/** @throws AppError `invalid`: what is built in is the same in every organization, whoever asks */
export function rejectBuiltinRole(role: { is_builtin: boolean }): void {
  if (role.is_builtin)
    throw invalidField('is_builtin', 'Built-in roles do not change: clone it, and change that');
}
