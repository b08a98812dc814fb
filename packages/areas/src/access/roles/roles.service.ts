import {
  type Call,
  type Caller,
  invalidField,
  type ListQuery,
  notFound,
  type Permission,
  permissionError,
  requirePermission,
  requireSession,
} from '@wfp/shared';
import { type Change, type Transaction, writeInTransaction } from '@wfp/shared/db';
import {
  findPermissionError,
  isOwner,
  listRolePermissions,
  toPermissionMap,
} from '../authority/access.policy.ts';
import { rejectBuiltinRole, rejectEscalation, requireGrantable } from '../authority/authority.ts';
import {
  interruptImports,
  type LockedCaller,
  lockAccess,
  withLastingGrants,
} from '../authority/lock.store.ts';
import { rejectEscalationInTeams } from '../authority/team-bounds.store.ts';
import type { CloneRole, CreateRole, PatchRole, PutPermissions, RolePermission } from './roles.contract.ts';
import { roles } from './roles.resource.ts';
import {
  countCustomRoles,
  findDefaultRole,
  findVisibleRole,
  insertRole,
  type RoleRow,
  restoreRole,
  updateRole,
} from './roles.store.ts';

type ById<Body = unknown> = Pick<Call<{ id: number }, unknown, Body>, 'caller' | 'params' | 'body'>;

/** Adds the permissions of a built-in role, which the areas declare. */
export const withPermissions = (
  caller: Caller,
  { is_reached: _, ...role }: RoleRow & { is_reached?: boolean },
) => ({
  ...role,
  permissions: listRolePermissions(caller.platform.access, role),
});

export async function listRoles({ caller, query }: Call<unknown, ListQuery, unknown>) {
  const page = await roles.list(caller, query);
  return { ...page, data: page.data.map((role) => withPermissions(caller, role as RoleRow)) };
}

export async function getRole({ caller, params }: Call<{ id: number }, unknown, unknown>) {
  return withPermissions(caller, (await roles.get(caller, params.id)) as RoleRow);
}

export async function createRole({
  caller,
  body,
}: Pick<Call<unknown, unknown, CreateRole>, 'caller' | 'body'>) {
  rejectInvalidPermissions(caller, body.permissions);
  return writeInTransaction(caller, async (tx) => {
    const by = await lockAccess(tx, caller);
    requireCreateForAll(by);
    return writeRole(tx, by, body);
  });
}

/** Creates a role with the permissions of another. The caller must have these permissions. */
export async function cloneRole({ caller, params, body }: ById<CloneRole>) {
  return writeInTransaction(caller, async (tx) => {
    const by = await lockAccess(tx, caller);
    requireCreateForAll(by);
    const source = await findVisibleRole(tx, by, params.id);
    if (!source || source.deleted_at) throw notFound('Role');
    const permissions = listRolePermissions(by.platform.access, source);
    return writeRole(tx, by, { ...body, description: body.description ?? source.description, permissions });
  });
}

/** No user has a new role yet, so a permission with the scope `own` does not include it. */
function requireCreateForAll(by: Caller): void {
  requirePermission(by, 'role:create', 'for the whole organization');
}

/** Each process keeps the roles that are in use. */
const maxCustomRoles = 500;

/** The calling code holds the access lock, so that the count stays valid. */
async function rejectTooManyRoles(tx: Transaction, by: Caller): Promise<void> {
  if ((await countCustomRoles(tx, by, maxCustomRoles)) >= maxCustomRoles)
    throw invalidField('code', `At most ${maxCustomRoles} custom roles are allowed; delete one first`);
}

async function writeRole(tx: Transaction, by: Caller, { permissions, ...named }: CreateRole) {
  rejectEscalation(by, { code: named.code, is_builtin: false, permissions });
  await rejectTooManyRoles(tx, by);
  const change = insertRole(by, { ...named, permissions: toPermissionMap(permissions) });
  return writeOne(tx, change, 'role.post_create');
}

/** Writes a new role or a live one, which remains live while the transaction holds the access lock. */
async function writeOne(tx: Transaction, change: Change<RoleRow>, event: string): Promise<RoleRow> {
  const [role] = await tx.write(change, { event });
  if (!role) throw new Error('Invariant: the write returned no row');
  return role;
}

/** Changes name and description; `is_default: true` replaces the current default role. */
export async function patchRole({ caller, params, body }: ById<PatchRole>) {
  return writeInTransaction(caller, async (tx) => {
    const by = await lockAccess(tx, caller);
    const role = await requireChangeableRole(tx, by, params.id, 'role:update');
    if (body.name !== undefined || body.description !== undefined) rejectBuiltinRole(role);
    if (body.is_default !== undefined) await moveDefault(tx, by, role, body.is_default);
    return withPermissions(by, await writeOne(tx, updateRole(by, role.id, body), 'role.post_update'));
  });
}

/**
 * All new users get the default role, so the caller must be able to grant it to each. The former default role changes too,
 * so the right on the role alone does not suffice.
 */
async function moveDefault(
  tx: Transaction,
  by: LockedCaller,
  role: RoleRow,
  is_default: boolean,
): Promise<void> {
  if (role.is_default === is_default) return;
  if (!is_default) throw invalidField('is_default', 'Cannot be unset; make another role the default');
  if (isOwner(role)) throw invalidField('is_default', 'Cannot be set on the owner role');
  requirePermission(by, 'role:update', 'for all roles to change the default');
  requireGrantable(by, null, role, 'change the default role');
  const former = await findDefaultRole(tx, by);
  if (former) await tx.write(updateRole(by, former.id, { is_default: false }), { event: 'role.post_update' });
}

/** Replaces the permissions of a role, with effect on the next request of its users. */
export async function replacePermissions({ caller, params, body }: ById<PutPermissions>) {
  rejectInvalidPermissions(caller, body.permissions);
  requireSession(caller, 'change the permissions of a role');
  return writeInTransaction(caller, async (tx) => {
    await interruptImports(tx, caller);
    const by = await lockAccess(tx, caller);
    const role = await requireChangeableRole(tx, by, params.id, 'role:manage');
    rejectBuiltinRole(role);
    // Other users may have the role for longer than the caller has the permissions.
    const lasting = withLastingGrants(by, null);
    const changed = { ...role, permissions: body.permissions };
    rejectEscalation(lasting, changed);
    await rejectEscalationInTeams(tx, lasting, changed, role.id);
    const change = updateRole(by, role.id, { permissions: toPermissionMap(body.permissions) });
    return writeOne(tx, change, 'role.permissions_changed');
  });
}

/** Restores a deleted role. Its grants remain ended. */
export async function restoreDeletedRole({ caller, params }: Pick<ById, 'caller' | 'params'>) {
  requireSession(caller, 'restore a role');
  return writeInTransaction(caller, async (tx) => {
    const by = await lockAccess(tx, caller);
    const role = await findVisibleRole(tx, by, params.id, 'role:manage');
    if (!role?.is_reached) throw notFound('Role');
    // A seat may have the role, which then gives it without an end.
    rejectEscalation(withLastingGrants(by, null), role);
    if (role.deleted_at) await rejectTooManyRoles(tx, by);
    const [restored] = await tx.write(restoreRole(by, role.id), {
      event: 'role.post_update',
      action: 'restore',
    });
    if (!restored) throw invalidField('id', 'Is not deleted');
    return restored;
  });
}

/**
 * Returns a live role that the caller may change. Requires all permissions of the role: otherwise a caller with fewer
 * permissions could strip or rename the role, or make it the default.
 */
export async function requireChangeableRole(
  tx: Transaction,
  by: Caller,
  id: number,
  permission: Permission,
): Promise<RoleRow> {
  const role = await findVisibleRole(tx, by, id, permission);
  if (!role || role.deleted_at) throw notFound('Role');
  if (!role.is_reached) throw permissionError(by, permission, 'Role');
  rejectEscalation(by, role);
  return role;
}

function rejectInvalidPermissions(caller: Caller, permissions: readonly RolePermission[]): void {
  for (const one of permissions) {
    const error = findPermissionError(caller.platform.access, one);
    if (error) throw invalidField('permissions', error);
  }
}
