import { type Caller, type Permission, type RowScope, rowsInReach } from '@wfp/shared';
import type { Listed } from '@wfp/shared/contract';
import {
  type Change,
  insertInto,
  Prisma,
  readOne,
  readPage,
  recordedTable,
  type Transaction,
  updateIfDifferent,
  updateRows,
  wireColumns,
} from '@wfp/shared/db';
import type { ListApiKeys, PatchApiKey } from './api-keys.contract.ts';

const { sql, empty } = Prisma;

export const apiKeysTable = recordedTable({
  name: 'api_keys',
  aggregate: 'api_key',
  columns: Prisma.ApiKeyScalarFieldEnum,
  record_name: sql`c.name`,
  subject: { users: [sql`c.user_id`] },
});

/** One's own keys are those that act as oneself. */
export const apiKeyRows: RowScope = { table: 'api_keys', owners: () => ({ users: [sql`r.user_id`] }) };

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

const columns = (alias: string) => wireColumns(apiKeysTable, alias, ['expiry_notices']);

const keysInReach = (caller: Caller, permission: Permission) =>
  rowsInReach(caller, permission, { users: [sql`k.user_id`] });

/** A key works while it is neither revoked nor expired. */
const states = {
  live: sql`k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`,
  expired: sql`k.revoked_at is null and k.expires_at <= now()`,
  revoked: sql`k.revoked_at is not null`,
};

export async function findApiKeys(caller: Caller, query: ListApiKeys): Promise<Listed<ApiKeyRow>> {
  const { status, user_id } = query;
  return readPage<ApiKeyRow>(caller, query, {
    columns: columns('k'),
    from: sql`api_keys k`,
    where: sql`k.org_id = ${caller.org_id} and ${keysInReach(caller, 'api_key:read')}
      ${status ? sql`and ${states[status]}` : empty} ${user_id ? sql`and k.user_id = ${user_id}` : empty}`,
    orderBy: sql`k.id desc`,
  });
}

export function findApiKey(
  caller: Caller,
  id: number,
  permission: Permission = 'api_key:read',
): Promise<ApiKeyRow | undefined> {
  return readOne<ApiKeyRow>(
    caller,
    sql`select ${columns('k')} from api_keys k
      where k.org_id = ${caller.org_id} and k.id = ${id} and ${keysInReach(caller, permission)}`,
  );
}

/** A live key that is about to change, locked. */
export async function lockLiveKey(
  tx: Transaction,
  caller: Caller,
  id: number,
  permission: Permission,
): Promise<ApiKeyRow | undefined> {
  const [row] = await tx.rows<ApiKeyRow>(
    sql`select ${columns('k')} from api_keys k
      where k.org_id = ${caller.org_id} and k.id = ${id} and ${states.live} and ${keysInReach(caller, permission)} for update`,
  );
  return row;
}

/** Whether another key has taken over from this one and works. */
export async function hasSuccessor(tx: Transaction, caller: Caller, id: number): Promise<boolean> {
  const rows = await tx.rows(
    sql`select k.id from api_keys k where k.org_id = ${caller.org_id} and k.rotated_from_id = ${id} and ${states.live} limit 1`,
  );
  return rows.length > 0;
}

/** A key as it is written for the first time. */
export interface KeyToInsert {
  name: string;
  description: string;
  permissions: readonly Permission[];
  allowed_cidrs: readonly string[];
  expires_at: Date | null;
  /** The notices about its end that are not worth giving any more. */
  expiry_notices: readonly number[];
  user_id: number;
  rotated_from_id?: number;
}

export function insertApiKey(
  caller: Caller,
  key: KeyToInsert,
  secret: { prefix: string; key_hash: Buffer },
): Change<ApiKeyRow> {
  return {
    table: apiKeysTable,
    statement: insertInto(caller, apiKeysTable, {
      ...secret,
      ...key,
      permissions: sql`${key.permissions}::text[]`,
      allowed_cidrs: sql`${key.allowed_cidrs}::text[]`,
      expiry_notices: sql`${key.expiry_notices}::int[]`,
      expires_at: sql`${key.expires_at}::timestamptz`,
      created_by: caller.user_id,
      updated_by: caller.user_id,
    }),
    select: columns('c'),
  };
}

export function updateApiKey(caller: Caller, id: number, patch: PatchApiKey): Change<ApiKeyRow> {
  const { permissions, allowed_cidrs, ...plain } = patch;
  return {
    table: apiKeysTable,
    statement: updateIfDifferent(
      caller,
      apiKeysTable,
      {
        ...plain,
        permissions: permissions && sql`${permissions}::text[]`,
        allowed_cidrs: allowed_cidrs && sql`${allowed_cidrs}::text[]`,
      },
      sql`id = ${id}`,
    ),
    select: columns('c'),
  };
}

/** Lets a key end at a moment, or sooner if it was to end sooner; nobody needs to be told of it. */
export function endApiKeyAt(caller: Caller, id: number, at: Date): Change<{ id: number }> {
  const values = { expires_at: sql`least(expires_at, ${at}::timestamptz)`, expiry_notices: sql`'{7,1}'` };
  return {
    table: apiKeysTable,
    statement: updateRows(caller, apiKeysTable, values, sql`id = ${id}`),
    select: sql`c.id`,
  };
}

export function revokeApiKeyRow(caller: Caller, id: number): Change<{ id: number }> {
  const mine = rowsInReach(caller, 'api_key:archive', { users: [sql`api_keys.user_id`] });
  return {
    table: apiKeysTable,
    statement: updateRows(
      caller,
      apiKeysTable,
      { revoked_at: sql`now()` },
      sql`id = ${id} and revoked_at is null and ${mine}`,
    ),
    select: sql`c.id`,
  };
}

/** Revokes the keys of a user and destroys where they were used from, in the transaction that erases the user. */
export async function eraseKeys(tx: Transaction, caller: Caller, user_id: number): Promise<void> {
  await tx.executeUnrecorded(sql`update api_keys set last_used_ip = null, revoked_at = coalesce(revoked_at, now())
    where org_id = ${caller.org_id} and user_id = ${user_id}`);
}
