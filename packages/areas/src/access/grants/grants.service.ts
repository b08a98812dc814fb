import {
  type Call,
  type Caller,
  invalidField,
  missingReference,
  notFound,
  requireSession,
} from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import { lockUserAgainstDeletion } from '../../accounts/index.ts';
import { findLineage } from '../../teams/index.ts';
import { grantsNothing } from '../authority/access.policy.ts';
import { rejectEscalation, requireGrantRight } from '../authority/authority.ts';
import { type LockedCaller, lockAccess, withLastingGrants } from '../authority/lock.store.ts';
import { roles } from '../roles/roles.resource.ts';
import {
  findDefaultRole,
  findRoleOfGrant,
  findVisibleRole,
  insertBuiltinRoles,
  type RoleRow,
} from '../roles/roles.store.ts';
import type { CreateGrant } from './grants.contract.ts';
import { grants } from './grants.resource.ts';
import {
  archiveExpiredGrants,
  archiveGrants,
  findOwnerGrants,
  type GrantRow,
  insertGrant,
  type NewGrant,
} from './grants.store.ts';

type ById = Pick<Call<{ id: number }, unknown, unknown>, 'caller' | 'params'>;

/** Gives a user a role, at most as wide as the caller holds it when the grant is written. */
export async function createGrant({
  caller,
  body,
}: Pick<Call<unknown, unknown, CreateGrant>, 'caller' | 'body'>): Promise<GrantRow> {
  requireSession(caller, 'make grants');
  if (body.ends_at && Date.parse(body.ends_at) <= caller.platform.clock.now().getTime()) {
    throw invalidField('ends_at', 'Must be in the future');
  }
  return writeInTransaction(caller, async (tx) => {
    const by = await lockAccess(tx, caller);
    if (!(await lockUserAgainstDeletion(tx, by, body.user_id))) {
      throw missingReference('user_id');
    }
    requireGrantRight(by, 'grant:create', body.user_id);
    // One whose time has passed, and that is not yet swept away, does not stand in the way of a new one.
    const over = archiveExpiredGrants(by, { user_id: body.user_id, role_ids: [body.role_id] });
    await tx.write(over, { event: 'grant.expired', action: 'expire' });
    return grantRole(tx, by, body, 'role_id');
  });
}

async function grantRole(
  tx: Transaction,
  by: LockedCaller,
  grant: NewGrant,
  field: string,
): Promise<GrantRow> {
  const role = await findVisibleRole(tx, by, grant.role_id);
  if (!role || role.deleted_at) throw missingReference(field);
  const lineage = grant.team_id == null ? [] : await findLineage(tx, by, grant.team_id);
  if (grant.team_id != null && lineage.length === 0) {
    throw missingReference('team_id');
  }
  const bounds = { scope: grant.scope, team_id: grant.team_id ?? null };
  rejectEscalation(
    withLastingGrants(by, grant.ends_at ? new Date(grant.ends_at) : null),
    role,
    bounds,
    lineage,
  );
  if (grantsNothing(by.platform.access, role, bounds)) {
    throw invalidField('scope', `No right of this role can be limited to ${grant.scope}`);
  }
  return writeGrant(tx, by, grant);
}

async function writeGrant(tx: Transaction, by: Caller, grant: NewGrant): Promise<GrantRow> {
  const [written] = await tx.write(insertGrant(by, grant), { event: 'grant.post_create' });
  if (!written) throw new Error('A grant was not written');
  return written;
}

/** Ends a grant. The last owner stays: two who end each other's at once are told apart by the lock. */
export async function endGrant({ caller, params }: ById): Promise<void> {
  const grant = await grants.get(caller, params.id);
  await writeInTransaction(caller, async (tx) => {
    const by = await lockAccess(tx, caller);
    requireGrantRight(by, 'grant:archive', grant.user_id);
    if (grant.source === 'hierarchy') {
      throw invalidField('source', 'It follows from having direct reports, and ends when there are none');
    }
    const role = await findRoleOfGrant(tx, by, grant);
    rejectEscalation(by, role, grant, grant.team_id === null ? [] : await findLineage(tx, by, grant.team_id));
    const owners = await findOwnerGrants(tx, by);
    if (owners.length === 1 && owners[0]?.id === grant.id) throw lastOwnerError('id');
    const ended = await tx.write(archiveGrants(by, [grant.id]), { event: 'grant.post_archive' });
    if (ended.length === 0) throw notFound('Grant');
  });
}

const lastOwnerError = (field: string) => invalidField(field, 'The last owner of the organization stays');

/**
 * Refuses what would leave the organization without an owner who can sign in. To be called in the transaction
 * that deactivates or deletes a user or ends their ownership, before it does: nobody else changes grants or
 * passes here until its end.
 *
 * @throws AppError `invalid` on `field`
 */
export async function rejectLosingLastOwner(
  tx: Transaction,
  caller: Caller,
  user_id: number,
  field = 'id',
): Promise<void> {
  await lockAccess(tx, caller);
  const owners = await findOwnerGrants(tx, caller);
  if (owners.length > 0 && owners.every((one) => one.user_id === user_id)) throw lastOwnerError(field);
}

/** Checks, before the work begins, the roles that a user is to be made with. {@link grantRoleInTransaction} decides. */
export async function checkRolesOfNewUser(caller: Caller, role_ids: readonly number[]): Promise<void> {
  if (role_ids.length === 0) return;
  requireSession(caller, 'make grants');
  requireGrantRight(caller, 'grant:create', null);
  for (const role_id of role_ids) {
    const role = (await roles.find(caller, role_id)) as RoleRow | undefined;
    if (!role) throw missingReference('role_ids');
    rejectEscalation(caller, role);
  }
}

/**
 * Grants a role in the transaction that makes its user, if the caller may do so at this moment.
 *
 * @throws AppError `forbidden`, or `invalid` on `role_ids`
 */
export async function grantRoleInTransaction(
  tx: Transaction,
  caller: Caller,
  user_id: number,
  role_id: number,
): Promise<void> {
  requireSession(caller, 'make grants');
  const by = await lockAccess(tx, caller);
  requireGrantRight(by, 'grant:create', null);
  await grantRole(tx, by, { user_id, role_id, scope: 'role' }, 'role_ids');
}

/**
 * Gives a new user the role that is the organization's default. It asks for no right to grant: whoever made it
 * the default held all of it, and decided so for every new user.
 */
export async function grantDefaultRole(tx: Transaction, caller: Caller, user_id: number): Promise<void> {
  await lockAccess(tx, caller);
  const role = await findDefaultRole(tx, caller);
  if (role) await writeGrant(tx, caller, { user_id, role_id: role.id, scope: 'role', source: 'default' });
}

/** The roles every organization begins with, and the first grant of owner. Part of a signup. */
export async function seedAccess(tx: Transaction, caller: Caller, owner_id: number): Promise<void> {
  const roles = await tx.write(insertBuiltinRoles(caller), { event: 'role.post_create' });
  const owner = roles.find((role) => role.code === 'owner');
  if (!owner) throw new Error('There is no role of owner');
  await writeGrant(tx, caller, { user_id: owner_id, role_id: owner.id, scope: 'role' });
}
