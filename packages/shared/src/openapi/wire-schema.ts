import { z } from 'zod';
import type { Schema } from './document-types.ts';

export type Direction = 'input' | 'output';

interface OverrideContext {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}

/**
 * Converts schemas to OpenAPI 3.0 JSON Schema by name, with references between named ones. The result describes the
 * wire format: a numeric query parameter is a number, although its input is text.
 *
 * @throws Error if a recursive schema has no name
 */
export function wireSchemas(
  names: ReadonlyMap<z.ZodType, string>,
  direction: Direction,
): Record<string, Schema> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io: direction,
    target: 'openapi-3.0',
    unrepresentable: 'any',
    uri: (id) => `#/components/schemas/${id}`,
    override: (seen) => adjustToWire(seen, direction),
  });
  if ('__shared' in schemas) throw new Error('A recursive schema needs a name: use named()');
  // Removes the `$id` that repeats the name.
  return JSON.parse(JSON.stringify(schemas, (key, value) => (key === '$id' ? undefined : value)));
}

function adjustToWire({ zodSchema, jsonSchema }: OverrideContext, direction: Direction): void {
  const { def } = zodSchema._zod;
  const schema = jsonSchema as Schema & { 'x-condition'?: unknown };
  // Only for forms, which read the schemas of the service. Descriptions have what clients need.
  delete schema['x-condition'];
  // Zod emits closed output objects; responses stay open, so that fields can be added.
  if (def.type === 'object' && !def.catchall && direction === 'output') delete schema.additionalProperties;
  if (def.type === 'default') schema.default = def.defaultValue;
  if (def.type === 'record' && schema.required) expandKnownKeys(schema);
  if (def.type === 'pipe') describePipe(def, schema, direction);
}

/** Converts a record with a fixed set of keys to an object with properties. */
function expandKnownKeys(schema: Schema): void {
  const { required = [], additionalProperties: value = {} } = schema;
  schema.properties = Object.fromEntries(required.map((name) => [name, value as Schema]));
  delete schema.additionalProperties;
}

function describePipe(def: z.core.$ZodPipeDef, schema: Schema, direction: Direction): void {
  const from = def.in._zod.def.type;
  const to = def.out._zod.def.type;
  // The output of a transform has the type of its input: an upper-case code, a canonical name.
  if (direction === 'output' && to === 'transform') merge(schema, toPlainSchema(def.in));
  if (direction === 'output') return;
  const digits = integerRange(schema);
  if (to === 'transform' && digits) replaceChecks(schema, digits);
  if (to === 'transform' && isFlag(schema)) replaceChecks(schema, { type: 'boolean' });
  if (to === 'number' || to === 'int') replaceWithNumber(schema, toPlainSchema(def.out));
  // Text that is normalized before validation is described by the validated schema.
  if (from === 'string' && to === 'string') merge(schema, toPlainSchema(def.out));
}

const toPlainSchema = (schema: z.core.$ZodType): Schema =>
  z.toJSONSchema(schema, { target: 'openapi-3.0', unrepresentable: 'any' }) as Schema;

function merge(schema: Schema, { description, ...other }: Schema): void {
  Object.assign(schema, other, schema.description ? {} : description && { description });
}

/** Replaces the constraints of a schema and keeps its description. */
function replaceChecks(schema: Schema, other: Schema): void {
  for (const keyword of ['type', 'pattern', 'enum', 'minLength', 'maxLength', 'format'])
    delete schema[keyword];
  Object.assign(schema, other);
}

function replaceWithNumber(schema: Schema, out: Schema): void {
  const type = schema.type === 'integer' ? 'integer' : (out.type ?? 'number');
  const { description } = schema;
  replaceChecks(schema, { ...out, type });
  if (description) schema.description = description;
}

/** Returns the integer range of a pattern of digits. */
function integerRange({ type, pattern = '' }: Schema): Schema | undefined {
  const [, sign, first, minDigits, maxDigits] =
    pattern.match(/^\^(-\?)?(\[1-9\])?\\d\{(\d+),(\d+)\}\$$/) ?? [];
  if (type !== 'string' || minDigits === undefined) return undefined;
  const maximum = 10 ** (Number(maxDigits) + (first ? 1 : 0)) - 1;
  return { type: 'integer', minimum: sign ? -maximum : first ? 1 : 0, maximum };
}

const isFlag = ({ enum: values }: Schema) =>
  values?.length === 2 && values.includes('true') && values.includes('false');
