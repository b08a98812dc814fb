import { z } from 'zod';
import type { Caller } from '../../caller.ts';
import { isRecord } from '../../contract/bounded-record.ts';
import type { Transaction } from '../../db/index.ts';
import { AppError, invalidField, missingReference } from '../../errors.ts';
import { type Importable, type ImportedRow, importable } from '../../transfer/importable.ts';
import type { ComposedResource, Contribution } from '../capability.ts';
import type { Field } from '../contract/field.ts';
import { emitterForPhase, mergeEmitters } from '../emitter.ts';
import { createRowInTransaction, patchRowInTransaction, runValidateHooks } from '../rows/rows.service.ts';
import type { Rows } from '../rows/rows.ts';
import { findIdByKey } from './imports.store.ts';

/**
 * Import from CSV files. Each line creates a row, or updates the live row with the same key if it differs. Columns
 * are the writable fields. In a tree, the column `parent` contains the key of the parent row, which may be in the
 * same file.
 */
export interface Imports {
  /** The field that identifies a row: a required column of the file, unique among live rows. */
  key: string;
}

export function importsCapability(options: Imports): Contribution {
  return { imports: (composed) => createImport(options, composed) };
}

type Values = Record<string, unknown>;

const parentColumn = 'parent';

const isTree = ({ fields, table }: Rows) => fields.parent_id?.references === table.name;

const importColumns = (rows: Rows): [string, Field][] =>
  Object.entries(rows.fields).filter(
    ([name, { writable }]) => writable !== 'never' && !(isTree(rows) && name === 'parent_id'),
  );

function createImport({ key }: Imports, { rows, base }: ComposedResource): Importable {
  if (Object.keys(rows.route.params).length > 0)
    throw new Error(`${base.code}: rows below another record cannot be imported`);
  const cells = importColumns(rows).map(([name, one]) => [
    name,
    name === key ? cellSchema(one) : cellSchema(one).optional(),
  ]);
  if (isTree(rows)) cells.push([parentColumn, z.string().optional()]);
  return importable<Values>({
    resource: base.code,
    path: base.path,
    row: z.strictObject(Object.fromEntries(cells)) as z.ZodType<Values>,
    // Ignores case, like the lookup of the live row.
    key: { column: key, of: (values) => String(values[key]).toLowerCase() },
    ...mergeEmitters(emitterForPhase(rows, 'create'), emitterForPhase(rows, 'update')),
    write: (tx, caller, row) =>
      isTree(rows) ? importTreeRow(tx, caller, rows, key, row) : importRow(tx, caller, rows, key, row),
  });
}

async function importRow(
  tx: Transaction,
  caller: Caller,
  rows: Rows,
  key: string,
  values: Values,
): Promise<ImportedRow> {
  const access = { caller, within: {} };
  const id = await findIdByKey(tx, caller, rows, key, values[key]);
  const fields = Object.entries(rows.fields);
  if (id === undefined) {
    const missing = fields.find(([name, { required }]) => required && values[name] === undefined);
    if (missing) throw invalidField(missing[0], 'Is required');
    await runValidateHooks(rows, access, { id: null, values, phase: 'create' });
    await createRowInTransaction(rows, tx, access, values);
    return 'created';
  }
  const changes = Object.fromEntries(
    fields
      .filter(([name, { writable = 'always' }]) => writable === 'always' && name in values)
      .map(([name]) => [name, values[name]]),
  );
  await runValidateHooks(rows, access, { id, values: changes, phase: 'update' });
  await patchRowInTransaction(rows, tx, access, id, changes);
  return 'updated';
}

/** Writes a row of a tree. Errors on `parent_id` are reported on the column `parent`. */
async function importTreeRow(
  tx: Transaction,
  caller: Caller,
  rows: Rows,
  key: string,
  { [parentColumn]: parent, ...values }: Values,
): Promise<ImportedRow> {
  const parent_id = parent ? await findIdByKey(tx, caller, rows, key, parent) : null;
  if (parent_id === undefined) throw missingReference(parentColumn);
  try {
    return await importRow(tx, caller, rows, key, parent === undefined ? values : { ...values, parent_id });
  } catch (error) {
    const [message] = (error instanceof AppError && error.details?.fieldErrors.parent_id) || [];
    throw message === undefined ? error : invalidField(parentColumn, message);
  }
}

/** Parses the text of a cell. An empty cell is null if the field is nullable, otherwise absent. */
function cellSchema({ schema }: Field): z.ZodType {
  const isNullable = schema.safeParse(null).success;
  return z
    .string()
    .transform((text): unknown => (text === '' ? (isNullable ? null : undefined) : parseCell(schema, text)))
    .pipe(isNullable ? schema : schema.optional());
}

function parseCell(schema: z.ZodType, text: string): unknown {
  const bare = schema instanceof z.ZodNullable ? (schema.unwrap() as z.ZodType) : schema;
  if (bare instanceof z.ZodBoolean) return text === 'true' ? true : text === 'false' ? false : text;
  if (bare instanceof z.ZodNumber)
    return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
  if (bare instanceof z.ZodArray) return text.split(';').map((part) => part.trim());
  if (bare instanceof z.ZodObject || isRecord(bare)) return parseJson(text);
  return text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
