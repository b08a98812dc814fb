import { Color, Flag, Id, Line, ListOf, Paging, QueryId, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';

/** Codes are folded to lower case: the same word in other capitals is the same code. */
export const Code = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^[a-z][a-z0-9_]{0,49}$/,
    'Must be lower-case letters, digits and underscores, beginning with a letter',
  );

const stamps = {
  created_at: Timestamp,
  updated_at: Timestamp,
  created_by: Id.nullable(),
  updated_by: Id.nullable(),
  deleted_at: Timestamp.nullable(),
};

const fields = {
  org_id: Id,
  id: Id,
  code: z.string(),
  label: z.string(),
  is_system: z.boolean().meta({ description: 'One that the service itself works with' }),
  is_extensible: z.boolean().meta({ description: 'Whether values can be added' }),
  ...stamps,
};

export const Enum = z.object(fields);

export const EnumValue = z.object({
  org_id: Id,
  id: Id,
  enum_id: Id,
  code: z.string(),
  label: z.string(),
  color: z.string().nullable(),
  icon: z.string().nullable(),
  position: z.int().nonnegative(),
  is_active: z.boolean().meta({ description: 'Whether new records may have it' }),
  is_default: z.boolean(),
  is_system: z.boolean(),
  translations: z.record(z.string(), z.string()).meta({ description: 'Labels by locale' }),
  replaced_with: z.string().nullable().meta({ description: 'The value that records are moved to' }),
  replaced_at: Timestamp.nullable().meta({ description: 'When the last record had been moved' }),
  ...stamps,
});

export const EnumWithValues = z.object({ ...fields, values: z.array(EnumValue) });

export const ListEnums = z.strictObject({ ...Paging, is_system: Flag.optional() });
export type ListEnums = z.output<typeof ListEnums>;

export const CreateEnum = z.strictObject({ code: Code, label: Line(100) });
export type CreateEnum = z.output<typeof CreateEnum>;

export const PatchEnum = z.strictObject({ label: Line(100) }).partial();
export type PatchEnum = z.output<typeof PatchEnum>;

const Icon = z.string().regex(/^[a-z0-9-]{1,50}$/, 'Must be the name of an icon, such as flag');
const Locale = z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'Must be a locale such as de or pt-BR');

const writable = {
  label: Line(100),
  color: Color.nullable(),
  icon: Icon.nullable(),
  is_active: z.boolean(),
  is_default: z.boolean(),
  translations: z
    .record(Locale, Line(100))
    .refine((labels) => Object.keys(labels).length <= 200, 'Has labels of at most 200 locales'),
};

const { label, is_active: _, ...others } = writable;

export const CreateEnumValue = z.strictObject({
  code: Code,
  label,
  ...z.strictObject(others).partial().shape,
});
export type CreateEnumValue = z.output<typeof CreateEnumValue>;

export const PatchEnumValue = z.strictObject(writable).partial();
export type PatchEnumValue = z.output<typeof PatchEnumValue>;

export const ListEnumValues = z.strictObject({
  ...Paging,
  is_active: Flag.optional(),
  archived: Flag.optional().meta({
    description: 'true: also those that were archived, for the labels of old records',
  }),
});
export type ListEnumValues = z.output<typeof ListEnumValues>;

/** As many as one call can put in an order. */
export const mostValues = 1_000;

export const Reorder = z.strictObject({ ids: z.array(Id).max(mostValues) });
export type Reorder = z.output<typeof Reorder>;

export const Replace = z.strictObject({ with_code: Code });
export type Replace = z.output<typeof Replace>;

export const Replacement = z.object({ id: Id, status: z.literal('queued'), with_code: z.string() });

export const CodeParams = z.strictObject({ code: Code });
export type CodeParams = z.output<typeof CodeParams>;
export const ValueParams = z.strictObject({ code: Code, id: QueryId });
export type ValueParams = z.output<typeof ValueParams>;

export const EnumList = ListOf(Enum);
export const EnumValueList = ListOf(EnumValue);
