import {
  type Caller,
  hasVisibleRow,
  isSettingEqual,
  type RecordNaming,
  rowsInScope,
  type ScopedTable,
} from '@wfp/shared';
import {
  type Change,
  type ColumnValues,
  insertInto,
  Prisma,
  type Recording,
  recordedTable,
  type Transaction,
  updateIfDifferent,
  updateRows,
  wireColumns,
} from '@wfp/shared/db';

const { sql, raw } = Prisma;

/** `personal`: names and addresses do not appear in events, and are stored apart from audit entries. */
export const usersTable = recordedTable({
  name: 'users',
  aggregate: 'user',
  columns: Prisma.UserScalarFieldEnum,
  subject: { users: [sql`c.id`] },
  personal: sql`c.id`,
});

export const userStatuses = ['invited', 'active', 'suspended', 'deactivated'] as const;
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

const hiddenColumns = ['password_changed_at', 'left_as_employee', 'last_login_at', 'suspension_reason'];

export const userColumns = (caller: Caller, alias: string) =>
  sql`${wireColumns(usersTable, alias, hiddenColumns)}, ${lastLoginAt(caller, alias)} as last_login_at,
    ${forManagers(caller, alias, 'suspension_reason')}, ${forManagers(caller, alias, 'left_as_employee')}`;

/** A column that is null unless the caller may suspend users. */
const forManagers = (caller: Caller, alias: string, column: 'suspension_reason' | 'left_as_employee') =>
  sql`${caller.rowScopeFor('user:manage')?.org ? raw(`${alias}.${column}`) : sql`null`} as ${raw(column)}`;

/** The time of the last sign-in, which is null in the rows of other users unless the caller may see it. */
export const lastLoginAt = (caller: Caller, alias: string): Prisma.Sql =>
  signInTime(caller, raw(`${alias}.id`), raw(`${alias}.last_login_at`));

/** The time of a sign-in of a user, or null for callers who may not see when others sign in. */
export function signInTime(caller: Caller, user_id: Prisma.Sql, time: Prisma.Sql): Prisma.Sql {
  const seesAll = (['user:manage', 'audit_log:read'] as const).some(
    (permission) => caller.rowScopeFor(permission)?.org,
  );
  if (seesAll) return time;
  const isShown = isSettingEqual(sql`${caller.org_id}::int`, 'privacy', 'show_sign_in_times', true);
  return sql`(case when ${user_id} = ${caller.user_id}::int or ${isShown} then ${time} end)`;
}

export const userRows: ScopedTable = { table: 'users', owners: () => ({ users: [sql`r.id`] }) };

export const userNaming: RecordNaming = {
  name: (alias) => raw(`coalesce(${alias}.display_name, ${alias}.first_name || ' ' || ${alias}.last_name)`),
  hint: (alias) => raw(`${alias}.email`),
};

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

/** Inserts a user: active with a password or as a service user, otherwise invited. */
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
    select: userColumns(caller, 'c'),
  };
}

export const userCreated: Recording = {
  event: 'user.post_create',
  also: [{ type: 'user.invited', when: sql`c._after ->> 'status' = 'invited'` }],
};

/** Updates a live user. Checks no permission. */
export function updateUser(caller: Caller, id: number, values: ColumnValues): Change<UserRow> {
  return {
    table: usersTable,
    statement: updateRows(caller, usersTable, values, sql`id = ${id} and deleted_at is null`),
    select: userColumns(caller, 'c'),
  };
}

/** Updates a live user if a value differs. Checks no permission. */
export function updateUserIfDifferent(caller: Caller, id: number, values: ColumnValues): Change<UserRow> {
  return {
    table: usersTable,
    statement: updateIfDifferent(caller, usersTable, values, sql`id = ${id} and deleted_at is null`),
    select: userColumns(caller, 'c'),
  };
}

export const userStatusValue = (status: UserStatus) => sql`${status}::user_status`;

export function archiveUser(caller: Caller, id: number): Change<UserRow> {
  return updateUser(caller, id, {
    deleted_at: sql`now()`,
    status: userStatusValue('deactivated'),
    suspension_reason: null,
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
    select: userColumns(caller, 'c'),
  };
}

const [forUpdate, forNoKeyUpdate] = [sql`for update`, sql`for no key update`];

/** A locked user, with columns that responses do not include, or only for some callers. */
export interface LockedUser extends UserRow {
  has_password: boolean;
  is_leaver: boolean;
  /** True if the caller has `user:read` on this user. */
  seen: boolean;
}

/**
 * Locks a user.
 *
 * @param isUpdate true if neither the password nor the status of the user changes, and the user is not deleted: sign-ins
 *   and new rows that refer to the user then do not wait
 */
export async function lockUser(
  tx: Transaction,
  caller: Caller,
  id: number,
  isUpdate = false,
): Promise<LockedUser | undefined> {
  const [user] = await tx.rows<LockedUser>(
    sql`select ${userColumns(caller, 'u')}, u.password_hash is not null as has_password, u.left_as_employee as is_leaver, ${rowsInScope(caller, 'user:read', { users: [sql`u.id`] })} as seen
      from users u where u.org_id = ${caller.org_id} and u.id = ${id} ${isUpdate ? forNoKeyUpdate : forUpdate}`,
  );
  return user;
}

export interface UserOfEmail {
  id: number;
  status: UserStatus;
  /** True if the caller has `user:read` on this user. */
  seen: boolean;
}

/** Returns the live user with an address. */
export async function findUserByEmail(
  tx: Transaction,
  caller: Caller,
  email: string,
): Promise<UserOfEmail | undefined> {
  const [user] = await tx.rows<UserOfEmail>(
    sql`select u.id, u.status, ${rowsInScope(caller, 'user:read', { users: [sql`u.id`] })} as seen
      from users u where u.org_id = ${caller.org_id} and u.email = ${email} and u.deleted_at is null`,
  );
  return user;
}

/** Locks the user with an address, if the caller may read the user. */
export async function lockUserByEmail(
  tx: Transaction,
  caller: Caller,
  email: string,
): Promise<{ id: number } | undefined> {
  const [user] = await tx.rows<{ id: number }>(sql`select u.id from users u
    where u.org_id = ${caller.org_id} and u.email = ${email} and u.deleted_at is null
      and ${hasVisibleRow(caller, 'user', sql`u.id`)} for no key update of u`);
  return user;
}

/**
 * Records a sign-in. Returns false if the user is not active or has another password hash. The row lock serializes the
 * sign-in with a password change and with a deactivation, which lock the user by {@link lockUser}: either the sign-in
 * fails, or they end the new session. It does not wait for changes of other columns, which an import may hold for
 * minutes; the time of the sign-in is then not set.
 *
 * @param password_hash null if no password was verified; otherwise the use of the password is recorded, too
 */
export async function recordLogin(
  tx: Transaction,
  caller: Caller,
  password_hash: string | null,
): Promise<boolean> {
  const { org_id, user_id } = caller;
  const verified = await tx.rows(sql`select from users u where u.org_id = ${org_id} and u.id = ${user_id}
    and u.status = 'active' and u.deleted_at is null
    and (${password_hash}::text is null or u.password_hash = ${password_hash}::text) for key share`);
  if (verified.length === 0) return false;
  await tx.executeUnrecorded(sql`update users set last_login_at = now()
    from (select u.id from users u where u.org_id = ${org_id} and u.id = ${user_id} for no key update skip locked) free
    where users.org_id = ${org_id} and users.id = free.id`);
  if (password_hash !== null)
    await tx.executeUnrecorded(sql`update user_identities set last_used_at = now() where org_id = ${org_id}
      and user_id = ${user_id} and provider = 'password' and deleted_at is null`);
  return true;
}

/** True if a user is an active service user. */
export async function isServiceUser(tx: Transaction, caller: Caller, user_id: number): Promise<boolean> {
  const rows = await tx.rows(
    sql`select u.id from users u where u.org_id = ${caller.org_id} and u.id = ${user_id} and u.is_service
      and u.status = 'active' and u.deleted_at is null`,
  );
  return rows.length > 0;
}
