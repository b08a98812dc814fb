import type { Caller } from '../../caller.ts';
import type { Transaction } from '../../db/index.ts';
import { enumCodeOf, enumValueLookupOf, unknownCodeMessage } from '../../endpoint/unknown-codes.ts';
import { invalidField, missingReference } from '../../errors.ts';
import type { Field } from '../contract/field.ts';
import type { WriteStep } from './hooks.ts';
import type { AnyRow } from './row.ts';
import { lockLiveRow } from './rows.store.ts';
import type { Rows } from './rows.ts';

/**
 * Locks a live record of the caller's organization that a field refers to, until the end of the transaction.
 *
 * @throws AppError `invalid` on the field if the record does not exist
 */
export async function requireReference(
  tx: Transaction,
  caller: Caller,
  reference: { field: string; table: string; id: number; lock?: Field['referenceLock'] },
): Promise<void> {
  if (await lockLiveRow(tx, caller, reference.table, reference.id, reference.lock)) return;
  throw missingReference(reference.field);
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
 * the row has already: a client may send back a whole row whose team was deleted.
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
  for (const [name, { schema }] of Object.entries(rows.fields)) {
    const enumCode = enumCodeOf(schema);
    const value = sent[name];
    if (enumCode === undefined || typeof value !== 'string' || value === before?.[name]) continue;
    if (await enumValueLookupOf(caller).isUsable(tx, caller, enumCode, value)) continue;
    throw invalidField(name, unknownCodeMessage(enumCode, [value]));
  }
}
