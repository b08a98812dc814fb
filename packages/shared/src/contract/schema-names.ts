import type { z } from 'zod';

const names = new WeakMap<z.ZodType, string>();

/**
 * Names the OpenAPI component of a schema, if the name derived from its endpoints is unclear or if a nested schema
 * needs its own component.
 */
export function named<S extends z.ZodType>(name: string, schema: S): S {
  names.set(schema, name);
  return schema;
}

export const schemaNameOf = (schema: z.ZodType): string | undefined => names.get(schema);
