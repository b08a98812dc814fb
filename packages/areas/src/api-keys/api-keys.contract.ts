import type { Permission } from '@wfp/shared';
import { Id, Line, Prose, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';
import { AddressRange } from '../auth/index.ts';

export const KeyPermissions = z
  .array(
    z
      .string()
      .max(100)
      .transform((text) => text as Permission),
  )
  .max(500)
  // Each request with the key reads them.
  .refine((all) => new Set(all).size === all.length, 'Must name each permission once')
  .meta({ 'x-catalogue': 'permissions' });

export const AddressRanges = z.array(AddressRange).max(50);

export const CreateApiKey = z.strictObject({
  name: Line(100),
  description: Prose(1_000).optional(),
  permissions: KeyPermissions.optional(),
  allowed_cidrs: AddressRanges.optional(),
  expires_at: Timestamp.nullable().optional(),
  user_id: Id.optional().meta({ description: 'The service user of the key; default: you' }),
});
export type CreateApiKey = z.output<typeof CreateApiKey>;

export const RotateApiKey = z.strictObject({
  overlap_hours: z.number().int().min(0).max(72).default(24).meta({
    description: 'Hours for which the old key stays valid, unless it expires sooner',
  }),
});
export type RotateApiKey = z.output<typeof RotateApiKey>;
