import { BoundedRecord, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';

/** Max keys of one request. All values together are limited by `maxPreferenceBytes`. */
export const maxPreferenceKeys = 200;

/** As JSON in UTF-8, with keys, as PostgreSQL writes it. */
export const maxPreferenceBytes = 32 * 1024;

const Key = z
  .string()
  .regex(
    /^[a-z][a-z0-9_.-]{0,63}$/,
    'Must begin with a lower-case letter, and consist of at most 64 lower-case letters, digits, dots, dashes and underscores',
  );

export const PatchPreferences = z.strictObject({
  values: BoundedRecord(Key, z.unknown(), { max: maxPreferenceKeys, keys: 'keys' }).meta({
    description: 'Any JSON by key; null removes a key. Other keys keep their values',
  }),
});
export type PatchPreferences = z.output<typeof PatchPreferences>;

export const Preferences = z.object({
  values: z.record(z.string(), z.unknown()).meta({ description: 'Any JSON by key' }),
  updated_at: Timestamp,
});
