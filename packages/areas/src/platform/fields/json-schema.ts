import { z } from 'zod';

export interface JsonSchema {
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  'x-ref'?: string;
  'x-enum'?: string;
  'x-items'?: 'weekdays';
  'x-catalogue'?: 'events' | 'permissions';
  'x-sensitive'?: boolean;
  default?: unknown;
  [keyword: string]: unknown;
}

const known = { input: new WeakMap<z.ZodType, JsonSchema>(), output: new WeakMap<z.ZodType, JsonSchema>() };

/** Converts a schema of requests (`input`) or responses (`output`) to JSON Schema. Results are cached. */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const cached = known[io].get(schema);
  if (cached) return cached;
  // JSON Schema cannot express refinements; the server still enforces them.
  const fresh = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: describePipedText,
  }) as JsonSchema;
  known[io].set(schema, fresh);
  return fresh;
}

/** Describes text that is transformed before validation, such as an email address, by the schema that validates it. */
function describePipedText({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: object;
}): void {
  const { def } = zodSchema._zod;
  if (def.type !== 'pipe' || def.in._zod.def.type !== 'string' || def.out._zod.def.type !== 'string') return;
  const { $schema: _, ...checked } = z.toJSONSchema(def.out);
  Object.assign(jsonSchema, checked);
}

/** Returns a schema without null, and true for `nullable` if null is allowed. */
export function stripNull(schema: JsonSchema): { schema: JsonSchema; nullable: boolean } {
  if (Array.isArray(schema.type)) {
    const types = schema.type.filter((type) => type !== 'null');
    const type = types.length === 1 ? types[0] : types;
    const values = schema.enum && { enum: schema.enum.filter((value) => value !== null) };
    return { schema: { ...schema, type, ...values }, nullable: types.length < schema.type.length };
  }
  const choices = schema.anyOf?.filter((one) => one.type !== 'null');
  if (!choices || choices.length === schema.anyOf?.length) return { schema, nullable: false };
  const [only] = choices;
  const { anyOf: _, ...around } = schema;
  return {
    schema: choices.length === 1 ? { ...only, ...around } : { ...around, anyOf: choices },
    nullable: true,
  };
}

export const fieldTypes = [
  'string',
  'integer',
  'number',
  'boolean',
  'timestamp',
  'date',
  'email',
  'url',
  'enum',
  'array',
  'object',
  'json',
] as const;
export type FieldType = (typeof fieldTypes)[number];

const formats: Record<string, FieldType> = {
  'date-time': 'timestamp',
  date: 'date',
  email: 'email',
  uri: 'url',
};

export function toFieldType(schema: JsonSchema): FieldType {
  if (schema.enum) return 'enum';
  const byFormat = formats[schema.format ?? ''];
  if (byFormat) return byFormat;
  const plain = fieldTypes.find((type) => type === schema.type);
  return plain ?? 'json';
}
