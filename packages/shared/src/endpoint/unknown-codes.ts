import { z } from 'zod';
import type { Caller } from '../caller.ts';
import { AppError } from '../errors.ts';
import { areasOf } from './areas-of.ts';
import type { EnumValueLookup, NamedValueLookup } from './value-lookups.ts';

/** The enum of a schema of `EnumCode`; undefined for any other schema. */
export function enumCodeOf(schema: z.ZodType): string | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return enumCodeOf(schema.unwrap() as z.ZodType);
  }
  // A fixed enum has an `x-enum` for its labels; the schema itself checks its values.
  const code = schema instanceof z.ZodEnum ? undefined : schema.meta()?.['x-enum'];
  return typeof code === 'string' ? code : undefined;
}

/** The kind of a schema of `NamedValue`; undefined for any other schema. */
function valueKindOf(schema: z.ZodType): string | undefined {
  if (schema instanceof z.ZodOptional) return valueKindOf(schema.unwrap() as z.ZodType);
  const kind = schema.meta()?.['x-values'];
  return typeof kind === 'string' ? kind : undefined;
}

/** A field with a value of an enum or of a named kind. */
interface CodedField {
  name: string;
  enumCode?: string | undefined;
  kind?: string | undefined;
}

const coded = new WeakMap<z.ZodType, readonly CodedField[]>();

function codedFields(schema: z.ZodType): readonly CodedField[] {
  const known = coded.get(schema);
  if (known) return known;
  const shape = schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {};
  const fields = Object.entries(shape)
    .map(([name, one]) => ({ name, enumCode: enumCodeOf(one), kind: valueKindOf(one) }))
    .filter(({ enumCode, kind }) => enumCode !== undefined || kind !== undefined);
  coded.set(schema, fields);
  return fields;
}

/**
 * Rejects a filter by a value that the organization never had, which could not match anything, if the caller may read all
 * values. Runs no query if no such filter is set.
 *
 * @param within prefix of the field names in errors, ending with a dot
 * @throws AppError `invalid` with errors by field
 */
export async function rejectUnknownCodes(
  caller: Caller,
  schema: z.ZodType,
  filter: unknown,
  within = '',
): Promise<void> {
  const values = (filter ?? {}) as Readonly<Record<string, unknown>>;
  const fieldErrors: Record<string, string[]> = {};
  for (const { name, enumCode, kind } of codedFields(schema)) {
    if (values[name] === undefined) continue;
    const { resource, findUnknown, message } =
      enumCode === undefined ? namedValueLookupOf(caller, kind) : enumCodeLookup(caller, enumCode);
    if (resource !== null && !caller.rowScopeFor(`${resource}:read`)?.org) continue;
    const unknown = await findUnknown(caller, [values[name]].flat().map(String));
    if (unknown.length > 0) fieldErrors[within + name] = [message(unknown)];
  }
  if (Object.keys(fieldErrors).length === 0) return;
  throw new AppError('invalid', 'Validation failed', { details: { fieldErrors, formErrors: [] } });
}

const enumCodeLookup = (caller: Caller, enumCode: string): NamedValueLookup => ({
  resource: null,
  findUnknown: (by, codes) => enumValueLookupOf(caller).findUnknown(by, enumCode, codes),
  message: (codes) => unknownCodeMessage(enumCode, codes),
});

function namedValueLookupOf({ platform }: Caller, kind = ''): NamedValueLookup {
  const found = areasOf(platform).find((area) => area.namedValueLookups?.[kind])?.namedValueLookups?.[kind];
  if (!found) throw new Error(`No area provides the values of ${kind}`);
  return found;
}

export const unknownCodeMessage = (enumCode: string, codes: readonly string[]) =>
  `Unknown values of the enum ${enumCode}: ${codes.join(', ')}`;

export function enumValueLookupOf({ platform }: Caller): EnumValueLookup {
  const found = areasOf(platform).find((area) => area.enumValueLookup)?.enumValueLookup;
  if (!found) throw new Error('No area provides the values of enums');
  return found;
}
