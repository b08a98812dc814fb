import { AppError, type Caller, missingReference, requireSession } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { lockUserAgainstDeletion } from '../../accounts/index.ts';
import { rejectEscalation, requireGrantRight } from '../authority/authority.ts';
import { type LockedCaller, lockAccess, withLastingGrants } from '../authority/lock.store.ts';
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

/** Describes the role of a seat to the caller who assigns the seat. */
export async function describeSeatRole(
  tx: Transaction,
  caller: Caller,
  role_id: number,
): Promise<string | undefined> {
  const by = await lockAccess(tx, caller);
  const role = await findVisibleRole(tx, by, role_id);
  if (!role || role.deleted_at) return undefined;
  const named = `the role "${role.name}" (${role.code})`;
  return canGrant(by, null, role) ? named : `${named}, which is not granted, because you cannot grant it`;
}

/**
 * Grants a user the role of a seat, if the caller could grant it manually. Grants nothing for the system, which could
 * grant every role: jobs pass the user who requested the change.
 *
 * @param linker a further user who must be able to grant the role, if any
 * @returns the grant's id; null if the caller or the linker may not grant the role, if the user already has it, or if the role or the
 *   user does not exist
 */
export async function grantSeatRole(
  tx: Transaction,
  caller: Caller,
  { user_id, role_id, reason }: { user_id: number; role_id: number; reason: string },
  linker: Caller | null = null,
): Promise<number | null> {
  if (caller.credential.kind === 'system' || linker?.credential.kind === 'system') return null;
  const by = await lockAccess(tx, caller);
  const role = await findVisibleRole(tx, by, role_id);
  if (!role || role.deleted_at || !canGrant(by, user_id, role)) return null;
  if (linker && !canGrant(await lockAccess(tx, linker), user_id, role)) return null;
  if (!(await lockUserAgainstDeletion(tx, by, user_id))) return null;
  await tx.write(archiveExpiredGrants(by, { user_id, role_ids: [role_id] }), {
    event: 'grant.expired',
    action: 'expire',
  });
  if (await holdsRole(tx, by, user_id, role_id)) return null;
  const change = insertGrant(by, { user_id, role_id, scope: 'role', reason });
  const [grant] = await tx.write(change, { event: 'grant.post_create' });
  return grant?.id ?? null;
}

function requireGrantable(by: LockedCaller, user_id: number | null, role: RoleRow): void {
  requireSession(by, 'create grants');
  requireGrantRight(by, 'grant:create', user_id);
  rejectEscalation(withLastingGrants(by, null), role);
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
