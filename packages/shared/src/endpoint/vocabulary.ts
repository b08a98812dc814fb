import { z } from 'zod';
import type { Caller } from '../caller.ts';
import { AppError } from '../errors.ts';
import { areasOf } from './areas-of.ts';
import type { Vocabularies } from './vocabularies.ts';

/** The enum whose values a schema of `EnumCode` takes; undefined for any other schema. */
export function enumOf(schema: z.ZodType): string | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return enumOf(schema.unwrap() as z.ZodType);
  }
  // A fixed enum names one too, whose labels it has; its values are checked by the schema.
  const code = schema instanceof z.ZodEnum ? undefined : schema.meta()?.['x-enum'];
  return typeof code === 'string' ? code : undefined;
}

const coded = new WeakMap<z.ZodType, readonly [name: string, enumCode: string][]>();

/** The fields of an object's schema that take values of an enum of the organization. */
function codedFields(schema: z.ZodType): readonly [name: string, enumCode: string][] {
  const known = coded.get(schema);
  if (known) return known;
  const shape = schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {};
  const fields = Object.entries(shape).flatMap(([name, one]): [string, string][] => {
    const code = enumOf(one);
    return code === undefined ? [] : [[name, code]];
  });
  coded.set(schema, fields);
  return fields;
}

/**
 * Rejects a filter by a value that the organization's enum never had, which could only find nothing. Reads nothing where
 * no such filter is set.
 *
 * @param within the field that holds the filter, with a dot behind it
 * @throws AppError `invalid` on the fields
 */
export async function refuseUnknownCodes(
  caller: Caller,
  schema: z.ZodType,
  filter: unknown,
  within = '',
): Promise<void> {
  const values = (filter ?? {}) as Readonly<Record<string, unknown>>;
  const fieldErrors: Record<string, string[]> = {};
  for (const [name, enumCode] of codedFields(schema)) {
    if (values[name] === undefined) continue;
    const codes = [values[name]].flat().map(String);
    const unknown = await vocabulariesOf(caller).findUnknown(caller, enumCode, codes);
    if (unknown.length > 0) fieldErrors[within + name] = [unknownCode(enumCode, unknown)];
  }
  if (Object.keys(fieldErrors).length === 0) return;
  throw new AppError('invalid', 'Validation failed', { details: { fieldErrors, formErrors: [] } });
}

export const unknownCode = (enumCode: string, codes: readonly string[]) =>
  `No value of the enum ${enumCode}: ${codes.join(', ')}`;

export function vocabulariesOf({ platform }: Caller): Vocabularies {
  const found = areasOf(platform).find((area) => area.vocabularies)?.vocabularies;
  if (!found) throw new Error('No area provides the values of enums');
  return found;
}
