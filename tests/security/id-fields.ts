import type { Endpoint } from '@wfp/shared';
import { z } from 'zod';

type Schema = NonNullable<Endpoint['body']>;

/** A field of a request that accepts an id or a list of ids. */
export interface IdField {
  name: string;
  isList: boolean;
}

/** Names of numeric fields that are not ids. */
const counting =
  /^(?:limit|offset|page|position|.*(?:count|size|minutes|days|hours|seconds|limit|number|order|seq|year|month))$/;
const someId = 1_234_567;

/**
 * Finds the fields of a request that accept ids, by trying: such a field accepts a large integer, but neither 0 nor a
 * word. Queries contain text, bodies numbers.
 */
export function findIdFields(schema: Schema | undefined, kind: 'query' | 'body'): IdField[] {
  // An optional body is wrapped in its default.
  const input = schema instanceof z.ZodPrefault ? schema.unwrap() : schema;
  const shape = (input as { shape?: Record<string, Schema> } | undefined)?.shape ?? {};
  return Object.entries(shape).flatMap(([name, field]): IdField[] => {
    if (counting.test(name)) return [];
    const as = (value: number) => (kind === 'query' ? String(value) : value);
    const accepts = (value: unknown) => field.safeParse(value).success;
    if (accepts(as(someId)) && !accepts(as(0)) && !accepts('no id')) return [{ name, isList: false }];
    if (accepts([as(someId)]) && !accepts([as(0)]) && !accepts(['no id'])) return [{ name, isList: true }];
    return [];
  });
}
