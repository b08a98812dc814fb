import { LongId } from '@wfp/shared/contract';
import { z } from 'zod';

/** What may be wrong with a log. */
export const chainFaults = [
  'entry_changed',
  'entry_missing',
  'entry_added',
  'personal_values_changed',
  'personal_values_missing',
  'link_missing',
  'chain_changed',
  'differs_from_announced',
] as const;
export type ChainFault = (typeof chainFaults)[number];

const Place = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'Must be a positive integer')
  .transform(Number)
  .pipe(LongId);

export const VerifyAuditLog = z.strictObject({
  from_seq: Place.optional().meta({ description: 'Where to begin; the hash before it is taken on trust' }),
  to_seq: Place.optional().meta({ description: 'Where to end' }),
});
export type VerifyAuditLog = z.output<typeof VerifyAuditLog>;

export const Verification = z.object({
  ok: z.boolean(),
  checked: z.int().meta({ description: 'How many places of the chain were found sound' }),
  first_broken_seq: z.int().nullable(),
  reason: z.enum(chainFaults).nullable(),
  archived_seq: z
    .int()
    .meta({ description: 'Places up to this one are archived, and are no part of the check; 0 for none' }),
  head_seq: z.int().meta({ description: 'The last place; 0 before anything was sealed' }),
  head_hash: z
    .string()
    .nullable()
    .meta({ description: 'SHA-256 in hexadecimal; compare it with one kept outside' }),
  unsealed: z.int().meta({ description: 'Recent entries that wait for the worker to seal them' }),
});
