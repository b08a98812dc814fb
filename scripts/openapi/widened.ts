import type { Description } from './sent.ts';

interface Schema {
  type?: string;
  enum?: unknown[];
  pattern?: string;
}

interface Parameter {
  name?: string;
  schema?: Schema;
}

type Operations = Record<string, Record<string, { parameters?: Parameter[] }>>;

/** True if an enum was replaced by a pattern that matches all of its values. */
function acceptsAll(before: Schema, after: Schema): boolean {
  if (!before.enum || after.enum || !after.pattern || before.type !== after.type) return false;
  const pattern = new RegExp(after.pattern, 'u');
  return before.enum.every((value) => pattern.test(String(value)));
}

/**
 * Returns the older description, with the current schema of each parameter whose enum was replaced by a pattern that
 * matches all of its values. Otherwise the comparison would report the added pattern as breaking.
 */
export function withWidened(before: Description, after: Description): Description {
  const now = after.paths as unknown as Operations;
  const paths = structuredClone(before.paths) as unknown as Operations;
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { parameters = [] }] of Object.entries(methods)) {
      const current = now[path]?.[method]?.parameters ?? [];
      for (const one of parameters) {
        const same = current.find(({ name }) => name !== undefined && name === one.name);
        if (one.schema && same?.schema && acceptsAll(one.schema, same.schema)) one.schema = same.schema;
      }
    }
  }
  return { ...before, paths: paths as unknown as Description['paths'] };
}
