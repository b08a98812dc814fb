import { builtinRoles, type Caller, rowsInReach } from '@wfp/shared';
import type { Listed } from '@wfp/shared/contract';
import {
  type Change,
  insertInto,
  Prisma,
  readByKey,
  readPage,
  recordedTable,
  type Steps,
  updateRows,
  wireColumns,
} from '@wfp/shared/db';
import type { CreateGrant, CreateRole, ListGrants, ListRoles, RolePermission } from './access.contract.ts';

const { sql, join } = Prisma;

export const rolesTable = recordedTable({
  name: 'roles',
  aggregate: 'role',
  columns: Prisma.RoleScalarFieldEnum,
  record_name: sql`c.name`,
});

export const grantsTable = recordedTable({
  name: 'grants',
  aggregate: 'grant',
  columns: Prisma.GrantScalarFieldEnum,
  subject: { users: [sql`c.user_id`] },
});

/** A role as stored; for a built-in one `permissions` is empty and comes from the declarations. */
export interface RoleRow {
  id: number;
  org_id: number;
  code: string;
  name: string;
  is_builtin: boolean;
  permissions: RolePermission[];
}

export interface GrantRow {
  id: number;
  org_id: number;
  role_id: number;
  role_code: string;
  user_id: number;
}

const roleColumns = sql`${wireColumns(rolesTable, 'r', ['permissions'])}, coalesce((
    select jsonb_agg(jsonb_build_object('permission', p.key, 'scopes', p.value) order by p.key)
    from jsonb_each(r.permissions) p), '[]') as permissions`;

const grantColumns = (alias: string) => sql`${wireColumns(grantsTable, alias)}, r.code as role_code`;

/** Roles within reach; one's own are those one holds. */
const rolesInReach = (caller: Caller) =>
  rowsInReach(caller, 'role:read', {
    users: [
      sql`(select g.user_id from grants g where g.org_id = r.org_id and g.role_id = r.id
      and g.user_id = ${caller.user_id} and g.deleted_at is null limit 1)`,
    ],
  });

export async function findRole(caller: Caller, id: number): Promise<RoleRow | undefined> {
  return readByKey<RoleRow>(
    caller,
    sql`select ${roleColumns} from roles r
      where r.org_id = ${caller.org_id} and r.id = ${id} and r.deleted_at is null and ${rolesInReach(caller)}`,
  );
}

export async function findRoles(caller: Caller, query: ListRoles): Promise<Listed<RoleRow>> {
  const where = sql`r.org_id = ${caller.org_id} and r.deleted_at is null and ${rolesInReach(caller)}
    ${query.is_builtin === undefined ? Prisma.empty : sql`and r.is_builtin = ${query.is_builtin}`}`;
  return readPage<RoleRow>(caller, query, {
    columns: roleColumns,
    from: sql`roles r`,
    where,
    orderBy: sql`r.id`,
  });
}

export function insertBuiltinRoles(caller: Caller): Change<RoleRow> {
  const rows = Object.entries(builtinRoles).map(
    ([code, name]) => sql`(${caller.org_id}, ${code}, ${name}, true, ${code === 'employee'})`,
  );
  return {
    table: rolesTable,
    statement: sql`insert into roles (org_id, code, name, is_builtin, is_default) values ${join(rows)}`,
  };
}

export function insertRole(caller: Caller, body: CreateRole): Change<RoleRow> {
  const { permissions, ...fields } = body;
  const map = Object.fromEntries(permissions.map((one) => [one.permission, one.scopes]));
  const by = { created_by: caller.user_id, updated_by: caller.user_id };
  return {
    table: rolesTable,
    statement: insertInto(caller, rolesTable, { ...fields, permissions: sql`${JSON.stringify(map)}::jsonb`, ...by }),
    select: wireColumns(rolesTable, 'c', ['permissions']),
  };
}

const grantsInReach = (caller: Caller) => rowsInReach(caller, 'grant:read', { users: [sql`g.user_id`] });

export async function findGrants(caller: Caller, query: ListGrants): Promise<Listed<GrantRow>> {
  const where = sql`g.org_id = ${caller.org_id} and g.deleted_at is null and ${grantsInReach(caller)}
    ${query.user_id === undefined ? Prisma.empty : sql`and g.user_id = ${query.user_id}`}
    ${query.role_id === undefined ? Prisma.empty : sql`and g.role_id = ${query.role_id}`}`;
  return readPage<GrantRow>(caller, query, {
    columns: grantColumns('g'),
    from: sql`grants g`,
    join: sql`join roles r on r.org_id = g.org_id and r.id = g.role_id`,
    where,
    orderBy: sql`g.id`,
  });
}

export async function findGrant(caller: Caller, id: number): Promise<GrantRow | undefined> {
  return readByKey<GrantRow>(
    caller,
    sql`select ${grantColumns('g')} from grants g join roles r on r.org_id = g.org_id and r.id = g.role_id
      where g.org_id = ${caller.org_id} and g.id = ${id} and g.deleted_at is null and ${grantsInReach(caller)}`,
  );
}

export function insertGrant(caller: Caller, body: CreateGrant): Change<GrantRow> {
  const by = { created_by: caller.user_id, updated_by: caller.user_id };
  return {
    table: grantsTable,
    statement: insertInto(caller, grantsTable, {
      ...body,
      scope: sql`${body.scope}::grant_scope`,
      starts_at: body.starts_at === undefined ? undefined : sql`${body.starts_at}::timestamptz`,
      ends_at: body.ends_at === undefined ? undefined : sql`${body.ends_at}::timestamptz`,
      ...by,
    }),
    select: grantColumns('c'),
    join: sql`join roles r on r.org_id = c.org_id and r.id = c.role_id`,
  };
}

export function archiveGrant(caller: Caller, id: number): Change<GrantRow> {
  return {
    table: grantsTable,
    statement: updateRows(
      caller,
      grantsTable,
      { deleted_at: sql`now()` },
      sql`id = ${id} and deleted_at is null`,
    ),
  };
}

/** Locks the organization's live, unbounded owner grants and says which they are. */
export async function lockOwnerGrants(tx: Steps, caller: Caller): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(sql`
    select g.id from grants g
    join roles r on r.org_id = g.org_id and r.id = g.role_id and r.is_builtin and r.code = 'owner'
    join users u on u.org_id = g.org_id and u.id = g.user_id and u.status = 'active' and u.deleted_at is null
    where g.org_id = ${caller.org_id} and g.deleted_at is null and g.scope = 'role'
      and (g.starts_at is null or g.starts_at <= now()) and g.ends_at is null
    order by g.id for update of g`);
  return rows.map((row) => row.id);
}

/** Whether a user that can be granted something exists. */
export async function userIsLive(caller: Caller, user_id: number): Promise<boolean> {
  const row = await readByKey(
    caller,
    sql`select u.id from users u where u.org_id = ${caller.org_id} and u.id = ${user_id} and u.deleted_at is null`,
  );
  return row !== undefined;
}
