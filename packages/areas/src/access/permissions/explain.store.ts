import {
  type Caller,
  isVisibleRow,
  type Permission,
  type RowScope,
  resourceOf,
  rowsInScope,
  type ScopedTable,
} from '@wfp/shared';
import { identifier, Prisma, readOne, readRows } from '@wfp/shared/db';
import { usersAs } from '../../accounts/index.ts';
import { findGrantsOfActiveUser, type GrantDetails } from '../authority/lock.store.ts';
import type { ReadRows } from '../granted-roles/granted-roles.store.ts';

const { sql } = Prisma;

export interface UserWithGrants {
  user_id: number;
  employee_id: number | null;
  status: string;
  grants: GrantDetails[];
}

/**
 * Returns a user with the grants in force, which are none if the user is not active. Returns undefined if the user
 * does not exist or the caller may not read the user's grants.
 *
 * @param isOwn true if the user is the caller, who need not have `grant:read`
 */
export async function findUserWithGrants(
  caller: Caller,
  user_id: number,
  isOwn = false,
): Promise<UserWithGrants | undefined> {
  const isReadable = isOwn ? sql`true` : rowsInScope(caller, 'grant:read', { users: [sql`u.id`] });
  const user = await readOne<Omit<UserWithGrants, 'grants'>>(
    caller,
    // This area cannot import from `employees`, which depends on it, so the table is named directly.
    sql`select u.id as user_id, u.status, e.id as employee_id from ${usersAs('u')}
      left join employees e on e.org_id = u.org_id and e.user_id = u.id and e.deleted_at is null
      where u.org_id = ${caller.org_id} and u.id = ${user_id} and u.deleted_at is null
        and ${isReadable}`,
  );
  if (!user) return undefined;
  const rows: ReadRows = (statement) => readRows(caller, statement);
  return { ...user, grants: await findGrantsOfActiveUser(rows, caller, user_id) };
}

/** Returns for each scope of a user whether it includes a row; false if there is no such row, or it is hidden from the caller. */
export async function matchScopesToRow(
  caller: Caller,
  user: UserWithGrants,
  permission: Permission,
  rows: ScopedTable,
  record_id: number,
  rowScopes: readonly RowScope[],
): Promise<boolean[]> {
  if (rowScopes.length === 0) return [];
  const { user_id, employee_id } = user;
  const owners = rows.owners({ ...caller, user_id, employee_id });
  const as = (rowScope: Caller['rowScopeFor']): Caller => ({
    ...caller,
    user_id,
    employee_id,
    grants: user.grants,
    rowScopeFor: rowScope,
  });
  const { access } = caller.platform;
  const everywhere = as((other) => access.rowScopeFor(user.grants, other));
  const visible = rows.visible?.(everywhere as never) ?? sql`true`;
  const tests = rowScopes.map(
    (rowScope) =>
      sql`${rowsInScope(
        as(() => rowScope),
        permission,
        owners,
      )} and ${visible}`,
  );
  const [found] = await readRows<{ reached: boolean[] }>(
    caller,
    sql`select array[${Prisma.join(tests.map((test) => sql`coalesce(${test}, false)`))}] as reached
      from ${identifier(rows.table)} r where r.org_id = ${caller.org_id} and r.id = ${record_id}
        and ${isVisibleRow(caller, resourceOf(permission))}`,
  );
  return found?.reached ?? rowScopes.map(() => false);
}
