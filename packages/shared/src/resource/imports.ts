import { z } from 'zod';
import type { Caller } from '../caller.ts';
import type { Transaction } from '../db/index.ts';
import { invalidField } from '../errors.ts';
import { type Importable, importable } from '../transfer/importable.ts';
import type { Composed, Contribution } from './capability.ts';
import type { Field } from './field.ts';
import { eventsOfHooks } from './hooks.ts';
import { idByKey } from './imports.store.ts';
import { createWithin, patchWithin } from './rows.service.ts';

/** Rows are imported from CSV files: each line creates a row, or updates the live row that has its key. */
export interface Imports {
  /** The field that identifies a row: a file must have it as a column, and among live rows its values are unique. */
  key: string;
}

export function importedRows(options: Imports): Contribution {
  return { imports: (composed) => importOf(options, composed) };
}

/** The import of a resource: columns are the writable fields, cells the text of their values. */
function importOf({ key }: Imports, { rows, base }: Composed): Importable {
  const columns = Object.entries(base.fields).filter(([, one]) => (one.writable ?? 'always') !== 'never');
  const row = z.strictObject(
    Object.fromEntries(
      columns.map(([name, one]) => [name, name === key ? cellOf(one) : cellOf(one).optional()]),
    ),
  );
  const writes = (['create', 'update'] as const).flatMap((phase) => [
    rows.events[phase].type,
    ...rows.events[phase].also.map(({ type }) => type),
    ...eventsOfHooks(rows.hooks, phase),
  ]);
  return importable<Record<string, unknown>>({
    resource: base.code,
    path: base.path,
    row: row as z.ZodType<Record<string, unknown>>,
    emits: [...new Set(writes)],
    write: async (tx: Transaction, caller: Caller, values) => {
      const access = { caller, within: {} };
      const id = await idByKey(tx, caller, rows, key, values[key]);
      if (id === undefined) {
        for (const [name, one] of columns) {
          if (one.required && values[name] === undefined) throw invalidField(name, 'Is required');
        }
        await createWithin(rows, tx, access, values);
        return 'created';
      }
      const changeable = columns
        .filter(([, one]) => (one.writable ?? 'always') === 'always')
        .map(([name]) => name);
      await patchWithin(
        rows,
        tx,
        access,
        id,
        Object.fromEntries(changeable.flatMap((name) => (name in values ? [[name, values[name]]] : []))),
      );
      return 'updated';
    },
  });
}

/** The text of a cell as a field's value. An empty cell is null where the field can be null, and otherwise not there. */
function cellOf({ schema }: Field): z.ZodType {
  const isNullable = schema.safeParse(null).success;
  return z
    .string()
    .transform((text): unknown => (text === '' ? (isNullable ? null : undefined) : parsedCell(schema, text)))
    .pipe(isNullable ? schema : schema.optional());
}

function parsedCell(schema: z.ZodType, text: string): unknown {
  const bare = schema instanceof z.ZodNullable ? (schema.unwrap() as z.ZodType) : schema;
  if (bare instanceof z.ZodBoolean) return text === 'true' ? true : text === 'false' ? false : text;
  if (bare instanceof z.ZodNumber) return Number.isFinite(Number(text)) ? Number(text) : text;
  if (bare instanceof z.ZodArray) return text.split(';').map((part) => part.trim());
  return text;
}
