import { type Caller, hasVisibleRow, isSettingEqual, rowsInScope, type ScopedTable } from '@wfp/shared';
import {
  type Change,
  type ColumnValues,
  insertInto,
  Prisma,
  type Recording,
  recordedTable,
  settingColumns,
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
    ${suspensionReason(caller, alias)} as suspension_reason`;

/** Null unless the caller may suspend users. */
const suspensionReason = (caller: Caller, alias: string) =>
  caller.rowScopeFor('user:manage')?.org ? raw(`${alias}.suspension_reason`) : sql`null::text`;

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

/** A locked user, with columns that responses do not include. */
export interface LockedUser extends UserRow {
  has_password: boolean;
  left_as_employee: boolean;
  /** True if the caller has `user:read` on this user. */
  seen: boolean;
}

export async function lockUser(tx: Transaction, caller: Caller, id: number): Promise<LockedUser | undefined> {
  const [user] = await tx.rows<LockedUser>(
    sql`select ${userColumns(caller, 'u')}, u.password_hash is not null as has_password, u.left_as_employee, ${rowsInScope(caller, 'user:read', { users: [sql`u.id`] })} as seen
      from users u where u.org_id = ${caller.org_id} and u.id = ${id} for update`,
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
      and ${hasVisibleRow(caller, 'user', sql`u.id`)} for update of u`);
  return user;
}

/**
 * Records a sign-in. Returns false if the user is not active or has another password hash. The row lock serializes the
 * sign-in with a password change: either the sign-in fails, or the password change ends the new session.
 *
 * @param password_hash null if no password was verified; otherwise the use of the password is recorded, too
 */
export async function recordLogin(
  tx: Transaction,
  caller: Caller,
  password_hash: string | null,
): Promise<boolean> {
  const noted = await tx.executeUnrecorded(
    sql`update users set last_login_at = now() where org_id = ${caller.org_id} and id = ${caller.user_id}
      and status = 'active' and deleted_at is null
      and (${password_hash}::text is null or password_hash = ${password_hash}::text)`,
  );
  if (noted === 1 && password_hash !== null)
    await tx.executeUnrecorded(sql`update user_identities set last_used_at = now() where org_id = ${caller.org_id}
      and user_id = ${caller.user_id} and provider = 'password' and deleted_at is null`);
  return noted === 1;
}

/** Failed sign-ins. Their events belong to the user, and their audit entries are those of sessions. */
const signInsTable = recordedTable({
  name: 'users',
  aggregate: 'user',
  resource: 'session',
  columns: Prisma.UserScalarFieldEnum,
  subject: { users: [sql`c.id`] },
});

/** Records a failed sign-in of a user. No value of the user changes. */
export function recordFailedLogin(caller: Caller, user_id: number): Change<{ id: number }> {
  return {
    table: signInsTable,
    statement: settingColumns(
      [],
      sql`update users set last_login_at = last_login_at where org_id = ${caller.org_id} and id = ${user_id}`,
    ),
    select: sql`c.id`,
  };
}

/** True if a user is an active service user. */
export async function isServiceUser(tx: Transaction, caller: Caller, user_id: number): Promise<boolean> {
  const rows = await tx.rows(
    sql`select u.id from users u where u.org_id = ${caller.org_id} and u.id = ${user_id} and u.is_service
      and u.status = 'active' and u.deleted_at is null`,
  );
  return rows.length > 0;
}
