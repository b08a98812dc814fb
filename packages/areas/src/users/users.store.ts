import { type Caller, type Permission, type RowScope, rowsInReach } from '@wfp/shared';
import type { Listed } from '@wfp/shared/contract';
import {
  type Change,
  type ColumnValues,
  insertInto,
  Prisma,
  type Recording,
  readOne,
  readPage,
  type Transaction,
  updateRows,
  wireColumns,
} from '@wfp/shared/db';
import { usersTable } from '../auth/index.ts';
import type { ListUsers, UserFilter, userOrders, userStatuses } from './users.contract.ts';

const { sql, empty } = Prisma;

export type UserStatus = (typeof userStatuses)[number];

export interface UserRow {
  id: number;
  org_id: number;
  email: string;
  first_name: string;
  last_name: string;
  avatar_file_id: number | null;
  status: UserStatus;
  is_service: boolean;
  erased_at: Date | null;
  deleted_at: Date | null;
}

/** What clients see of a user. When they changed their password is nobody's business. */
const hidden = ['password_changed_at', 'left_as_employee'];
export const columns = (alias: string) => wireColumns(usersTable, alias, hidden);

export const userRows: RowScope = { table: 'users', owners: () => ({ users: [sql`r.id`] }) };
export const identityRows: RowScope = {
  table: 'user_identities',
  owners: () => ({ users: [sql`r.user_id`] }),
};

const inReach = (caller: Caller, permission: Permission, alias = 'u') =>
  rowsInReach(caller, permission, { users: [sql`${Prisma.raw(alias)}.id`] });

export async function findMe(caller: Caller): Promise<UserRow | undefined> {
  return readOne<UserRow>(
    caller,
    sql`select ${columns('u')}, o.name as org_name, o.slug as org_slug, ${caller.employee_id}::int as employee_id
      from users u join organizations o on o.id = u.org_id
      where u.org_id = ${caller.org_id} and u.id = ${caller.user_id}`,
  );
}

export async function findUser(caller: Caller, id: number): Promise<UserRow | undefined> {
  return readOne<UserRow>(
    caller,
    sql`select ${columns('u')} from users u
      where u.org_id = ${caller.org_id} and u.id = ${id} and u.deleted_at is null and ${inReach(caller, 'user:read')}`,
  );
}

const orders: Record<(typeof userOrders)[number], Prisma.Sql> = {
  name: sql`u.last_name, u.first_name, u.id`,
  '-name': sql`u.last_name desc, u.first_name desc, u.id desc`,
  email: sql`u.email, u.id`,
  '-email': sql`u.email desc, u.id desc`,
  created_at: sql`u.created_at, u.id`,
  '-created_at': sql`u.created_at desc, u.id desc`,
  last_login_at: sql`u.last_login_at nulls first, u.id`,
  '-last_login_at': sql`u.last_login_at desc nulls last, u.id desc`,
};

export async function findUsers(caller: Caller, query: ListUsers): Promise<Listed<UserRow>> {
  return readPage<UserRow>(caller, query, {
    columns: columns('u'),
    from: sql`users u`,
    where: usersWhere(caller, query, 'user:read'),
    orderBy: orders[query.sort],
  });
}

/** The live users that a permission reaches, as far as a filter leaves them. */
export function usersWhere(caller: Caller, filter: UserFilter, permission: Permission): Prisma.Sql {
  const { status, role, team_id, is_service, q } = filter;
  const pattern = `%${q?.replace(/[\\%_]/g, '\\$&')}%`;
  return sql`u.org_id = ${caller.org_id} and u.deleted_at is null and ${inReach(caller, permission)}
    ${status ? sql`and u.status = ${status}::user_status` : empty}
    ${is_service === undefined ? empty : sql`and u.is_service = ${is_service}`}
    ${role ? holdingRole(role) : empty}
    ${team_id ? memberOf(team_id) : empty}
    ${q ? sql`and concat_ws(' ', u.first_name, u.last_name, u.display_name, u.email) ilike ${pattern}` : empty}`;
}

const holdingRole = (code: string) => sql`and exists (
  select from grants g join roles r on r.org_id = g.org_id and r.id = g.role_id and r.code = ${code} and r.deleted_at is null
  where g.org_id = u.org_id and g.user_id = u.id and g.deleted_at is null
    and (g.starts_at is null or g.starts_at <= now()) and (g.ends_at is null or g.ends_at > now()))`;

const memberOf = (team_id: number) => sql`and exists (
  select from employees e where e.org_id = u.org_id and e.user_id = u.id and e.deleted_at is null
    and e.id in (select employees_in_teams(u.org_id, array[${team_id}::int])))`;

export interface NewUser {
  id?: number;
  email: string;
  first_name: string;
  last_name: string;
  display_name?: string | null | undefined;
  locale?: string | undefined;
  time_zone?: string | undefined;
  is_service?: boolean | undefined;
  password_hash: string | null;
}

/** A user with a password is active, and so is a program; any other waits for an invitation to be accepted. */
export function insertUser(caller: Caller, user: NewUser): Change<UserRow> {
  const status: UserStatus = user.password_hash === null && !user.is_service ? 'invited' : 'active';
  return {
    table: usersTable,
    statement: insertInto(caller, usersTable, {
      ...user,
      status: sql`${status}::user_status`,
      password_changed_at: user.password_hash === null ? undefined : sql`now()`,
      created_by: caller.user_id,
      updated_by: caller.user_id,
    }),
    select: columns('c'),
  };
}

export const userCreated: Recording = {
  event: 'user.post_create',
  also: [{ type: 'user.invited', when: sql`c._after ->> 'status' = 'invited'` }],
};

/** Changes a live user. The caller has made sure that they may. */
export function updateUser(caller: Caller, id: number, values: ColumnValues): Change<UserRow> {
  return {
    table: usersTable,
    statement: updateRows(caller, usersTable, values, sql`id = ${id} and deleted_at is null`),
    select: columns('c'),
  };
}

/** A value of the column `status`. */
export const asStatus = (status: UserStatus) => sql`${status}::user_status`;

export function archiveUser(caller: Caller, id: number): Change<UserRow> {
  return updateUser(caller, id, {
    deleted_at: sql`now()`,
    status: asStatus('deactivated'),
    left_as_employee: false,
  });
}

export function restoreUser(caller: Caller, id: number): Change<UserRow> {
  return {
    table: usersTable,
    statement: updateRows(
      caller,
      usersTable,
      { deleted_at: null },
      sql`id = ${id} and deleted_at is not null`,
    ),
    select: columns('c'),
  };
}

/** A user locked until the end of the transaction, with what only decisions need. */
export interface LockedUser extends UserRow {
  has_password: boolean;
  left_as_employee: boolean;
  /** Whether the caller's right to read reaches them. */
  seen: boolean;
}

/** Locks a user of the organization, deleted or not, against any change by others. */
export async function lockUser(tx: Transaction, caller: Caller, id: number): Promise<LockedUser | undefined> {
  const [user] = await tx.rows<LockedUser>(
    sql`select ${columns('u')}, u.password_hash is not null as has_password, u.left_as_employee, ${inReach(caller, 'user:read')} as seen
      from users u where u.org_id = ${caller.org_id} and u.id = ${id} for update`,
  );
  return user;
}

/** The status of the live user of an address; undefined where it is free. */
export async function statusOfAddress(
  tx: Transaction,
  caller: Caller,
  email: string,
): Promise<UserStatus | undefined> {
  const [user] = await tx.rows<{ status: UserStatus }>(
    sql`select u.status from users u where u.org_id = ${caller.org_id} and u.email = ${email} and u.deleted_at is null`,
  );
  return user?.status;
}

/** Whether a file is a stored image that one of two people uploaded. */
export async function isImageOf(
  tx: Transaction,
  caller: Caller,
  file_id: number,
  user_id: number,
): Promise<boolean> {
  const rows = await tx.rows(
    sql`select f.id from files f where f.org_id = ${caller.org_id} and f.id = ${file_id} and f.deleted_at is null
      and f.status = 'stored' and f.mime like 'image/%' and f.created_by in (${caller.user_id}, ${user_id}) for share`,
  );
  return rows.length > 0;
}
