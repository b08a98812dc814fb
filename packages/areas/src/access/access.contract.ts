import { type Permission, scopes } from '@wfp/shared';
import { Flag, Id, Line, Paging, Prose, QueryId, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';

const PermissionName = z
  .string()
  .regex(/^[a-z_]+:[a-z]+$/, 'Must look like task:read')
  .transform((text) => text as Permission);

export const RolePermission = z.strictObject({
  permission: PermissionName,
  scopes: z.array(z.enum(scopes)).min(1).max(scopes.length),
});
export type RolePermission = z.output<typeof RolePermission>;

export const Role = z.object({
  org_id: Id,
  id: Id,
  code: z.string(),
  name: z.string(),
  description: z.string(),
  is_builtin: z.boolean(),
  is_default: z.boolean(),
  permissions: z.array(z.object({ permission: z.string(), scopes: z.array(z.enum(scopes)) })),
  created_at: Timestamp,
  updated_at: Timestamp,
  created_by: Id.nullable(),
  updated_by: Id.nullable(),
  deleted_at: Timestamp.nullable(),
});

export const CreateRole = z.strictObject({
  code: z
    .string()
    .regex(/^[a-z][a-z0-9_]{1,49}$/, 'Must be 2 to 50 of a-z, 0-9 and _, beginning with a letter'),
  name: Line(100),
  description: Prose(1_000).default(''),
  permissions: z
    .array(RolePermission)
    .max(500)
    .refine(
      (all) => new Set(all.map((one) => one.permission)).size === all.length,
      'Must name each permission once',
    )
    .default([]),
});
export type CreateRole = z.output<typeof CreateRole>;

export const ListRoles = z.strictObject({ ...Paging, is_builtin: Flag.optional() });
export type ListRoles = z.output<typeof ListRoles>;

export const Grant = z.object({
  org_id: Id,
  id: Id,
  role_id: Id,
  role_code: z.string(),
  user_id: Id,
  scope: z.enum(['role', 'team', 'own']),
  team_id: Id.nullable(),
  starts_at: Timestamp.nullable(),
  ends_at: Timestamp.nullable(),
  reason: z.string().nullable(),
  source: z.enum(['manual', 'hierarchy', 'default', 'pack']),
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
    scope: z.enum(['role', 'team', 'own']).default('role'),
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
    {
      path: ['ends_at'],
      message: 'Must be later than starts_at',
    },
  );
export type CreateGrant = z.output<typeof CreateGrant>;

export const ListGrants = z.strictObject({
  ...Paging,
  user_id: QueryId.optional(),
  role_id: QueryId.optional(),
});
export type ListGrants = z.output<typeof ListGrants>;

export const PermissionRow = z.object({
  permission: z.string(),
  resource: z.string(),
  right: z.string(),
  scopes: z.array(z.enum(scopes)),
});
