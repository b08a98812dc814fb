import { z } from 'zod';
import { isRecord } from '../../contract/bounded-record.ts';
import type { RecordedTable, Transaction } from '../../db/index.ts';
import { AppError, invalidField, missingReference } from '../../errors.ts';
import type { ImportFormat } from '../../transfer/import-format.ts';
import {
  type Importable,
  type ImportedRow,
  type ImportParent,
  importable,
} from '../../transfer/importable.ts';
import type { ComposedResource, Contribution, ResourceBase } from '../capability.ts';
import type { Field } from '../contract/field.ts';
import { emitterForPhase, mergeEmitters } from '../emitter.ts';
import { createRowInTransaction, patchRowInTransaction, runValidateHooks } from '../rows/rows.service.ts';
import type { RowAccess, Rows } from '../rows/rows.ts';
import { findIdByKey } from './imports.store.ts';

/**
 * Import from CSV files. Each line creates a row, or updates the live row with the same key if it differs. Columns
 * are the writable fields. In a tree, the column `parent` contains the key of the parent row, which may be in the
 * same file. Rows below a parent are imported at `POST <path of the parent>/:id/import`, with the right to change it.
 */
export interface Imports {
  /** The field that identifies a row: a required column of the file, unique among live rows, or those of a parent. */
  key: string;
  /** Formats in addition to CSV. */
  formats?: readonly ImportFormat[];
  /** An event of the parent, which an import writes once if it creates or updates rows. The area declares it. */
  parentEvent?: { type: string; table: RecordedTable };
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

function createImport(options: Imports, { rows, base }: ComposedResource): Importable {
  const { key, formats = [], parentEvent } = options;
  const cells = importColumns(rows).map(([name, one]) => [
    name,
    name === key ? cellSchema(one) : cellSchema(one).optional(),
  ]);
  if (isTree(rows)) cells.push([parentColumn, z.string().optional()]);
  return importable<Values>({
    resource: base.code,
    ...importPath(rows, base, parentEvent),
    formats,
    row: z.strictObject(Object.fromEntries(cells)) as z.ZodType<Values>,
    // Ignores case, like the lookup of the live row.
    key: { column: key, of: (values) => String(values[key]).toLowerCase() },
    ...mergeEmitters(
      emitterForPhase(rows, 'create'),
      emitterForPhase(rows, 'update'),
      ...(parentEvent ? [{ emits: [parentEvent.type] }] : []),
    ),
    write: (tx, caller, row, within) =>
      (isTree(rows) ? importTreeRow : importRow)(tx, { caller, within }, rows, key, row),
  });
}

/** The path of the import, and the parent of the rows, if they have one. */
function importPath(
  { route }: Rows,
  { path, code }: ResourceBase,
  event: Imports['parentEvent'],
): { path: string; parent?: ImportParent } {
  const names = Object.keys(route.params);
  const [name] = names;
  if (name === undefined) return { path };
  if (names.length > 1) throw new Error(`${code}: rows below several records cannot be imported`);
  const parentPath = route.path.slice(0, -path.length).replace(`:${name}`, ':id');
  const resolve: ImportParent['resolve'] = (caller, id) => route.resolve(caller, { [name]: id }, 'create');
  return { path: parentPath, parent: { resolve, event } };
}

async function importRow(
  tx: Transaction,
  access: RowAccess,
  rows: Rows,
  key: string,
  values: Values,
): Promise<ImportedRow> {
  const id = await findIdByKey(tx, access, rows, key, values[key]);
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
  access: RowAccess,
  rows: Rows,
  key: string,
  { [parentColumn]: parent, ...values }: Values,
): Promise<ImportedRow> {
  const parent_id = parent ? await findIdByKey(tx, access, rows, key, parent) : null;
  if (parent_id === undefined) throw missingReference(parentColumn);
  try {
    return await importRow(tx, access, rows, key, parent === undefined ? values : { ...values, parent_id });
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
