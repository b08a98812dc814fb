import type { Permission } from '@wfp/shared';
import { Id, Line, Paging, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';

const fields = {
  id: Id,
  org_id: Id,
  user_id: Id,
  name: z.string(),
  prefix: z.string(),
  permissions: z.array(z.string()).meta({ description: 'Empty: everything its user may do' }),
  expires_at: Timestamp.nullable(),
  last_used_at: Timestamp.nullable(),
  revoked_at: Timestamp.nullable(),
  created_at: Timestamp,
  created_by: Id,
};

export const ApiKey = z.object(fields);

export const NewApiKey = z.object({
  ...fields,
  key: z.string().meta({ description: 'The key itself, shown this once' }),
});

export const CreateApiKey = z.strictObject({
  name: Line(100),
  expires_at: Timestamp.nullable().optional(),
  permissions: z
    .array(z.string().transform((text) => text as Permission))
    .max(500)
    .default([]),
});
export type CreateApiKey = z.output<typeof CreateApiKey>;

export const ListApiKeys = z.strictObject(Paging);
export type ListApiKeys = z.output<typeof ListApiKeys>;
