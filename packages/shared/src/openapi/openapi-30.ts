import { refName, type Schema } from './document-types.ts';

/** Formats that make a pattern redundant. */
const formatsWithoutPattern = new Set(['date', 'date-time', 'email', 'uri', 'uuid', 'ipv4', 'ipv6']);

/** OpenAPI 3.0 has no type `null`. */
const nullSchema: Schema = { type: 'string', nullable: true, enum: [null] };

/**
 * Converts the parts of a schema where Zod's output is not valid OpenAPI 3.0.3: `nullable` requires a type, a nullable
 * enum must contain null, and siblings of a reference are ignored. Removes bounds that every integer has, and patterns
 * that the format makes redundant.
 */
export function toOpenApi30(schema: Schema, components: Readonly<Record<string, Schema>>): Schema {
  const walked = mapSchema(schema, (one) => toOpenApi30(one, components));
  return withNull(withBounds(withoutLongPattern(flattenAllOf(walked))), components);
}

/** Applies a function to the direct subschemas. */
export function mapSchema(schema: Schema, change: (part: Schema) => Schema): Schema {
  const changed: Schema = { ...schema };
  if (Array.isArray(schema.examples)) {
    changed.example ??= schema.examples[0];
    delete changed.examples;
  }
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
    const parts = schema[keyword];
    if (parts) changed[keyword] = parts.map(change);
  }
  if (schema.items) changed.items = change(schema.items);
  if (typeof schema.additionalProperties === 'object')
    changed.additionalProperties = change(schema.additionalProperties);
  if (schema.properties) {
    changed.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, one]) => [name, change(one)]),
    );
  }
  return changed;
}

/** Removes an `allOf` around a single schema, and wraps a reference that has siblings, which OpenAPI 3.0 ignores. */
function flattenAllOf(schema: Schema): Schema {
  const { allOf, ...rest } = schema;
  const [only] = allOf ?? [];
  if (only && allOf?.length === 1 && (Object.keys(rest).length === 0 || !only.$ref))
    return { ...only, ...rest };
  if (!schema.$ref || Object.keys(schema).length === 1) return schema;
  const { $ref, ...siblings } = schema;
  return { ...siblings, allOf: [{ $ref }] };
}

function withoutLongPattern(schema: Schema): Schema {
  if (!schema.pattern || !formatsWithoutPattern.has(schema.format ?? '')) return schema;
  const { pattern: _, ...rest } = schema;
  return rest;
}

/**
 * Sets the format of integers and makes their bounds inclusive. Removes bounds that restrict nothing: a minimum of
 * -2^31 or less, and a maximum of at least JavaScript's largest safe integer.
 */
function withBounds(schema: Schema): Schema {
  if (schema.type !== 'integer') return schema;
  const { exclusiveMinimum, exclusiveMaximum, minimum, maximum, format, ...rest } = schema;
  const from =
    minimum === undefined || minimum <= -(2 ** 31) ? undefined : minimum + (exclusiveMinimum ? 1 : 0);
  const to =
    maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER
      ? undefined
      : maximum - (exclusiveMaximum ? 1 : 0);
  const size = to !== undefined && to < 2 ** 31 ? 'int32' : 'int64';
  return {
    ...rest,
    format: format === 'int32' ? 'int32' : size,
    ...(from !== undefined && { minimum: from }),
    ...(to !== undefined && { maximum: to }),
  };
}

function withNull(schema: Schema, components: Readonly<Record<string, Schema>>): Schema {
  if ((schema.type as string) === 'null') return { ...schema, ...nullSchema };
  if (!schema.nullable) return schema;
  if (schema.enum) return schema.enum.includes(null) ? schema : { ...schema, enum: [...schema.enum, null] };
  if (schema.type) return schema;
  const { nullable: _, ...rest } = schema;
  const choices = rest.anyOf ?? rest.oneOf;
  if (choices) return { ...rest, anyOf: [...choices, nullSchema] };
  const [only] = rest.allOf ?? [];
  const name = only && refName(only);
  if (!only || name === undefined) return rest;
  const target = components[name];
  const { allOf: _all, ...around } = rest;
  if (target?.enum) return { ...target, ...around, nullable: true, enum: [...target.enum, null] };
  return { ...around, anyOf: [only, nullSchema] };
}
