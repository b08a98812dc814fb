import {
  AppError,
  type Call,
  type Caller,
  invalidField,
  notFound,
  type Permission,
  resourceOf,
  rightOf,
} from '@wfp/shared';
import { type Steps, write, writeSteps } from '@wfp/shared/db';
import type { CreateGrant, CreateRole, ListGrants, ListRoles, RolePermission } from './access.contract.ts';
import { beyondCaller, mayChangeGrantsOf, permissionFault, permissionsOf } from './access.policy.ts';
import {
  archiveGrant,
  findGrant,
  findGrants,
  findRole,
  findRoles,
  type GrantRow,
  insertBuiltinRoles,
  insertGrant,
  insertRole,
  lockOwnerGrants,
  type RoleRow,
  userIsLive,
} from './access.store.ts';

type Asked<Query> = Call<unknown, Query, unknown>;
type Sent<Body> = Pick<Call<unknown, unknown, Body>, 'caller' | 'body'>;
type ById = Call<{ id: number }, unknown, unknown>;

const shown = (caller: Caller, role: RoleRow) => ({
  ...role,
  permissions: permissionsOf(caller.platform.access, role),
});

export async function listRoles({ caller, query }: Asked<ListRoles>) {
  const { data, total } = await findRoles(caller, query);
  return { data: data.map((role) => shown(caller, role)), total };
}

export async function getRole({ caller, params }: ById) {
  const role = await findRole(caller, params.id);
  if (!role) throw notFound('Role');
  return shown(caller, role);
}

export async function createRole({ caller, body }: Sent<CreateRole>) {
  for (const one of body.permissions) {
    const fault = permissionFault(caller.platform.access, one);
    if (fault) throw invalidField('permissions', fault);
  }
  refuseBeyond(caller, body.permissions);
  return writeSteps(caller, async (tx) => {
    const [role] = await tx.write(insertRole(caller, body), { event: 'role.post_create' });
    if (!role) throw new Error('A role was not written');
    return { ...role, permissions: body.permissions };
  });
}

function refuseBeyond(caller: Caller, permissions: readonly RolePermission[]): void {
  const beyond = beyondCaller(caller, permissions);
  if (beyond.length > 0) {
    throw new AppError('forbidden', `You cannot give what you do not have: ${beyond.slice(0, 5).join(', ')}`);
  }
}

export async function listGrants({ caller, query }: Asked<ListGrants>) {
  return findGrants(caller, query);
}

export async function createGrant({ caller, body }: Sent<CreateGrant>): Promise<GrantRow> {
  if (!(await userIsLive(caller, body.user_id)))
    throw invalidField('user_id', 'Refers to nothing that exists');
  refuseGranting(caller, 'grant:create', body.user_id);
  await refuseWiderRole(caller, body.role_id, 'role_id');
  const [grant] = await write(caller, insertGrant(caller, body), { event: 'grant.post_create' });
  if (!grant) throw new Error('A grant was not written');
  return grant;
}

/** @throws AppError `forbidden` when the grants of this user are not within the caller's reach */
function refuseGranting(
  caller: Caller,
  permission: 'grant:create' | 'grant:archive',
  user_id: number | null,
): void {
  if (mayChangeGrantsOf(caller, permission, user_id)) return;
  throw new AppError('forbidden', `You need the permission ${permission} for this user`);
}

/** Checks the roles that a user is to be made with. @throws AppError as for a grant of each */
export async function refuseRolesOfNewUser(caller: Caller, role_ids: readonly number[]): Promise<void> {
  if (role_ids.length > 0) refuseGranting(caller, 'grant:create', null);
  for (const role_id of role_ids) await refuseWiderRole(caller, role_id, 'role_ids');
}

/** @throws AppError when the role does not exist, or gives more than the caller has */
async function refuseWiderRole(caller: Caller, role_id: number, field: string): Promise<void> {
  const role = await findRole(caller, role_id);
  if (!role) throw invalidField(field, 'Refers to nothing that exists');
  if (isOwner(role) && !caller.grants.some((grant) => grant.is_builtin && grant.role_code === 'owner')) {
    throw new AppError('forbidden', 'Only an owner makes and unmakes owners');
  }
  refuseBeyond(caller, permissionsOf(caller.platform.access, role));
}

const isOwner = (role: RoleRow) => role.is_builtin && role.code === 'owner';

/** Ends a grant. The last owner stays: two who end each other's at once are told apart by the lock. */
export async function endGrant({ caller, params }: ById): Promise<void> {
  const grant = await findGrant(caller, params.id);
  if (!grant) throw notFound('Grant');
  refuseGranting(caller, 'grant:archive', grant.user_id);
  await refuseWiderRole(caller, grant.role_id, 'id');
  await writeSteps(caller, async (tx) => {
    const owners = await lockOwnerGrants(tx, caller);
    if (owners.length === 1 && owners[0] === grant.id) {
      throw invalidField('id', 'The last owner of the organization stays');
    }
    const ended = await tx.write(archiveGrant(caller, grant.id), { event: 'grant.post_archive' });
    if (ended.length === 0) throw notFound('Grant');
  });
}

/** The roles every organization begins with, and the first grant of owner. Part of a signup. */
export async function seedAccess(tx: Steps, caller: Caller, owner_id: number): Promise<void> {
  const roles = await tx.write(insertBuiltinRoles(caller), { event: 'role.post_create' });
  const owner = roles.find((role) => role.code === 'owner');
  if (!owner) throw new Error('There is no role of owner');
  await grantInside(tx, caller, owner_id, owner.id);
}

/** Grants a role inside a transaction that creates its user. The caller has checked that it may. */
export async function grantInside(
  tx: Steps,
  caller: Caller,
  user_id: number,
  role_id: number,
): Promise<void> {
  await tx.write(insertGrant(caller, { user_id, role_id, scope: 'role' }), { event: 'grant.post_create' });
}

/** Every permission there is: what some endpoint asks for. */
export function listPermissions({ caller }: Pick<Asked<unknown>, 'caller'>) {
  const { access } = caller.platform;
  const data = access.permissions.map((permission) => describePermission(caller, permission));
  return { data, total: data.length };
}

function describePermission(caller: Caller, permission: Permission) {
  const resource = resourceOf(permission);
  const scopes = [...new Set([...(caller.platform.access.resources.get(resource)?.scopes ?? []), 'org'])];
  return { permission, resource, right: rightOf(permission), scopes };
}

/** What the caller may do, for clients that show only what works. */
export function myPermissions({ caller }: Pick<Asked<unknown>, 'caller'>) {
  const data = caller.platform.access.permissions.flatMap((permission) => {
    const reach = caller.reach(permission);
    if (!reach) return [];
    const scopes = (['own', 'reports', 'team', 'org'] as const).filter(
      (scope) => reach[scope] || (scope === 'team' && reach.team_ids.length > 0),
    );
    return [{ permission, resource: resourceOf(permission), right: rightOf(permission), scopes }];
  });
  return { data, total: data.length };
}
