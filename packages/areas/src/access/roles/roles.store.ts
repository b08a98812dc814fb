import { builtinRoles, type Caller, type NamedValueLookup, type Permission, rowsInScope } from '@wfp/shared';
import {
  byKey,
  type Change,
  insertInto,
  Prisma,
  readOne,
  readRows,
  type Transaction,
  updateIfDifferent,
  updateRows,
} from '@wfp/shared/db';
import type { PermissionMap } from '../authority/access.policy.ts';
import { isHeldBy } from './role-fields.store.ts';
import type { RolePermission } from './roles.contract.ts';
import { roles } from './roles.resource.ts';

const { sql, join } = Prisma;

const { table } = roles;

/** A role as stored. `permissions` is empty for a built-in role, whose permissions the areas declare. */
export interface RoleRow {
  id: number;
  org_id: number;
  code: string;
  name: string;
  description: string;
  is_builtin: boolean;
  is_default: boolean;
  permissions: RolePermission[];
  deleted_at: Date | null;
}

const inReach = (caller: Caller, permission: Permission) =>
  rowsInScope(caller, permission, { own: isHeldBy(caller, 'r') });

/** Returns a role that the caller may read, deleted or not. `is_reached` is true if `permission` includes it. */
export async function findVisibleRole(
  tx: Transaction,
  caller: Caller,
  id: number,
  permission: Permission = 'role:read',
): Promise<(RoleRow & { is_reached: boolean }) | undefined> {
  const [role] = await tx.rows<RoleRow & { is_reached: boolean }>(sql`
    select ${roles.select('r')}, ${inReach(caller, permission)} as is_reached from roles r
    where r.org_id = ${caller.org_id} and r.id = ${id} and ${inReach(caller, 'role:read')}`);
  return role;
}

/** Counts the live custom roles of the organization, up to a limit. */
export async function countCustomRoles(tx: Transaction, caller: Caller, limit: number): Promise<number> {
  const rows = await tx.rows(sql`select r.id from roles r
    where r.org_id = ${caller.org_id} and not r.is_builtin and r.deleted_at is null limit ${limit}`);
  return rows.length;
}

export async function findDefaultRole(tx: Transaction, caller: Caller): Promise<RoleRow | undefined> {
  const [role] = await tx.rows<RoleRow>(sql`select ${roles.select('r')} from roles r
    where r.org_id = ${caller.org_id} and r.is_default and r.deleted_at is null`);
  return role;
}

/** Returns the role of a grant, without a permission check. */
export async function findRoleOfGrant(
  tx: Transaction,
  caller: Caller,
  grant: { role_id: number },
): Promise<RoleRow> {
  const [role] = await tx.rows<RoleRow>(sql`select ${roles.select('r')} from roles r
    where r.org_id = ${caller.org_id} and r.id = ${grant.role_id}`);
  if (!role) throw new Error('Invariant: a grant has no role');
  return role;
}

/** Returns a built-in role, without a permission check. */
export async function findBuiltinRole(tx: Transaction, caller: Caller, code: string): Promise<RoleRow> {
  const [role] = await tx.rows<RoleRow>(sql`select ${roles.select('r')} from roles r
    where r.org_id = ${caller.org_id} and r.is_builtin and r.code = ${code} and r.deleted_at is null`);
  if (!role) throw new Error(`Invariant: there is no built-in role ${code}`);
  return role;
}

export function insertBuiltinRoles(caller: Caller): Change<RoleRow> {
  const rows = Object.entries(builtinRoles).map(
    ([code, name]) => sql`(${caller.org_id}, ${code}, ${name}, true, ${code === 'employee'})`,
  );
  return {
    table,
    statement: sql`insert into roles (org_id, code, name, is_builtin, is_default) values ${join(rows)}`,
    select: roles.select('c'),
  };
}

interface NewRole {
  code: string;
  name: string;
  description: string;
  permissions: PermissionMap;
}

export function insertRole(caller: Caller, role: NewRole): Change<RoleRow> {
  const by = { created_by: caller.user_id, updated_by: caller.user_id };
  return {
    table,
    statement: insertInto(caller, table, { ...role, permissions: toJson(role.permissions), ...by }),
    select: roles.select('c'),
  };
}

interface RoleChange {
  name?: string | undefined;
  description?: string | undefined;
  is_default?: boolean | undefined;
  permissions?: PermissionMap;
}

export function updateRole(caller: Caller, id: number, change: RoleChange): Change<RoleRow> {
  const { permissions, ...plain } = change;
  const values = { ...plain, ...(permissions ? { permissions: toJson(permissions) } : {}) };
  return changeRole(caller, values, sql`id = ${id} and deleted_at is null`, updateIfDifferent);
}

export function archiveRole(caller: Caller, id: number): Change<RoleRow> {
  return changeRole(caller, { deleted_at: sql`now()` }, sql`id = ${id} and deleted_at is null`);
}

export function restoreRole(caller: Caller, id: number): Change<RoleRow> {
  return changeRole(caller, { deleted_at: null }, sql`id = ${id} and deleted_at is not null`);
}

function changeRole(
  caller: Caller,
  values: Record<string, unknown>,
  where: Prisma.Sql,
  update = updateRows,
): Change<RoleRow> {
  return {
    table,
    statement: update(caller, table, values, where),
    select: roles.select('c'),
  };
}

const toJson = (permissions: PermissionMap) => sql`${JSON.stringify(permissions)}::jsonb`;

/** Role codes for filters, including those of deleted roles. */
export const roleCodes: NamedValueLookup = {
  resource: 'role',
  async findUnknown(caller, codes) {
    const rows = await readRows<{ code: string }>(
      caller,
      byKey(
        sql`select r.code from roles r where r.org_id = ${caller.org_id} and r.code = any(${[...codes]}::text[])`,
      ),
    );
    return codes.filter((code) => !rows.some((row) => row.code === code));
  },
  message: (codes) => `No role has the code ${codes.join(', ')}; see GET /roles`,
};

/** Returns roles that the caller may read. `held` is false if the caller may not read the grants of the user. */
export async function findRolesByCode(
  tx: Transaction,
  caller: Caller,
  codes: readonly string[],
  user_id: number | null,
): Promise<{ id: number; code: string; held: boolean }[]> {
  return tx.rows(sql`select r.id, r.code, exists (
      select from grants g where g.org_id = r.org_id and g.role_id = r.id and g.user_id = ${user_id}::int
        and g.scope = 'role' and g.deleted_at is null and ${rowsInScope(caller, 'grant:read', { users: [sql`g.user_id`] })}) as held
    from roles r where r.org_id = ${caller.org_id} and r.code = any(${[...codes]}::text[]) and r.deleted_at is null
      and ${inReach(caller, 'role:read')}
    order by r.id`);
}

export async function isOwnerRole(caller: Caller, id: number): Promise<boolean> {
  const row = await readOne(
    caller,
    sql`select r.id from roles r
      where r.org_id = ${caller.org_id} and r.id = ${id} and r.is_builtin and r.code = 'owner'`,
  );
  return row !== undefined;
}
