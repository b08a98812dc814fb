import { type Caller, rowsInReach } from '@wfp/shared';
import type { Listed } from '@wfp/shared/contract';
import {
  type Change,
  insertInto,
  Prisma,
  readPage,
  recordedTable,
  updateRows,
  wireColumns,
} from '@wfp/shared/db';
import type { CreateApiKey, ListApiKeys } from './api-keys.contract.ts';

const { sql } = Prisma;

export const apiKeysTable = recordedTable({
  name: 'api_keys',
  aggregate: 'api_key',
  columns: Prisma.ApiKeyScalarFieldEnum,
  record_name: sql`c.name`,
  subject: { users: [sql`c.user_id`] },
});

export interface ApiKeyRow {
  id: number;
  name: string;
  prefix: string;
}

export async function findApiKeys(caller: Caller, query: ListApiKeys): Promise<Listed<ApiKeyRow>> {
  const where = sql`k.org_id = ${caller.org_id} and ${rowsInReach(caller, 'api_key:read', { users: [sql`k.user_id`] })}`;
  return readPage<ApiKeyRow>(caller, query, {
    columns: sql`${wireColumns(apiKeysTable, 'k')}`,
    from: sql`api_keys k`,
    where,
    orderBy: sql`k.id desc`,
  });
}

export function insertApiKey(
  caller: Caller,
  body: CreateApiKey,
  secret: { prefix: string; key_hash: Buffer },
): Change<ApiKeyRow> {
  return {
    table: apiKeysTable,
    statement: insertInto(caller, apiKeysTable, {
      ...secret,
      name: body.name,
      permissions: sql`${body.permissions}::text[]`,
      expires_at: sql`${body.expires_at ?? null}::timestamptz`,
      user_id: caller.user_id,
      created_by: caller.user_id,
    }),
    select: wireColumns(apiKeysTable, 'c'),
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
