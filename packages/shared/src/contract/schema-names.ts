import type { z } from 'zod';

const names = new WeakMap<z.ZodType, string>();

/**
 * Gives a schema of the wire the name that the description of the API calls it by, where the name that follows
 * from its endpoints would say too little, or where it lies within others and deserves one of its own.
 */
export function named<S extends z.ZodType>(name: string, schema: S): S {
  names.set(schema, name);
  return schema;
}

/** The name that a schema was given. */
export const schemaNameOf = (schema: z.ZodType): string | undefined => names.get(schema);
