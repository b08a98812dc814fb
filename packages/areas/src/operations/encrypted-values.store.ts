import type { Platform } from '@wfp/shared';
import { type EncryptedColumn, Prisma } from '@wfp/shared/db';
import { executeOperational, readCrossTenant } from '@wfp/shared/operational';

const { sql, raw } = Prisma;

export interface EncryptedValue {
  org_id: number;
  id: number;
  encrypted: Uint8Array;
}

export function listEncryptedAfter(
  platform: Platform,
  { table, column }: EncryptedColumn,
  after: Pick<EncryptedValue, 'org_id' | 'id'>,
  limit: number,
): Promise<EncryptedValue[]> {
  return readCrossTenant<EncryptedValue>(
    platform,
    sql`select org_id, id, ${raw(column)} as encrypted from ${raw(table)}
      where (org_id, id) > (${after.org_id}::int, ${after.id}::int) and ${raw(column)} is not null
      order by org_id, id limit ${limit}::int`,
  );
}

/** Replaces values by re-encrypted ones, except those that have changed since they were read. */
export async function replaceEncrypted(
  platform: Platform,
  { table, column }: EncryptedColumn,
  values: readonly (EncryptedValue & { reencrypted: Uint8Array })[],
): Promise<EncryptedValue[]> {
  if (values.length === 0) return [];
  return executeOperational<EncryptedValue>(
    platform,
    sql`update ${raw(table)} t set ${raw(column)} = v.reencrypted
      from unnest(${values.map((one) => one.org_id)}::int[], ${values.map((one) => one.id)}::int[],
        ${values.map((one) => Buffer.from(one.encrypted))}::bytea[], ${values.map((one) => Buffer.from(one.reencrypted))}::bytea[])
        v(org_id, id, encrypted, reencrypted)
      where t.org_id = v.org_id and t.id = v.id and t.${raw(column)} = v.encrypted
      returning t.org_id, t.id, v.encrypted as encrypted`,
  );
}
