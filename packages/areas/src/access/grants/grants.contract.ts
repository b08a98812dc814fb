import { Flag, Id, Paging, Prose, QueryId, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';

const grantScopes = ['role', 'team', 'own'] as const;
const grantSources = ['manual', 'hierarchy', 'default', 'pack'] as const;

export const Grant = z.object({
  org_id: Id,
  id: Id,
  role_id: Id,
  role_code: z.string(),
  user_id: Id,
  scope: z.enum(grantScopes),
  team_id: Id.nullable(),
  starts_at: Timestamp.nullable(),
  ends_at: Timestamp.nullable(),
  reason: z.string().nullable(),
  source: z.enum(grantSources).meta({ description: 'hierarchy: follows from having direct reports' }),
  created_at: Timestamp,
  updated_at: Timestamp,
  created_by: Id.nullable(),
  updated_by: Id.nullable(),
  deleted_at: Timestamp.nullable(),
});

export const CreateGrant = z
  .strictObject({
    user_id: Id,
    role_id: Id,
    scope: z.enum(grantScopes).default('role'),
    team_id: Id.nullable().optional(),
    starts_at: Timestamp.nullable().optional(),
    ends_at: Timestamp.nullable().optional(),
    reason: Prose(500).nullable().optional(),
  })
  .refine((grant) => (grant.scope === 'team') === (grant.team_id != null), {
    path: ['team_id'],
    message: 'Belongs to a grant of scope team, and only to one',
  })
  .refine(
    (grant) => !grant.starts_at || !grant.ends_at || Date.parse(grant.starts_at) < Date.parse(grant.ends_at),
    { path: ['ends_at'], message: 'Must be later than starts_at' },
  );
export type CreateGrant = z.output<typeof CreateGrant>;

export const ListGrants = z.strictObject({
  ...Paging,
  user_id: QueryId.optional(),
  role_id: QueryId.optional(),
  team_id: QueryId.optional(),
  source: z.enum(grantSources).optional(),
  live: Flag.optional().meta({ description: 'In force at this moment: begun, and not ended' }),
});
export type ListGrants = z.output<typeof ListGrants>;
