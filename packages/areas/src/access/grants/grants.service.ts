import {
  type Call,
  type Caller,
  invalidField,
  missingReference,
  notFound,
  requireSession,
  requireVisible,
} from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import { lockUserAgainstDeletion } from '../../accounts/index.ts';
import { findLineage } from '../../teams/index.ts';
import { grantsNothing } from '../authority/access.policy.ts';
import { rejectEscalation, requireGrantRight } from '../authority/authority.ts';
import {
  interruptImports,
  type LockedCaller,
  lockAccess,
  withLastingGrants,
} from '../authority/lock.store.ts';
import { roles } from '../roles/roles.resource.ts';
import {
  findDefaultRole,
  findRoleOfGrant,
  findVisibleRole,
  insertBuiltinRoles,
  type RoleRow,
} from '../roles/roles.store.ts';
import { rejectTooManyGrants } from './grant-limit.ts';
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

/** Grants a role to a user. The caller must have the permissions of the role when the grant is written. */
export async function createGrant({
  caller,
  body,
}: Pick<Call<unknown, unknown, CreateGrant>, 'caller' | 'body'>): Promise<GrantRow> {
  requireSession(caller, 'create grants');
  if (body.ends_at && Date.parse(body.ends_at) <= caller.platform.clock.now().getTime()) {
    throw invalidField('ends_at', 'Must be in the future');
  }
  return writeInTransaction(caller, async (tx) => {
    const by = await lockAccess(tx, caller);
    // First, so that without the right the response is the same whether the user exists or not.
    requireGrantRight(by, 'grant:create', body.user_id);
    if (!(await lockUserAgainstDeletion(tx, by, body.user_id))) throw missingReference('user_id');
    // An expired grant that is not archived yet would conflict with the new one.
    const over = archiveExpiredGrants(by, { user_id: body.user_id, role_ids: [body.role_id] });
    await tx.write(over, { event: 'grant.expired', action: 'expire' });
    return grantRole(tx, by, body, { role: 'role_id', limit: 'user_id' });
  });
}

async function grantRole(
  tx: Transaction,
  by: LockedCaller,
  grant: NewGrant,
  fields: { role: string; limit: string },
): Promise<GrantRow> {
  const role = await findVisibleRole(tx, by, grant.role_id);
  if (!role || role.deleted_at) throw missingReference(fields.role);
  if (grant.team_id != null)
    await requireVisible(tx, by, { field: 'team_id', resource: 'team', id: grant.team_id });
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
    throw invalidField('scope', `No permission of this role can be limited to ${grant.scope}`);
  }
  await rejectTooManyGrants(tx, by, grant.user_id, fields.limit);
  return writeGrant(tx, by, grant);
}

async function writeGrant(tx: Transaction, by: Caller, grant: NewGrant): Promise<GrantRow> {
  const [written] = await tx.write(insertGrant(by, grant), { event: 'grant.post_create' });
  if (!written) throw new Error('Invariant: the insert returned no row');
  return written;
}

/** Ends a grant. The access lock prevents two owners from ending each other's grants. */
export async function endGrant({ caller, params }: ById): Promise<void> {
  const grant = await grants.get(caller, params.id);
  await writeInTransaction(caller, async (tx) => {
    await interruptImports(tx, caller);
    const by = await lockAccess(tx, caller);
    requireGrantRight(by, 'grant:archive', grant.user_id);
    if (grant.source === 'hierarchy') {
      throw invalidField(
        'source',
        'Cannot be ended: the grant is derived from direct reports and ends automatically without them',
      );
    }
    const role = await findRoleOfGrant(tx, by, grant);
    rejectEscalation(by, role, grant, grant.team_id === null ? [] : await findLineage(tx, by, grant.team_id));
    const owners = await findOwnerGrants(tx, by);
    if (owners.length === 1 && owners[0]?.id === grant.id) throw lastOwnerError('id');
    const ended = await tx.write(archiveGrants(by, [grant.id]), { event: 'grant.post_archive' });
    if (ended.length === 0) throw notFound('Grant');
  });
}

const lastOwnerError = (field: string) => invalidField(field, 'The organization must keep an owner');

/**
 * Rejects a change that would leave the organization without an active, permanent owner. Call it before the
 * change, in the transaction that deactivates or deletes a user or ends their ownership. Takes the access lock, which
 * the transaction holds until it ends.
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

/** Checks the roles of a new user before anything is written. {@link grantRoleInTransaction} checks again. */
export async function checkRolesOfNewUser(caller: Caller, role_ids: readonly number[]): Promise<void> {
  if (role_ids.length === 0) return;
  requireSession(caller, 'create grants');
  requireGrantRight(caller, 'grant:create', null);
  for (const role_id of role_ids) {
    const role = (await roles.find(caller, role_id)) as RoleRow | undefined;
    if (!role) throw missingReference('role_ids');
    rejectEscalation(caller, role);
  }
}

/**
 * Grants a role in the transaction that creates its user.
 *
 * @param field the field with the roles
 * @throws AppError `forbidden`, or `invalid` on `field`
 */
export async function grantRoleInTransaction(
  tx: Transaction,
  caller: Caller,
  user_id: number,
  role_id: number,
  field = 'role_ids',
): Promise<void> {
  requireSession(caller, 'create grants');
  const by = await lockAccess(tx, caller);
  requireGrantRight(by, 'grant:create', null);
  await grantRole(tx, by, { user_id, role_id, scope: 'role' }, { role: field, limit: field });
}

/** Grants the default role to a new user. Checks no permission: making a role the default requires its permissions. */
export async function grantDefaultRole(tx: Transaction, caller: Caller, user_id: number): Promise<void> {
  await lockAccess(tx, caller);
  const role = await findDefaultRole(tx, caller);
  if (role) await writeGrant(tx, caller, { user_id, role_id: role.id, scope: 'role', source: 'default' });
}

/** Creates the built-in roles and the first owner's grant. Part of a signup. */
export async function seedAccess(tx: Transaction, caller: Caller, owner_id: number): Promise<void> {
  const roles = await tx.write(insertBuiltinRoles(caller), { event: 'role.post_create' });
  const owner = roles.find((role) => role.code === 'owner');
  if (!owner) throw new Error('Invariant: there is no owner role');
  await writeGrant(tx, caller, { user_id: owner_id, role_id: owner.id, scope: 'role' });
}
