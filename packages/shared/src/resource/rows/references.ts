import { hasVisibleRow, isVisibleRowOf } from '../../access/visible-rows.store.ts';
import type { Caller } from '../../caller.ts';
import { Prisma, type Transaction } from '../../db/index.ts';
import { enumCodeOf, enumValueLookupOf, unknownCodeMessage } from '../../endpoint/unknown-codes.ts';
import { invalidField, missingReference } from '../../errors.ts';
import type { Field } from '../contract/field.ts';
import type { WriteStep } from './hooks/hooks.ts';
import type { AnyRow } from './row.ts';
import { lockLiveRow } from './rows.store.ts';
import type { Rows } from './rows.ts';

/**
 * Locks a live record to which a field refers, until the end of the transaction. The caller must be able to read it.
 *
 * @throws AppError `invalid` on the field if the record does not exist or is hidden
 */
export async function requireReference(
  tx: Transaction,
  caller: Caller,
  { field, table, id, lock }: { field: string; table: string; id: number; lock?: Field['referenceLock'] },
): Promise<void> {
  if (await lockLiveRow(tx, caller, table, id, lock, isVisibleRowOf(caller, table))) return;
  throw missingReference(field);
}

/**
 * Rejects a reference to a record that does not exist or is hidden, where another statement locks the record.
 *
 * @throws AppError `invalid` on the field
 */
export async function requireVisible(
  tx: Transaction,
  caller: Caller,
  { field, resource, id }: { field: string; resource: string; id: number },
): Promise<void> {
  const found = await tx.rows(Prisma.sql`select where ${hasVisibleRow(caller, resource, id)}`);
  if (found.length === 0) throw missingReference(field);
}

type RowsWithFields = Pick<Rows, 'fields'>;

const listReferences = ({ fields }: RowsWithFields) =>
  Object.entries(fields).flatMap(([name, { references, referenceLock: lock = 'share' }]) =>
    references ? [{ name, references, lock }] : [],
  );

/** True if the values contain references or enum codes, which must be checked in a transaction. */
export function hasReferences(rows: RowsWithFields, values: object): boolean {
  const sent = values as Readonly<Record<string, unknown>>;
  return Object.entries(rows.fields).some(
    ([name, { references, schema }]) => sent[name] != null && (references || enumCodeOf(schema)),
  );
}

/**
 * Checks and locks the referenced records, then the enum codes, each in the order of the fields. Skips values that
 * the row has already: a client may send back a whole row whose team was deleted or is hidden.
 */
export async function rejectBrokenReferences(
  rows: RowsWithFields,
  { tx, caller }: WriteStep,
  before: AnyRow | null,
  values: object,
): Promise<void> {
  const sent = values as Readonly<Record<string, unknown>>;
  for (const { name, references, lock } of listReferences(rows)) {
    const id = sent[name];
    if (typeof id !== 'number' || id === before?.[name]) continue;
    await requireReference(tx, caller, { field: name, table: references, id, lock });
  }
  await rejectUnusableCodes(rows, { tx, caller }, before, sent);
}

/** Like {@link rejectBrokenReferences}, for all references of a restored row, which may be hidden from the caller. */
export async function rejectLostReferences(
  rows: RowsWithFields,
  { tx, caller }: WriteStep,
  row: AnyRow,
): Promise<void> {
  for (const { name, references, lock } of listReferences(rows)) {
    const id = row[name];
    if (typeof id === 'number' && !(await lockLiveRow(tx, caller, references, id, lock)))
      throw missingReference(name);
  }
  await rejectUnusableCodes(rows, { tx, caller }, null, row);
}

async function rejectUnusableCodes(
  rows: RowsWithFields,
  { tx, caller }: WriteStep,
  before: AnyRow | null,
  sent: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const [name, { schema }] of Object.entries(rows.fields)) {
    const enumCode = enumCodeOf(schema);
    const value = sent[name];
    if (enumCode === undefined || typeof value !== 'string' || value === before?.[name]) continue;
    if (await enumValueLookupOf(caller).isUsable(tx, caller, enumCode, value)) continue;
    throw invalidField(name, unknownCodeMessage(enumCode, [value]));
  }
}
