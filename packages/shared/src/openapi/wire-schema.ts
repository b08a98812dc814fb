import { z } from 'zod';
import type { Schema } from './document-types.ts';

export type Direction = 'input' | 'output';

interface OverrideContext {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}

/**
 * Schemas as JSON Schema in the dialect of OpenAPI 3.0, by their names, with references between those that have
 * one. Described is what is on the wire: a number that a query has as digits is a number.
 *
 * @throws Error where a schema refers to itself and has no name
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
  if ('__shared' in schemas) throw new Error('A schema that refers to itself needs a name: named()');
  // Plain data, without the name that each repeats.
  return JSON.parse(JSON.stringify(schemas, (key, value) => (key === '$id' ? undefined : value)));
}

function adjustToWire({ zodSchema, jsonSchema }: OverrideContext, direction: Direction): void {
  const { def } = zodSchema._zod;
  const schema = jsonSchema as Schema;
  // Zod closes whatever it gives out; answers stay open, so that fields can be added.
  if (def.type === 'object' && !def.catchall && direction === 'output') delete schema.additionalProperties;
  if (def.type === 'default') schema.default = def.defaultValue;
  if (def.type === 'record' && schema.required) expandKnownKeys(schema);
  if (def.type === 'pipe') describePipe(def, schema, direction);
}

/** A record of which all keys are known is an object with these fields. */
function expandKnownKeys(schema: Schema): void {
  const { required = [], additionalProperties: value = {} } = schema;
  schema.properties = Object.fromEntries(required.map((name) => [name, value as Schema]));
  delete schema.additionalProperties;
}

function describePipe(def: z.core.$ZodPipeDef, schema: Schema, direction: Direction): void {
  const from = def.in._zod.def.type;
  const to = def.out._zod.def.type;
  // What is shown after a transformation is of the kind that was sent: an upper-case code, a canonical name.
  if (direction === 'output' && to === 'transform') merge(schema, toPlainSchema(def.in));
  if (direction === 'output') return;
  const digits = integerRange(schema);
  if (to === 'transform' && digits) replaceChecks(schema, digits);
  if (to === 'transform' && isFlag(schema)) replaceChecks(schema, { type: 'boolean' });
  if (to === 'number' || to === 'int') replaceWithNumber(schema, toPlainSchema(def.out));
  // Text that is folded before it is checked is described by what it is checked for.
  if (from === 'string' && to === 'string') merge(schema, toPlainSchema(def.out));
}

const toPlainSchema = (schema: z.core.$ZodType): Schema =>
  z.toJSONSchema(schema, { target: 'openapi-3.0', unrepresentable: 'any' }) as Schema;

function merge(schema: Schema, { description, ...other }: Schema): void {
  Object.assign(schema, other, schema.description ? {} : description && { description });
}

/** Replaces what a schema checks and keeps what it says. */
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

/** The whole numbers that a pattern of digits stands for. */
function integerRange({ type, pattern = '' }: Schema): Schema | undefined {
  const [, sign, first, least, most] = pattern.match(/^\^(-\?)?(\[1-9\])?\\d\{(\d+),(\d+)\}\$$/) ?? [];
  if (type !== 'string' || least === undefined) return undefined;
  const maximum = 10 ** (Number(most) + (first ? 1 : 0)) - 1;
  return { type: 'integer', minimum: sign ? -maximum : first ? 1 : 0, maximum };
}

const isFlag = ({ enum: values }: Schema) =>
  values?.length === 2 && values.includes('true') && values.includes('false');
