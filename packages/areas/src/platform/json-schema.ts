import { z } from 'zod';

/** The parts of a JSON Schema (draft 2020-12) that are looked at here. */
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
  'x-sensitive'?: boolean;
  [keyword: string]: unknown;
}

const known = { input: new WeakMap<z.ZodType, JsonSchema>(), output: new WeakMap<z.ZodType, JsonSchema>() };

/** What a schema of the wire takes (`input`) or gives (`output`) as JSON Schema; made once. */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const made = known[io].get(schema);
  if (made) return made;
  // What a refinement checks beyond that has no words in JSON Schema; the server still holds to it.
  const fresh = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: describePipedText,
  }) as JsonSchema;
  known[io].set(schema, fresh);
  return fresh;
}

/** Text that is folded before it is checked, such as an e-mail address, is described by what it is checked for. */
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

/** A schema without the null it allows, and whether it does. */
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

/** What a form makes of a field. */
export function toFieldType(schema: JsonSchema): FieldType {
  if (schema.enum) return 'enum';
  const byFormat = formats[schema.format ?? ''];
  if (byFormat) return byFormat;
  const plain = fieldTypes.find((type) => type === schema.type);
  return plain ?? 'json';
}
