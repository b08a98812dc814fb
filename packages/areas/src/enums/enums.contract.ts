import { BoundedRecord, Color, Id, Line, QueryId } from '@wfp/shared/contract';
import { z } from 'zod';

/** Codes are converted to lower case, so that case does not distinguish them. */
export const Code = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z][a-z0-9_]{0,49}$/, 'Must be 1 to 50 characters of a-z, 0-9 and _, starting with a letter');

const Icon = z
  .string()
  .regex(/^[a-z0-9-]{1,50}$/, 'Must be an icon name of 1 to 50 characters of a-z, 0-9 and -, such as flag');
const Locale = z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'Must be a locale such as de or pt-BR');

export const Decoration = { color: Color.nullable(), icon: Icon.nullable() };

const maxLocales = 200;

export const Translations = BoundedRecord(Locale, Line(100), { max: maxLocales, keys: 'locales' });

/** Maximum number of values per enum: as many as one call can reorder. */
export const maxValues = 1_000;

export const ReplaceValue = z.strictObject({ with_code: Code });
export type ReplaceValue = z.output<typeof ReplaceValue>;

export const Replacement = z.object({ id: Id, status: z.literal('queued'), with_code: z.string() });

export const CodeParams = z.strictObject({ code: Code });
export type CodeParams = z.output<typeof CodeParams>;
export const ValueParams = z.strictObject({ code: Code, id: QueryId });
export type ValueParams = z.output<typeof ValueParams>;
