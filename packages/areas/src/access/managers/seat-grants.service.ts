import { AppError, type Caller, missingReference } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { lockUserAgainstDeletion } from '../../accounts/index.ts';
import { requireGrantable } from '../authority/authority.ts';
import { findAuthority, type LockedCaller, lockAccess } from '../authority/lock.store.ts';
import { hasMaxGrants, maxGrants } from '../grants/grant-limit.ts';
import { archiveExpiredGrants, archiveGrants, insertGrant } from '../grants/grants.store.ts';
import { findVisibleRole, type RoleRow } from '../roles/roles.store.ts';
import { holdsRole } from './seat-grants.store.ts';

export const grantSeatRoleEvents = ['grant.expired', 'grant.post_create'] as const;

export const endSeatGrantsEvents = ['grant.post_archive'] as const;

/**
 * Checks that the caller could grant a role without limits and end to each user of the organization, because everyone who
 * takes the seat gets it.
 *
 * @throws AppError `forbidden` if not, `invalid` on `field` for a role that the caller cannot read; neither for the system
 */
export async function requireSeatRoleAuthority(
  tx: Transaction,
  caller: Caller,
  { role_id, field }: { role_id: number; field: string },
): Promise<void> {
  if (caller.credential.kind === 'system') return;
  const by = await lockAccess(tx, caller);
  const role = await findVisibleRole(tx, by, role_id);
  if (!role || role.deleted_at) throw missingReference(field);
  requireGrantable(by, null, role);
}

/**
 * A user whose authority the role of a seat requires: who chose the position, moved this choice to another day, or linked the
 * employee to a user.
 */
export interface SeatDecider {
  user_id: number | null;
  api_key_id: number | null;
  as: 'chooser' | 'rescheduler' | 'linker';
}

const deciderNames: Record<SeatDecider['as'], string> = {
  chooser: 'the user who chose the position',
  rescheduler: 'the user who moved the change to another day',
  linker: 'the user who linked the employee to a user',
};

/**
 * Describes the role of a seat to the caller who assigns the seat.
 *
 * @param user_id the user of the employee, if any
 * @param is_in_effect false if the role is granted later, without the authority of the caller
 */
export async function describeSeatRole(
  tx: Transaction,
  caller: Caller,
  {
    role_id,
    user_id,
    deciders,
    is_in_effect,
  }: { role_id: number; user_id: number | null; deciders: readonly SeatDecider[]; is_in_effect: boolean },
): Promise<string | undefined> {
  const by = await lockAccess(tx, caller);
  const role = await findVisibleRole(tx, by, role_id);
  if (!role || role.deleted_at) return undefined;
  const named = `the role "${role.name}" (${role.code})`;
  if (user_id !== null && (await holdsRole(tx, by, user_id, role_id))) return named;
  const unable =
    is_in_effect && !canGrant(by, user_id, role)
      ? 'you'
      : await findUnableDecider(tx, by, deciders, { user_id, role });
  if (unable !== null) return `${named}, which is not granted, because ${unable} cannot grant it`;
  if (user_id === null || !(await hasMaxGrants(tx, by, user_id))) return named;
  return `${named}, which is not granted, because the user has ${maxGrants} grants already`;
}

/** Returns who of the users cannot grant a role, or null. The calling code holds the access lock. */
async function findUnableDecider(
  tx: Transaction,
  by: LockedCaller,
  deciders: readonly SeatDecider[],
  { user_id, role }: { user_id: number | null; role: RoleRow },
): Promise<string | null> {
  for (const decider of deciders) {
    const isCaller = decider.user_id === by.user_id;
    const authority = isCaller ? by : await findAuthority(tx, by, decider.user_id);
    // An API key cannot create grants, nor can the system decide about them.
    const isUser = decider.user_id !== null && decider.api_key_id === null;
    if (!isUser || !canGrant(authority, user_id, role)) return isCaller ? 'you' : deciderNames[decider.as];
  }
  return null;
}

/**
 * Grants a user the role of a seat, if the caller could grant it manually. Grants nothing for the system, which could
 * grant every role: jobs pass the user who requested the change.
 *
 * @param deciders further users who must be able to grant the role
 * @returns the grant's id; null if one of them may not grant the role, if the user already has it or can have no further
 *   grant, or if the role or the user does not exist
 */
export async function grantSeatRole(
  tx: Transaction,
  caller: Caller,
  { user_id, role_id, reason }: { user_id: number; role_id: number; reason: string },
  deciders: readonly SeatDecider[],
): Promise<number | null> {
  if (caller.credential.kind === 'system') return null;
  const by = await lockAccess(tx, caller);
  const role = await findVisibleRole(tx, by, role_id);
  if (!role || role.deleted_at || !canGrant(by, user_id, role)) return null;
  if ((await findUnableDecider(tx, by, deciders, { user_id, role })) !== null) return null;
  if (!(await lockUserAgainstDeletion(tx, by, user_id))) return null;
  await tx.write(archiveExpiredGrants(by, { user_id, role_ids: [role_id] }), {
    event: 'grant.expired',
    action: 'expire',
  });
  if (await holdsRole(tx, by, user_id, role_id)) return null;
  if (await hasMaxGrants(tx, by, user_id)) return null;
  const change = insertGrant(by, { user_id, role_id, scope: 'role', reason });
  const [grant] = await tx.write(change, { event: 'grant.post_create' });
  return grant?.id ?? null;
}

function canGrant(by: LockedCaller, user_id: number | null, role: RoleRow): boolean {
  try {
    requireGrantable(by, user_id, role);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.kind === 'forbidden') return false;
    throw error;
  }
}

/** Ends the grants of a seat. Requires no permission. */
export async function endSeatGrants(tx: Transaction, caller: Caller, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await lockAccess(tx, caller);
  await tx.write(archiveGrants(caller, ids), { event: 'grant.post_archive' });
}
