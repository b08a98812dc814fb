import fc from 'fast-check';
import { invalidValues, mismatchingText, type Schema, validValues } from '../generated/from-schema.ts';

/** Returns a valid value for a schema; always the same one. */
export const sampleValue = (schema: Schema): unknown =>
  fc.sample(validValues(schema), { numRuns: 1, seed: 1 })[0] ?? null;

/** Longer arrays are not sent. */
const maxSentItems = 200;

/** Returns invalid values for a field, one per constraint of its schema, including nested ones. */
export function invalidInputs(schema: Schema): unknown[] {
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type;
  const whole = invalidValues(schema);
  if (type === 'boolean') whole.push('true', 1);
  if (type === 'array' && schema.items) return [...whole, ...invalidLists(schema, schema.items)];
  if (type === 'object' && schema.properties) return [...whole, ...invalidObjects(schema)];
  return whole;
}

function invalidLists({ minItems = 0, maxItems }: Schema, items: Schema): unknown[] {
  const item = sampleValue(items);
  return [
    ...(minItems > 0 ? [[]] : []),
    ...(maxItems !== undefined && maxItems < maxSentItems
      ? [Array.from({ length: maxItems + 1 }, () => item)]
      : []),
    ...invalidInputs(items).map((one) => [one]),
  ];
}

/**
 * Returns invalid bodies, each with the fields that the response must report: the n-th body has the n-th invalid value of
 * each field that has so many; the last one lacks the required fields.
 */
export function bodiesWithInvalidFields(
  schema: Schema,
): { body: Record<string, unknown>; wrong: string[] }[] {
  const sample = sampleValue({ ...schema, type: 'object' }) as Record<string, unknown>;
  const { properties = {}, required = [], additionalProperties } = schema;
  const ways = Object.entries(properties).map(([name, field]) => [name, invalidInputs(field)] as const);
  const extra = additionalProperties === false ? [['no_such_field', [1]] as const] : [];
  const together = combineValues([...ways, ...extra]).map((fields) => ({
    body: { ...sample, ...fields },
    wrong: Object.keys(fields),
  }));
  const rest = Object.fromEntries(Object.entries(sample).filter(([name]) => !required.includes(name)));
  return required.length > 0 ? [...together, { body: rest, wrong: [...required] }] : together;
}

/** Combines values into objects: the n-th object contains the n-th value of each name that has one. */
export function combineValues<Value>(
  values: readonly (readonly [string, readonly Value[]])[],
): Record<string, Value>[] {
  const count = Math.max(0, ...values.map(([, some]) => some.length));
  return Array.from({ length: count }, (_, turn) =>
    Object.fromEntries(
      values.flatMap(([name, some]) => (turn < some.length ? [[name, some[turn] as Value]] : [])),
    ),
  );
}

/** Returns objects with one field invalid, missing or unknown. */
function invalidObjects(schema: Schema): Record<string, unknown>[] {
  const sample = sampleValue({ ...schema, type: 'object' }) as Record<string, unknown>;
  const { properties = {}, required = [], additionalProperties } = schema;
  const without = (left: string) =>
    Object.fromEntries(Object.entries(sample).filter(([name]) => name !== left));
  return [
    ...Object.entries(properties).flatMap(([name, field]) =>
      invalidInputs(field).map((one) => ({ ...sample, [name]: one })),
    ),
    ...required.map(without),
    ...(additionalProperties === false ? [{ ...sample, no_such_field: 1 }] : []),
  ];
}

/** Returns invalid texts for a query parameter. */
export function invalidTexts(schema: Schema): string[] {
  const item = schema.type === 'array' ? (schema.items ?? {}) : schema;
  const { type, minimum, exclusiveMinimum, maximum, minLength, maxLength } = item;
  const unlike = mismatchingText(item);
  if (item.enum) return ['no such value', `${item.enum[0]} `];
  if (type === 'boolean') return ['maybe', '1', ''];
  if (type === 'integer' || type === 'number') {
    const min = exclusiveMinimum === undefined ? minimum : exclusiveMinimum;
    return [
      ...['x', '1.5x', ''],
      ...(type === 'integer' ? ['1.5', '1e1'] : []),
      ...(min === undefined ? [] : [String(min - 1)]),
      ...(maximum === undefined ? [] : [String(maximum + 1)]),
    ];
  }
  return [
    ...(minLength ? [''] : []),
    ...(maxLength !== undefined && maxLength < 10_000 ? ['x'.repeat(maxLength + 1)] : []),
    ...(unlike === undefined ? [] : [unlike]),
  ];
}
