import type { Schema } from './document-types.ts';

/** Marks the fields of a row that are in neither its create body nor its patch body as `readOnly`. */
export function markReadOnly(schemas: Record<string, Schema>): void {
  for (const [name, row] of Object.entries(schemas)) {
    const bodies = [schemas[`${name}Create`], schemas[`${name}Patch`]].filter((one) => one?.properties);
    if (bodies.length === 0 || !row.properties) continue;
    const writable = new Set(bodies.flatMap((one) => Object.keys(one?.properties ?? {})));
    for (const [field, schema] of Object.entries(row.properties)) {
      if (!writable.has(field)) row.properties[field] = readOnly(schema);
    }
  }
}

/** OpenAPI 3.0 ignores siblings of `$ref`. */
const readOnly = (schema: Schema): Schema =>
  schema.$ref ? { allOf: [schema], readOnly: true } : { ...schema, readOnly: true };
