import { Email, Line, Locale, TimeZone } from '@wfp/shared/contract';
import { z } from 'zod';

/** An empty cell leaves the field of an existing user unchanged; a new user gets the default. */
const optionalCell = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (text) => (typeof text === 'string' && text.trim() === '' ? undefined : text),
    schema.optional(),
  );

/** A row with a known email address updates that user; any other row invites one. */
export const ImportedUser = z.strictObject({
  email: Email,
  first_name: Line(100),
  last_name: Line(100),
  display_name: optionalCell(Line(100)),
  locale: optionalCell(Locale),
  time_zone: optionalCell(TimeZone),
  role_codes: optionalCell(
    z
      .string()
      .max(500)
      .transform((text) => [...new Set(text.split(/[\s,;]+/).filter(Boolean))])
      .pipe(z.array(z.string()).max(20)),
  ),
});
export type ImportedUser = z.output<typeof ImportedUser>;

export const exportedColumns = [
  'id',
  'email',
  'first_name',
  'last_name',
  'display_name',
  'locale',
  'time_zone',
  'status',
  'is_service',
  'role_codes',
  'last_login_at',
  'created_at',
  'updated_at',
] as const;
