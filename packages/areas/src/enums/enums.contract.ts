import { Color, Id, Line, QueryId } from '@wfp/shared/contract';
import { z } from 'zod';

/** Codes are converted to lower case: the same word in other capitals is the same code. */
export const Code = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^[a-z][a-z0-9_]{0,49}$/,
    'Must be lower-case letters, digits and underscores, beginning with a letter',
  );

const Icon = z.string().regex(/^[a-z0-9-]{1,50}$/, 'Must be the name of an icon, such as flag');
const Locale = z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'Must be a locale such as de or pt-BR');

export const Decoration = { color: Color.nullable(), icon: Icon.nullable() };

export const Translations = z
  .record(Locale, Line(100))
  .refine((labels) => Object.keys(labels).length <= 200, 'Has labels of at most 200 locales');

/** The values that one call can reorder. */
export const maxValues = 1_000;

export const ReplaceValue = z.strictObject({ with_code: Code });
export type ReplaceValue = z.output<typeof ReplaceValue>;

export const Replacement = z.object({ id: Id, status: z.literal('queued'), with_code: z.string() });

export const CodeParams = z.strictObject({ code: Code });
export type CodeParams = z.output<typeof CodeParams>;
export const ValueParams = z.strictObject({ code: Code, id: QueryId });
export type ValueParams = z.output<typeof ValueParams>;
