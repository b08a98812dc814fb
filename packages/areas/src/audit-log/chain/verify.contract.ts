import { LongId } from '@wfp/shared/contract';
import { z } from 'zod';

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

const Position = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'Must be a positive integer')
  .transform(Number)
  .pipe(LongId);

export const VerifyAuditLog = z.strictObject({
  from_seq: Position.optional().meta({
    description: 'The first position to verify; the hash before it is trusted',
  }),
  to_seq: Position.optional().meta({ description: 'The last position to verify' }),
});
export type VerifyAuditLog = z.output<typeof VerifyAuditLog>;

export const Verification = z.object({
  ok: z.boolean(),
  checked: z.int().meta({ description: 'The number of positions that were verified' }),
  first_broken_seq: z.int().nullable(),
  reason: z.enum(chainFaults).nullable(),
  archived_seq: z
    .int()
    .meta({ description: 'Positions up to this one are archived and not verified; 0 if none are archived' }),
  head_seq: z.int().meta({ description: 'The last position; 0 for an empty chain' }),
  head_hash: z
    .string()
    .nullable()
    .meta({ description: 'SHA-256 in hexadecimal; compare it with a head that you stored elsewhere' }),
  unsealed: z.int().meta({ description: 'Number of recent entries that the worker has not chained yet' }),
});
