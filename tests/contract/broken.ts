import fc from 'fast-check';
import { type Schema, unlikeOf, valid, violations } from '../generated/from-schema.ts';

/** A value that a schema describes: always the same one. */
export const sampleOf = (schema: Schema): unknown =>
  fc.sample(valid(schema), { numRuns: 1, seed: 1 })[0] ?? null;

/** More of them than anybody would send to see what happens. */
const most = 200;

/** Values that break a field in each way that its schema knows, also within it. */
export function broken(schema: Schema): unknown[] {
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type;
  const whole = violations(schema);
  if (type === 'boolean') whole.push('true', 1);
  if (type === 'array' && schema.items) return [...whole, ...brokenLists(schema, schema.items)];
  if (type === 'object' && schema.properties) return [...whole, ...brokenObjects(schema)];
  return whole;
}

function brokenLists({ minItems = 0, maxItems }: Schema, items: Schema): unknown[] {
  const item = sampleOf(items);
  return [
    ...(minItems > 0 ? [[]] : []),
    ...(maxItems !== undefined && maxItems < most ? [Array.from({ length: maxItems + 1 }, () => item)] : []),
    ...broken(items).map((one) => [one]),
  ];
}

/** The object with one field of each broken, left out or too much. */
export function brokenObjects(schema: Schema): Record<string, unknown>[] {
  const sample = sampleOf({ ...schema, type: 'object' }) as Record<string, unknown>;
  const { properties = {}, required = [], additionalProperties } = schema;
  const without = (left: string) =>
    Object.fromEntries(Object.entries(sample).filter(([name]) => name !== left));
  return [
    ...Object.entries(properties).flatMap(([name, field]) =>
      broken(field).map((one) => ({ ...sample, [name]: one })),
    ),
    ...required.map(without),
    ...(additionalProperties === false ? [{ ...sample, no_such_field: 1 }] : []),
  ];
}

/** Values of a parameter, as a query holds them, that break its schema. */
export function brokenTexts(schema: Schema): string[] {
  const item = schema.type === 'array' ? (schema.items ?? {}) : schema;
  const { type, minimum, exclusiveMinimum, maximum, minLength, maxLength } = item;
  const unlike = unlikeOf(item);
  if (item.enum) return ['no such value', `${item.enum[0]} `];
  if (type === 'boolean') return ['maybe', '1', ''];
  if (type === 'integer' || type === 'number') {
    const least = exclusiveMinimum === undefined ? minimum : exclusiveMinimum;
    return [
      ...['x', '1.5x', ''],
      ...(type === 'integer' ? ['1.5', '1e1'] : []),
      ...(least === undefined ? [] : [String(least - 1)]),
      ...(maximum === undefined ? [] : [String(maximum + 1)]),
    ];
  }
  return [
    ...(minLength ? [''] : []),
    ...(maxLength !== undefined && maxLength < 10_000 ? ['x'.repeat(maxLength + 1)] : []),
    ...(unlike === undefined ? [] : [unlike]),
  ];
}
