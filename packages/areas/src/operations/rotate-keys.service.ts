import { areasOf, encryptionKeys, noteInAudit, openWithAny, sealSecret } from '@wfp/shared';
import type { SealedColumn } from '@wfp/shared/db';
import { countAllRecoveryCodes } from '../mfa/index.ts';
import { type Operator, operatorCaller } from './operator.ts';
import { replaceSealed, type SealedValue, sealedAfter } from './sealed.store.ts';

const atOnce = 200;

/** Under which keys the values of a column are. */
export interface SealedCount {
  column: string;
  current: number;
  /** Under a key of before; after a rotation, those it has sealed anew. */
  previous: number;
  /** Which no key opens: `table (org_id, id)`, the first few. */
  unreadable: string[];
  unreadable_count: number;
}

export interface KeyState {
  columns: SealedCount[];
  /** Good for something, and accepted by the key they were made under alone. */
  recovery_codes: number;
}

/**
 * Looks at every sealed value and, with `rotate`, seals what is under a key of before with the current one: in
 * batches, each row by itself, while the service runs. Cut off, the next run goes on with what is left.
 */
export async function rotateKeys(operator: Operator, { rotate }: { rotate: boolean }): Promise<KeyState> {
  const { platform } = operator;
  const columns: SealedCount[] = [];
  const organizations = new Set<number>();
  for (const column of areasOf(platform).flatMap((area) => area.sealed ?? []))
    columns.push(await visit(operator, column, rotate, organizations));
  for (const org_id of organizations) {
    await noteInAudit(operatorCaller(operator, org_id), {
      action: 'rotate_key',
      resource: 'encryption_key',
      outcome: 'success',
    });
  }
  return { columns, recovery_codes: await countAllRecoveryCodes(platform) };
}

async function visit(
  operator: Operator,
  column: SealedColumn,
  rotate: boolean,
  organizations: Set<number>,
): Promise<SealedCount> {
  const name = `${column.table}.${column.column}`;
  const count: SealedCount = { column: name, current: 0, previous: 0, unreadable: [], unreadable_count: 0 };
  for (let after = { org_id: 0, id: 0 }; ; ) {
    const values = await sealedAfter(operator.platform, column, after, atOnce);
    const old = values.flatMap((value) => judged(operator, column, value, count));
    if (rotate) {
      const replaced = await replaceSealed(operator.platform, column, old);
      for (const { org_id } of replaced) organizations.add(org_id);
    }
    const last = values.at(-1);
    if (!last || values.length < atOnce) return count;
    after = last;
    operator.progress(`${name}: ${count.current + count.previous} looked at`);
  }
}

function judged(
  { platform }: Operator,
  { table, context }: SealedColumn,
  value: SealedValue,
  count: SealedCount,
): (SealedValue & { fresh: Uint8Array })[] {
  const bound = context(value.org_id);
  try {
    const { text, isCurrent } = openWithAny(encryptionKeys(platform.config), bound, value.sealed);
    count[isCurrent ? 'current' : 'previous'] += 1;
    if (isCurrent) return [];
    return [{ ...value, fresh: sealSecret(platform.config.ENCRYPTION_KEY, bound, text) }];
  } catch {
    count.unreadable_count += 1;
    if (count.unreadable.length < 10) count.unreadable.push(`${table} (${value.org_id}, ${value.id})`);
    return [];
  }
}
