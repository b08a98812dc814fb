import { type Permission, scopes } from '@wfp/shared';
import { Line, Prose, QueryId } from '@wfp/shared/contract';
import { z } from 'zod';

export const PermissionName = z
  .string()
  .regex(/^[a-z_]+:[a-z]+$/, 'Must look like task:read')
  .transform((text) => text as Permission);

const RolePermission = z.strictObject({
  permission: PermissionName,
  scopes: z.array(z.enum(scopes)).min(1).max(scopes.length),
});
export type RolePermission = z.output<typeof RolePermission>;

const RolePermissions = z
  .array(RolePermission)
  .max(500)
  .refine(
    (all) => new Set(all.map((one) => one.permission)).size === all.length,
    'Must name each permission once',
  );

export const PermissionList = z.array(z.object({ permission: z.string(), scopes: z.array(z.enum(scopes)) }));

const named = {
  code: z
    .string()
    .regex(/^[a-z][a-z0-9_]{1,49}$/, 'Must be 2 to 50 characters of a-z, 0-9 and _, starting with a letter'),
  name: Line(100),
};

export const CreateRole = z.strictObject({
  ...named,
  description: Prose(1_000).default(''),
  permissions: RolePermissions.default([]),
});
export type CreateRole = z.output<typeof CreateRole>;

export const CloneRole = z.strictObject({ ...named, description: Prose(1_000).optional() });
export type CloneRole = z.output<typeof CloneRole>;

export const PatchRole = z.strictObject({
  name: Line(100).optional(),
  description: Prose(1_000).optional(),
  is_default: z
    .boolean()
    .optional()
    .meta({ description: 'True makes this the default instead of the current one' }),
});
export type PatchRole = z.output<typeof PatchRole>;

export const PutPermissions = z.strictObject({ permissions: RolePermissions });
export type PutPermissions = z.output<typeof PutPermissions>;

export const DeleteRole = z.strictObject({
  reassign_to: QueryId.optional().meta({ description: 'The role that replaces this one in its grants' }),
});
export type DeleteRole = z.output<typeof DeleteRole>;
