import { areasOf, decryptWithAny, encryptionKeys, encryptSecret, writeAuditNote } from '@wfp/shared';
import type { EncryptedColumn } from '@wfp/shared/db';
import { countAllRecoveryCodes } from '../mfa/index.ts';
import { type EncryptedValue, listEncryptedAfter, replaceEncrypted } from './encrypted-values.store.ts';
import { type Operator, operatorCaller } from './operator.ts';

const batchSize = 200;

export interface EncryptionCount {
  column: string;
  current: number;
  /**
   * Number of values encrypted with an earlier key. A rotation re-encrypts them, unless they change at the same time.
   */
  previous: number;
  /** Values that no key decrypts, as `table (org_id, id)`: the first ten. */
  unreadable: string[];
  unreadable_count: number;
}

export interface EncryptionReport {
  columns: EncryptionCount[];
  /**
   * Number of unused recovery codes. Their hashes cannot be converted: they verify only with the key of their creation.
   */
  recovery_codes: number;
}

/**
 * Counts encrypted values by key and, with `rotate`, re-encrypts those of earlier keys, in batches while the service
 * runs. If interrupted, the next run continues with the remaining values.
 */
export async function rotateKeys(
  operator: Operator,
  { rotate }: { rotate: boolean },
): Promise<EncryptionReport> {
  const { platform } = operator;
  const columns: EncryptionCount[] = [];
  const organizations = new Set<number>();
  for (const column of areasOf(platform).flatMap((area) => area.encryptedColumns ?? []))
    columns.push(await rotateColumn(operator, column, rotate, organizations));
  for (const org_id of organizations) {
    await writeAuditNote(operatorCaller(operator, org_id), {
      action: 'rotate_key',
      resource: 'encryption_key',
      outcome: 'success',
    });
  }
  return { columns, recovery_codes: await countAllRecoveryCodes(platform) };
}

async function rotateColumn(
  operator: Operator,
  column: EncryptedColumn,
  rotate: boolean,
  organizations: Set<number>,
): Promise<EncryptionCount> {
  const name = `${column.table}.${column.column}`;
  const count: EncryptionCount = {
    column: name,
    current: 0,
    previous: 0,
    unreadable: [],
    unreadable_count: 0,
  };
  for (let after = { org_id: 0, id: 0 }; ; ) {
    const values = await listEncryptedAfter(operator.platform, column, after, batchSize);
    const old = values.flatMap((value) => reencryptIfOld(operator, column, value, count));
    if (rotate) {
      const replaced = await replaceEncrypted(operator.platform, column, old);
      for (const { org_id } of replaced) organizations.add(org_id);
    }
    const last = values.at(-1);
    if (!last || values.length < batchSize) return count;
    after = last;
    operator.progress(`${name}: ${count.current + count.previous} checked`);
  }
}

function reencryptIfOld(
  { platform }: Operator,
  { table, context }: EncryptedColumn,
  value: EncryptedValue,
  count: EncryptionCount,
): (EncryptedValue & { reencrypted: Uint8Array })[] {
  const bound = context(value.org_id);
  try {
    const { text, isCurrent } = decryptWithAny(encryptionKeys(platform.config), bound, value.encrypted);
    count[isCurrent ? 'current' : 'previous'] += 1;
    if (isCurrent) return [];
    return [{ ...value, reencrypted: encryptSecret(platform.config.ENCRYPTION_KEY, bound, text) }];
  } catch {
    count.unreadable_count += 1;
    if (count.unreadable.length < 10) count.unreadable.push(`${table} (${value.org_id}, ${value.id})`);
    return [];
  }
}
