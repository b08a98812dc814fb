import { type Caller, type Permission, rowsInScope } from '@wfp/shared';
import { type Change, insertInto, Prisma, type Transaction, updateRows } from '@wfp/shared/db';
import { apiKeys } from './api-keys.resource.ts';
import { hasStatus } from './key-status.store.ts';

const { sql } = Prisma;

const { table } = apiKeys;

export interface ApiKeyRow {
  id: number;
  user_id: number;
  name: string;
  description: string;
  prefix: string;
  permissions: Permission[];
  allowed_cidrs: string[];
  expires_at: Date | null;
  revoked_at: Date | null;
  created_at: Date;
}

const keysInReach = (caller: Caller, permission: Permission) =>
  rowsInScope(caller, permission, { users: [sql`k.user_id`] });

export async function lockLiveKey(
  tx: Transaction,
  caller: Caller,
  id: number,
  permission: Permission,
): Promise<ApiKeyRow | undefined> {
  const [row] = await tx.rows<ApiKeyRow>(
    sql`select ${apiKeys.select('k')} from api_keys k
      where k.org_id = ${caller.org_id} and k.id = ${id} and ${hasStatus('live', 'k')} and ${keysInReach(caller, permission)} for update`,
  );
  return row;
}

export async function hasSuccessor(tx: Transaction, caller: Caller, id: number): Promise<boolean> {
  const rows = await tx.rows(
    sql`select k.id from api_keys k where k.org_id = ${caller.org_id} and k.rotated_from_id = ${id} and ${hasStatus('live', 'k')} limit 1`,
  );
  return rows.length > 0;
}

/** Counts the live keys of a user, up to a limit. */
export async function countLiveKeys(
  tx: Transaction,
  caller: Caller,
  user_id: number,
  limit: number,
): Promise<number> {
  const rows = await tx.rows(
    sql`select k.id from api_keys k
      where k.org_id = ${caller.org_id} and k.user_id = ${user_id} and ${hasStatus('live', 'k')} limit ${limit}`,
  );
  return rows.length;
}

export interface NewKey {
  name: string;
  description: string;
  permissions: readonly Permission[];
  allowed_cidrs: readonly string[];
  expires_at: Date | null;
  /** Notices, in days before the expiry, that are not sent because the key's lifetime is shorter. */
  expiry_notices: readonly number[];
  user_id: number;
  rotated_from_id?: number;
}

export function insertApiKey(
  caller: Caller,
  key: NewKey,
  secret: { prefix: string; key_hash: Buffer },
): Change<ApiKeyRow> {
  return {
    table,
    statement: insertInto(caller, table, {
      ...secret,
      ...key,
      permissions: sql`${key.permissions}::text[]`,
      allowed_cidrs: sql`${key.allowed_cidrs}::text[]`,
      expiry_notices: sql`${key.expiry_notices}::int[]`,
      expires_at: sql`${key.expires_at}::timestamptz`,
      created_by: caller.user_id,
      updated_by: caller.user_id,
    }),
    select: apiKeys.select('c'),
  };
}

/** Sets the expiry of a key, unless it expires sooner. The notices before the expiry are not sent. */
export function endApiKeyAt(caller: Caller, id: number, at: Date): Change<{ id: number }> {
  const values = { expires_at: sql`least(expires_at, ${at}::timestamptz)`, expiry_notices: sql`'{7,1}'` };
  return {
    table,
    statement: updateRows(caller, table, values, sql`id = ${id}`),
    select: sql`c.id`,
  };
}

export function revokeApiKeyRow(caller: Caller, id: number): Change<{ id: number }> {
  const mine = rowsInScope(caller, 'api_key:archive', { users: [sql`api_keys.user_id`] });
  return {
    table,
    statement: updateRows(
      caller,
      table,
      { revoked_at: sql`now()` },
      sql`id = ${id} and revoked_at is null and ${mine}`,
    ),
    select: sql`c.id`,
  };
}

/** Revokes the live keys of a user. Checks no permission. */
export function revokeKeyRowsOf(caller: Caller, user_id: number): Change<{ id: number }> {
  const where = sql`user_id = ${user_id} and ${hasStatus('live', 'api_keys')}`;
  return {
    table,
    statement: updateRows(caller, table, { revoked_at: sql`now()` }, where),
    select: sql`c.id`,
  };
}

/** Revokes the keys of a user and deletes their last-used IP addresses, in the transaction that erases the user. */
export async function eraseKeys(tx: Transaction, caller: Caller, user_id: number): Promise<void> {
  await tx.executeUnrecorded(sql`update api_keys set last_used_ip = null, revoked_at = coalesce(revoked_at, now())
    where org_id = ${caller.org_id} and user_id = ${user_id}`);
}
