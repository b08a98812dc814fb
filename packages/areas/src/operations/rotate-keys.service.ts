import { areasOf, decryptWithAny, encryptionKeys, encryptSecret, writeAuditNote } from '@wfp/shared';
import type { EncryptedColumn } from '@wfp/shared/db';
import { countAllRecoveryCodes } from '../mfa/index.ts';
import { type EncryptedValue, listEncryptedAfter, replaceEncrypted } from './encrypted-values.store.ts';
import { type Operator, operatorCaller } from './operator.ts';

const batchSize = 200;

/** Under which keys the values of a column are. */
export interface EncryptionCount {
  column: string;
  current: number;
  /** Under a key of before; after a rotation, those it has sealed anew. */
  previous: number;
  /** Which no key opens: `table (org_id, id)`, the first few. */
  unreadable: string[];
  unreadable_count: number;
}

export interface EncryptionReport {
  columns: EncryptionCount[];
  /** Good for something, and accepted by the key they were made under alone. */
  recovery_codes: number;
}

/**
 * Looks at every sealed value and, with `rotate`, seals what is under a key of before with the current one: in
 * batches, each row by itself, while the service runs. Cut off, the next run goes on with what is left.
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
    operator.progress(`${name}: ${count.current + count.previous} looked at`);
  }
}

function reencryptIfOld(
  { platform }: Operator,
  { table, context }: EncryptedColumn,
  value: EncryptedValue,
  count: EncryptionCount,
): (EncryptedValue & { fresh: Uint8Array })[] {
  const bound = context(value.org_id);
  try {
    const { text, isCurrent } = decryptWithAny(encryptionKeys(platform.config), bound, value.sealed);
    count[isCurrent ? 'current' : 'previous'] += 1;
    if (isCurrent) return [];
    return [{ ...value, fresh: encryptSecret(platform.config.ENCRYPTION_KEY, bound, text) }];
  } catch {
    count.unreadable_count += 1;
    if (count.unreadable.length < 10) count.unreadable.push(`${table} (${value.org_id}, ${value.id})`);
    return [];
  }
}
