import type { Caller } from '@wfp/shared';
import { Prisma, recordLock, type Transaction } from '@wfp/shared/db';

const { sql, raw } = Prisma;

/** Table of users under an alias, including deleted ones. */
export const usersAs = (alias: string): Prisma.Sql => raw(`users ${alias}`);

/** Join target: the user that a row refers to, deleted or not. `join ${userOf('u', 'g')}` for `g.user_id` */
export const userOf = (user: string, row: string, column = 'user_id'): Prisma.Sql =>
  raw(`users ${user} on ${user}.org_id = ${row}.org_id and ${user}.id = ${row}.${column}`);

/** Like {@link userOf}, without deleted users. */
export const liveUserOf = (user: string, row: string, column = 'user_id'): Prisma.Sql =>
  sql`${userOf(user, row, column)} and ${raw(user)}.deleted_at is null`;

/** Condition: the user exists, is active and is not deleted. */
export const isActiveUser = (org_id: Prisma.Sql, user_id: Prisma.Sql): Prisma.Sql => sql`exists (
  select from users u where u.org_id = ${org_id} and u.id = ${user_id} and u.status = 'active' and u.deleted_at is null)`;

/** Condition: a user under an alias is active, is not deleted and is not a service user. */
export const isActivePerson = (user: string): Prisma.Sql =>
  raw(`${user}.status = 'active' and ${user}.deleted_at is null and not ${user}.is_service`);

/** Locks a user against deletion until the transaction ends. Returns false if the user does not exist or is deleted. */
export async function lockUserAgainstDeletion(
  tx: Transaction,
  caller: Caller,
  user_id: number,
): Promise<boolean> {
  const rows = await tx.rows(sql`select u.id from users u
    where u.org_id = ${caller.org_id} and u.id = ${user_id} and u.deleted_at is null for key share`);
  return rows.length > 0;
}

/** Locks an active user against deactivation until the transaction ends. Returns false if the user is not active. */
export async function lockActiveUser(tx: Transaction, caller: Caller, user_id: number): Promise<boolean> {
  const rows =
    await tx.rows(sql`select u.id from users u where u.org_id = ${caller.org_id} and u.id = ${user_id}
    and u.status = 'active' and u.deleted_at is null for key share`);
  return rows.length > 0;
}

/** Locks a user against sign-ins until the transaction ends. Those that follow see the new password. */
export async function lockUserAgainstSignIns(
  tx: Transaction,
  caller: Caller,
  user_id: number,
): Promise<void> {
  await tx.rows(sql`select from users u where u.org_id = ${caller.org_id} and u.id = ${user_id} for update`);
}

/**
 * Serializes transactions on a user, and locks the user as {@link lockUserAgainstDeletion} does. Changes of the user's
 * other columns do not wait.
 */
export async function serializeByUser(tx: Transaction, caller: Caller, user_id: number): Promise<void> {
  await tx.rows(serializedUser(caller, user_id));
}

/**
 * Query that takes the locks of {@link serializeByUser} and returns `org_id` and `id` of the user. The row is locked before
 * the advisory lock is taken, because transactions that delete a user may need both in this order.
 */
export const serializedUser = (caller: Caller, user_id: number): Prisma.Sql => sql`
  select l.org_id, l.id, ${recordLock('user', 'l.id')}
  from (select u.org_id, u.id from users u where u.org_id = ${caller.org_id} and u.id = ${user_id} for key share) l`;
