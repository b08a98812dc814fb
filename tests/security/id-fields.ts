import type { Endpoint } from '@wfp/shared';
import { z } from 'zod';

type Schema = NonNullable<Endpoint['body']>;

/** A field of an input that takes an id, or a list of them. */
export interface IdField {
  name: string;
  isList: boolean;
}

/** Names of fields whose numbers count or order something. */
const counting =
  /^(?:limit|offset|page|position|.*(?:count|size|minutes|days|hours|seconds|limit|order|seq|year|month))$/;
const someId = 1_234_567;

/**
 * The fields of an input that take ids, found by trying: what takes a large whole number, and neither 0
 * nor a word, is one. Queries hold text, bodies numbers.
 */
export function findIdFields(schema: Schema | undefined, kind: 'query' | 'body'): IdField[] {
  // A body that may be left out stands behind what is taken instead.
  const input = schema instanceof z.ZodPrefault ? schema.unwrap() : schema;
  const shape = (input as { shape?: Record<string, Schema> } | undefined)?.shape ?? {};
  return Object.entries(shape).flatMap(([name, field]): IdField[] => {
    if (counting.test(name)) return [];
    const as = (value: number) => (kind === 'query' ? String(value) : value);
    const takes = (value: unknown) => field.safeParse(value).success;
    if (takes(as(someId)) && !takes(as(0)) && !takes('no id')) return [{ name, isList: false }];
    if (takes([as(someId)]) && !takes([as(0)]) && !takes(['no id'])) return [{ name, isList: true }];
    return [];
  });
}
