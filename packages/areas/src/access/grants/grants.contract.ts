import { Id, Prose, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';

export const grantScopes = ['role', 'team', 'own'] as const;

export const grantSource = z
  .enum(['manual', 'hierarchy', 'default', 'pack'])
  .meta({ description: 'hierarchy: follows from having direct reports' });

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
    message: 'Required if scope is "team"; must be omitted otherwise',
  })
  .refine(
    (grant) => !grant.starts_at || !grant.ends_at || Date.parse(grant.starts_at) < Date.parse(grant.ends_at),
    { path: ['ends_at'], message: 'Must be after starts_at' },
  );
export type CreateGrant = z.output<typeof CreateGrant>;
