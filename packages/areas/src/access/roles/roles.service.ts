import {
  beyondPermission,
  type Call,
  type Caller,
  invalidField,
  type ListQuery,
  notFound,
  type Permission,
  requirePermission,
} from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import { isOwner, permissionFault, permissionMap, permissionsOf } from '../authority/access.policy.ts';
import { refuseBuiltin, refuseWider } from '../authority/authority.ts';
import { type LockedCaller, lasting, lockAccess } from '../authority/lock.store.ts';
import type { CloneRole, CreateRole, PatchRole, PutPermissions, RolePermission } from './roles.contract.ts';
import { roles } from './roles.resource.ts';
import { defaultRole, insertRole, type RoleRow, restoreRole, roleFor, updateRole } from './roles.store.ts';

type ById<Body = unknown> = Pick<Call<{ id: number }, unknown, Body>, 'caller' | 'params' | 'body'>;

/** A role as it goes out: a built-in one with the permissions that the areas declare for it. */
export const shown = (caller: Caller, { is_reached: _, ...role }: RoleRow & { is_reached?: boolean }) => ({
  ...role,
  permissions: permissionsOf(caller.platform.access, role),
});

export async function listRoles({ caller, query }: Call<unknown, ListQuery, unknown>) {
  const { data, total } = await roles.list(caller, query);
  return { data: data.map((role) => shown(caller, role as RoleRow)), total };
}

export async function getRole({ caller, params }: Call<{ id: number }, unknown, unknown>) {
  return shown(caller, (await roles.get(caller, params.id)) as RoleRow);
}

export async function createRole({
  caller,
  body,
}: Pick<Call<unknown, unknown, CreateRole>, 'caller' | 'body'>) {
  refuseFaulty(caller, body.permissions);
  return writeInTransaction(caller, async (tx) => {
    const by = await lockAccess(tx, caller);
    refuseMaking(by);
    return makeRole(tx, by, body);
  });
}

/** A new role with the permissions of another, which the caller must hold as widely. */
export async function cloneRole({ caller, params, body }: ById<CloneRole>) {
  return writeInTransaction(caller, async (tx) => {
    const by = await lockAccess(tx, caller);
    refuseMaking(by);
    const source = await roleFor(tx, by, params.id);
    if (!source || source.deleted_at) throw notFound('Role');
    const permissions = permissionsOf(by.platform.access, source);
    return makeRole(tx, by, { ...body, description: body.description ?? source.description, permissions });
  });
}

/** A role that is yet to be made is nobody's own. */
function refuseMaking(by: Caller): void {
  requirePermission(by, 'role:create', 'for the whole organization');
}

async function makeRole(tx: Transaction, by: Caller, { permissions, ...named }: CreateRole) {
  refuseWider(by, { code: named.code, is_builtin: false, permissions });
  const change = insertRole(by, { ...named, permissions: permissionMap(permissions) });
  const [role] = await tx.write(change, { event: 'role.post_create' });
  if (!role) throw new Error('A role was not written');
  return role;
}

/** Changes name and description; `is_default: true` moves the mark from the role that has it. */
export async function patchRole({ caller, params, body }: ById<PatchRole>) {
  return writeInTransaction(caller, async (tx) => {
    const by = await lockAccess(tx, caller);
    const role = await changeable(tx, by, params.id, 'role:update');
    if (body.name !== undefined || body.description !== undefined) refuseBuiltin(role);
    if (body.is_default !== undefined) await makeDefault(tx, by, role, body.is_default);
    const [changed] = await tx.write(updateRole(by, role.id, body), { event: 'role.post_update' });
    if (!changed) throw notFound('Role');
    return shown(by, changed);
  });
}

async function makeDefault(
  tx: Transaction,
  by: LockedCaller,
  role: RoleRow,
  is_default: boolean,
): Promise<void> {
  if (role.is_default === is_default) return;
  if (!is_default)
    throw invalidField('is_default', 'New users need a role: make another one the default instead');
  if (isOwner(role)) throw invalidField('is_default', 'Not every new user can be an owner');
  refuseWider(lasting(by, null), role);
  const former = await defaultRole(tx, by);
  if (former) await tx.write(updateRole(by, former.id, { is_default: false }), { event: 'role.post_update' });
}

/** Replaces the permissions of a role; it counts for all who hold it on their next request. */
export async function putPermissions({ caller, params, body }: ById<PutPermissions>) {
  refuseFaulty(caller, body.permissions);
  return writeInTransaction(caller, async (tx) => {
    const by = await lockAccess(tx, caller);
    const role = await changeable(tx, by, params.id, 'role:manage');
    refuseBuiltin(role);
    // Others hold the role for longer than the caller may hold their own.
    refuseWider(lasting(by, null), { ...role, permissions: body.permissions });
    const change = updateRole(by, role.id, { permissions: permissionMap(body.permissions) });
    const [changed] = await tx.write(change, { event: 'role.permissions_changed' });
    if (!changed) throw notFound('Role');
    return changed;
  });
}

/** Brings a deleted role back. The grants that it had are ended and stay so. */
export async function undeleteRole({ caller, params }: Pick<ById, 'caller' | 'params'>) {
  return writeInTransaction(caller, async (tx) => {
    const by = await lockAccess(tx, caller);
    const role = await roleFor(tx, by, params.id, 'role:manage');
    if (!role?.is_reached) throw notFound('Role');
    refuseWider(by, role);
    const [restored] = await tx.write(restoreRole(by, role.id), {
      event: 'role.post_update',
      action: 'restore',
    });
    if (!restored) throw invalidField('id', 'This role is not deleted');
    return restored;
  });
}

/**
 * A live role that a permission of the caller reaches and that holds no more than the caller does: whoever
 * holds less neither strips it, nor renames it, nor makes it everybody's.
 */
export async function changeable(
  tx: Transaction,
  by: Caller,
  id: number,
  permission: Permission,
): Promise<RoleRow> {
  const role = await roleFor(tx, by, id, permission);
  if (!role || role.deleted_at) throw notFound('Role');
  if (!role.is_reached) throw beyondPermission(permission, 'Role');
  refuseWider(by, role);
  return role;
}

function refuseFaulty(caller: Caller, permissions: readonly RolePermission[]): void {
  for (const one of permissions) {
    const fault = permissionFault(caller.platform.access, one);
    if (fault) throw invalidField('permissions', fault);
  }
}
