import { type Caller, hasVisibleRow, type Permission, rowsInScope } from '@wfp/shared';
import type { ListPage } from '@wfp/shared/contract';
import {
  containsPattern,
  orderBy,
  Prisma,
  readOne,
  readPage,
  type SortKey,
  type Transaction,
} from '@wfp/shared/db';
import { grantsInForceOf } from '../../access/index.ts';
import { lastLoginAt, type UserRow, userColumns, usersAs } from '../../accounts/index.ts';
import { employeesOfUser } from '../../employees/index.ts';
import { organizationOf } from '../../organizations/index.ts';
import type { ListUsers, UserFilter, userSorts } from './users.contract.ts';

const { sql, empty } = Prisma;

const isInScope = (caller: Caller, permission: Permission) =>
  rowsInScope(caller, permission, { users: [sql`u.id`] });

export async function findMe(caller: Caller): Promise<UserRow | undefined> {
  return readOne<UserRow>(
    caller,
    sql`select ${userColumns(caller, 'u')}, o.name as org_name, o.slug as org_slug, ${caller.employee_id}::int as employee_id
      from ${usersAs('u')} join ${organizationOf('o', 'u')}
      where u.org_id = ${caller.org_id} and u.id = ${caller.user_id}`,
  );
}

export async function findUser(
  caller: Caller,
  id: number,
  permission: Permission = 'user:read',
): Promise<UserRow | undefined> {
  return readOne<UserRow>(
    caller,
    sql`select ${userColumns(caller, 'u')} from ${usersAs('u')}
      where u.org_id = ${caller.org_id} and u.id = ${id} and u.deleted_at is null and ${isInScope(caller, permission)}`,
  );
}

export async function hasAvatar(
  tx: Transaction,
  caller: Caller,
  id: number,
  file_id: number,
): Promise<boolean> {
  const rows = await tx.rows(sql`select u.id from ${usersAs('u')}
    where u.org_id = ${caller.org_id} and u.id = ${id} and u.avatar_file_id = ${file_id} and u.deleted_at is null`);
  return rows.length > 0;
}

const sortKeys = (caller: Caller): Record<(typeof userSorts)[number], SortKey> => ({
  name: [sql`u.last_name`, sql`u.first_name`],
  email: sql`u.email`,
  status: sql`u.status`,
  created_at: sql`u.created_at`,
  updated_at: sql`u.updated_at`,
  // Users who never signed in, and those whose last sign-in the caller may not see, sort first.
  last_login_at: sql`coalesce(${lastLoginAt(caller, 'u')}, '-infinity')`,
});

export async function findUsers(caller: Caller, query: ListUsers): Promise<ListPage<UserRow>> {
  return readPage<UserRow>(caller, query, {
    columns: userColumns(caller, 'u'),
    alias: sql`u`,
    from: usersAs('u'),
    where: query.deleted
      ? usersWhere(caller, query, 'user:manage', sql`not null`)
      : usersWhere(caller, query, 'user:read'),
    orderBy: orderBy(query.sort, sortKeys(caller), sql`u.id`),
  });
}

/**
 * Condition: user `u` matches a filter, and the caller has a permission on the user. `deletedAt` is `not null` for
 * deleted users.
 */
export function usersWhere(
  caller: Caller,
  filter: UserFilter,
  permission: Permission,
  deletedAt = sql`null`,
): Prisma.Sql {
  const { status, role, team_id, is_service, q } = filter;
  return sql`u.org_id = ${caller.org_id} and u.deleted_at is ${deletedAt} and ${isInScope(caller, permission)}
    ${status ? sql`and u.status = ${status}::user_status` : empty}
    ${is_service === undefined ? empty : sql`and u.is_service = ${is_service}`}
    ${role ? hasRoleWithCode(caller, role) : empty}
    ${team_id ? isMemberOfTeam(caller, team_id) : empty}
    ${q ? sql`and u.search_text like lower(${containsPattern(q)})` : empty}`;
}

/** Matches only users whose grants the caller may read. */
const hasRoleWithCode = (caller: Caller, code: string) =>
  sql`and exists (select ${grantsInForceOf('u')} and r.code = ${code})
    and ${rowsInScope(caller, 'grant:read', { users: [sql`u.id`] })}`;

/** Matches only employees, and only of a team, that the caller may read. */
const isMemberOfTeam = (caller: Caller, team_id: number) => sql`and exists (
    select ${employeesOfUser('u')} and e.id in (select employees_in_teams(u.org_id, array[${team_id}::int]))
      and ${hasVisibleRow(caller, 'employee', sql`e.id`)})
  and ${hasVisibleRow(caller, 'team', team_id)}`;
