import type { Schema as Described } from '../../packages/shared/src/openapi/document-types.ts';
import type { Schema } from '../generated/from-schema.ts';
import { description } from './description.ts';

/** Converts an OpenAPI 3.0 schema to JSON Schema, with references resolved. */
export function plainSchema(one: Described): Schema {
  const { $ref, allOf = [], nullable, exclusiveMinimum, minimum, ...rest } = description().schema(one);
  const whole = Object.assign({}, ...allOf.map(plainSchema), rest) as Described;
  const { type, properties, items, additionalProperties, anyOf } = whole;
  return {
    ...(whole as Schema),
    ...(nullable && type && { type: [type, 'null'] }),
    ...(minimum !== undefined && { minimum: exclusiveMinimum ? minimum + 1 : minimum }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, plainSchema(field)]),
      ),
    }),
    ...(items && { items: plainSchema(items) }),
    ...(anyOf && { anyOf: anyOf.map(plainSchema) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: plainSchema(additionalProperties),
    }),
  };
}
