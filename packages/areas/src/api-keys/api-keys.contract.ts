import type { Permission } from '@wfp/shared';
import { Id, Line, Paging, Prose, QueryId, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';
import { AddressRange } from '../auth/index.ts';

const fields = {
  id: Id,
  org_id: Id,
  user_id: Id,
  name: z.string(),
  description: z.string(),
  prefix: z.string(),
  permissions: z.array(z.string()).meta({ description: 'Empty: everything its user may do' }),
  allowed_cidrs: z.array(z.string()).meta({ description: 'Empty: from anywhere' }),
  rotated_from_id: Id.nullable().meta({ description: 'The key that this one takes over from' }),
  expires_at: Timestamp.nullable(),
  last_used_at: Timestamp.nullable().meta({ description: 'Written at most once a minute' }),
  last_used_ip: z.string().nullable(),
  revoked_at: Timestamp.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
  created_by: Id,
  updated_by: Id.nullable(),
};

export const ApiKey = z.object(fields);

export const NewApiKey = z.object({
  ...fields,
  key: z.string().meta({ description: 'The key itself, shown this once' }),
});

const KeyPermissions = z.array(z.string().transform((text) => text as Permission)).max(500);

const described = {
  name: Line(100),
  description: Prose(1_000),
  permissions: KeyPermissions,
  allowed_cidrs: z.array(AddressRange).max(50),
};

const { name, ...others } = described;

export const CreateApiKey = z.strictObject({
  name,
  ...z.strictObject(others).partial().shape,
  expires_at: Timestamp.nullable().optional(),
  user_id: Id.optional().meta({ description: 'A service user that the key is to act as' }),
});
export type CreateApiKey = z.output<typeof CreateApiKey>;

export const PatchApiKey = z.strictObject(described).partial();
export type PatchApiKey = z.output<typeof PatchApiKey>;

export const RotateApiKey = z.strictObject({
  overlap_hours: z.number().int().min(0).max(72).default(24).meta({
    description: 'How long the old key goes on working',
  }),
});
export type RotateApiKey = z.output<typeof RotateApiKey>;

export const ListApiKeys = z.strictObject({
  ...Paging,
  status: z.enum(['live', 'expired', 'revoked']).optional(),
  user_id: QueryId.optional().meta({ description: 'Whom the keys act as' }),
});
export type ListApiKeys = z.output<typeof ListApiKeys>;
