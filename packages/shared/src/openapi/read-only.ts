import type { Schema } from './document-types.ts';

/**
 * Marks the fields of a row that nobody sends: those that neither what creates it nor what changes it has.
 */
export function markReadOnly(schemas: Record<string, Schema>): void {
  for (const [name, row] of Object.entries(schemas)) {
    const sent = [schemas[`${name}Create`], schemas[`${name}Patch`]].filter((one) => one?.properties);
    if (sent.length === 0 || !row.properties) continue;
    const writable = new Set(sent.flatMap((one) => Object.keys(one?.properties ?? {})));
    for (const [field, schema] of Object.entries(row.properties)) {
      if (!writable.has(field)) row.properties[field] = readOnly(schema);
    }
  }
}

/** Nothing may stand beside a reference. */
const readOnly = (schema: Schema): Schema =>
  schema.$ref ? { allOf: [schema], readOnly: true } : { ...schema, readOnly: true };
