import {
  type Caller,
  forbidden,
  type HeldGrant,
  invalidField,
  missingPermission,
  notFound,
  type Permission,
  permissionError,
  requireSession,
} from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { type LockedUser, lockUser } from '../../accounts/index.ts';
import { findLineage } from '../../teams/index.ts';
import { findDefaultRole } from '../roles/roles.store.ts';
import {
  canChangeGrants,
  findExcessOfGrant,
  findExcessPermissions,
  findExcessResources,
  type GrantBounds,
  includesOwner,
  isOwner,
  type RoleRights,
} from './access.policy.ts';
import {
  findUnendedGrants,
  type GrantDetails,
  type LockedCaller,
  lockAccess,
  withLastingGrants,
} from './lock.store.ts';

/**
 * @param user_id null for all users of the organization
 * @throws AppError `forbidden` unless the caller may change the grants of the user
 */
export function requireGrantRight(
  caller: Caller,
  permission: 'grant:create' | 'grant:archive',
  user_id: number | null,
): void {
  if (canChangeGrants(caller, permission, user_id)) return;
  throw missingPermission(caller, permission, `for ${user_id === null ? 'all users' : 'this user'}`);
}

/**
 * @param bounds the restrictions of the grant; by default none
 * @param lineage the team of `bounds` and its ancestors
 * @throws AppError `forbidden` if the role gives more than the caller has, unless the caller is the system
 */
export function rejectEscalation(
  caller: Caller,
  role: RoleRights,
  bounds?: GrantBounds,
  lineage?: readonly number[],
): void {
  if (caller.credential.kind === 'system') return;
  if (isOwner(role) && !includesOwner(caller.grants)) {
    throw forbidden('authority', 'Only an owner can grant or end ownership');
  }
  const missing = findExcessPermissions(caller.platform.access, caller.rowScopeFor, role, bounds, lineage);
  if (missing.length === 0) return;
  throw forbidden(
    'authority',
    `You cannot grant permissions that you do not have, or for longer than you have them: ${missing.slice(0, 5).join(', ')}`,
    missing[0],
  );
}

/**
 * Checks that the caller could grant a role without limits and end.
 *
 * @param user_id null for all users of the organization
 * @param act the end of "An API key cannot …"
 * @throws AppError `forbidden`
 */
export function requireGrantable(
  by: LockedCaller,
  user_id: number | null,
  role: RoleRights,
  act = 'create grants',
): void {
  requireSession(by, act);
  requireGrantRight(by, 'grant:create', user_id);
  rejectEscalation(withLastingGrants(by, null), role);
}

/**
 * Checks that the caller has a permission on the account of a user. In addition, only owners may change an owner's
 * account, and only users who manage the same resources may change the account of a user who manages resources. These
 * two rules apply neither to the caller's own account nor to the system.
 *
 * @throws AppError `forbidden`
 */
export async function requireAuthorityOver(
  tx: Transaction,
  by: Caller,
  user_id: number,
  permission: Permission,
): Promise<void> {
  const rowScope = by.rowScopeFor(permission);
  if (!rowScope?.org && !(rowScope?.own && user_id === by.user_id)) {
    throw permissionError(by, permission, 'User');
  }
  await rejectMorePrivileged(tx, by, user_id);
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
  const user = await lockUser(tx, by, id, permission === 'user:update');
  const state = user?.deleted_at ? 'deleted' : 'live';
  if (!user?.seen || (of !== 'any' && of !== state)) throw notFound('User');
  await requireAuthorityOver(tx, by, id, permission);
  return user;
}

/** @throws AppError `forbidden` if the user owns the organization or manages resources, and the caller does not */
export async function rejectMorePrivileged(tx: Transaction, by: Caller, user_id: number): Promise<void> {
  if (by.credential.kind === 'system' || by.user_id === user_id) return;
  const grants = await findUnendedGrants(tx, by, user_id);
  if (includesOwner(grants) && !includesOwner(by.grants)) {
    throw forbidden('authority', "Only an owner can change an owner's account");
  }
  const excessOf = (grant: HeldGrant, lineage: readonly number[]) =>
    findExcessResources(by.platform.access, by.rowScopeFor, grant, lineage);
  for (const grant of grants) {
    let excess = excessOf(grant, []);
    // Only then may a right over a team above matter.
    if (excess.length > 0 && grant.team_id !== null)
      excess = excessOf(grant, await findLineage(tx, by, grant.team_id));
    if (excess.length === 0) continue;
    throw forbidden(
      'authority',
      `This user manages resources that you do not: ${excess.slice(0, 5).join(', ')}`,
    );
  }
}

/** The rights of a user that a credential, such as an API key, has. */
export interface CredentialLimits {
  /** True for the permissions that the credential includes. */
  includes: (permission: Permission) => boolean;
  /** The time at which the credential expires; null for never. */
  until: Date | null;
}

/**
 * Returns the grants of a user for whom the caller obtains a credential: those in force and those that start later. The
 * caller must have every right that the credential will have, for as long. The calling code holds the access lock, so
 * that no grant is written between the check and the credential.
 *
 * @throws AppError `forbidden`
 */
export async function requireRightsOfUser(
  tx: Transaction,
  by: LockedCaller,
  user_id: number,
  { includes, until }: CredentialLimits,
): Promise<GrantDetails[]> {
  const grants = await findUnendedGrants(tx, by, user_id);
  // Ownership is checked apart from permissions, also for credentials with few of them.
  if (includesOwner(grants) && !includesOwner(by.grants)) {
    throw forbidden('authority', 'Only an owner can create keys for an owner');
  }
  const excess = await findExcess(tx, by, grants, { includes, until });
  if (excess.length === 0) return grants;
  throw forbidden(
    'authority',
    `The key would have permissions that you do not have, or for longer than you have them: ${excess.slice(0, 5).join(', ')}`,
    excess[0],
  );
}

/**
 * True if the caller has every permission that a user has or will have, for as long. The default role and the role of managers do
 * not count: they are given without a check.
 */
export async function coversRightsOfUser(tx: Transaction, caller: Caller, user_id: number): Promise<boolean> {
  if (caller.credential.kind === 'system') return true;
  const by = await lockAccess(tx, caller);
  const usual = await findDefaultRole(tx, by);
  const isGiven = ({ source, role_id }: GrantDetails) => source !== 'hierarchy' && role_id !== usual?.id;
  const grants = (await findUnendedGrants(tx, by, user_id)).filter(isGiven);
  if (includesOwner(grants) && !includesOwner(by.grants)) return false;
  return (await findExcess(tx, by, grants, { includes: () => true, until: null })).length === 0;
}

/** Returns the excess permissions of the first grant that has any. */
async function findExcess(
  tx: Transaction,
  by: LockedCaller,
  grants: readonly GrantDetails[],
  { includes, until }: CredentialLimits,
): Promise<Permission[]> {
  for (const grant of grants) {
    const lineage = grant.team_id === null ? [] : await findLineage(tx, by, grant.team_id);
    const { rowScopeFor } = withLastingGrants(by, earlier(until, grant.ends_at));
    const excess = findExcessOfGrant(by.platform.access, rowScopeFor, grant, lineage).filter(includes);
    if (excess.length > 0) return excess;
  }
  return [];
}

/** The earlier of two ends, of which null means never. */
function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

/** @throws AppError `forbidden` unless the caller is an owner */
export function requireOwner(caller: Caller, act: string): void {
  if (!includesOwner(caller.grants)) throw forbidden('authority', `Only an owner can ${act}`);
}

/** @throws AppError `invalid` if the role is built in */
export function rejectBuiltinRole(role: { is_builtin: boolean }): void {
  if (role.is_builtin)
    throw invalidField('is_builtin', 'Built-in roles cannot be changed; clone the role and change the clone');
}
