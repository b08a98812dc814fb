import {
  type AccessModel,
  type BuiltinRole,
  type Caller,
  covers,
  type HeldGrant,
  type Permission,
  type Reach,
  resourceOf,
  rightOf,
  type Scope,
  scopes,
} from '@wfp/shared';
import type { RolePermission } from '../roles/roles.contract.ts';

export type PermissionMap = Record<string, Scope[]>;

/** What counts of a role when somebody gives it or changes it. */
export interface RoleRights {
  code: string;
  is_builtin: boolean;
  /** Empty for a built-in role, whose permissions the areas declare. */
  permissions: readonly RolePermission[];
}

/** How a grant narrows its role. */
export type GrantBounds = Pick<HeldGrant, 'scope' | 'team_id'>;
const unbounded: GrantBounds = { scope: 'role', team_id: null };

/** The permissions of a role: those declared for a built-in one, those stored for any other. */
export function permissionsOf(model: AccessModel, role: RoleRights): RolePermission[] {
  if (!role.is_builtin) return [...role.permissions];
  return [...model.builtin(role.code as BuiltinRole)].map(([permission, held]) => ({
    permission,
    scopes: [...held],
  }));
}

/** Permissions as they are stored. */
export function permissionMap(permissions: readonly RolePermission[]): PermissionMap {
  return Object.fromEntries(permissions.map(({ permission, scopes: held }) => [permission, [...held]]));
}

export const isOwner = (role: Pick<RoleRights, 'code' | 'is_builtin'>): boolean =>
  role.is_builtin && role.code === 'owner';

/** Whether grants make an owner of the organization: of everything, not of a part of it. */
export const makeOwner = (
  grants: readonly Pick<HeldGrant, 'role_code' | 'is_builtin' | 'scope'>[],
): boolean =>
  grants.some((grant) => grant.is_builtin && grant.role_code === 'owner' && grant.scope === 'role');

const asGrant = (role: RoleRights, { scope, team_id }: GrantBounds): HeldGrant => ({
  role_code: role.code,
  is_builtin: role.is_builtin,
  permissions: role.is_builtin ? null : permissionMap(role.permissions),
  scope,
  team_id,
});

/** Every permission that a role could give: what endpoints ask for, and `manage`, which stands for the rest. */
function candidates(model: AccessModel, role: RoleRights): Permission[] {
  if (role.is_builtin) return [...model.permissions];
  const named = role.permissions.map((one) => one.permission);
  const resources = new Set(named.map(resourceOf).filter((code) => model.resources.has(code)));
  const known = [...model.permissions, ...named].filter((one) => resources.has(resourceOf(one)));
  return [...new Set(known)];
}

/**
 * The permissions that somebody would hand out, by giving a role or by changing it, without holding them as
 * widely: nobody gives more than their own.
 */
export function beyond(
  model: AccessModel,
  held: (permission: Permission) => Reach | null,
  role: RoleRights,
  bounds: GrantBounds = unbounded,
  lineage: readonly number[] = [],
): Permission[] {
  const grant = asGrant(role, bounds);
  return candidates(model, role).filter((permission) => {
    const given = model.reach([grant], permission);
    return given !== null && !covers(held(permission), given, () => lineage);
  });
}

/**
 * The resources that a grant lets its user manage more widely than `held` does. What people merely work with
 * does not count: whoever looks after accounts need not hold the rights of each of them.
 */
export function managedBeyond(
  model: Pick<AccessModel, 'resources' | 'reach'>,
  held: (permission: Permission) => Reach | null,
  grant: HeldGrant,
  lineage: readonly number[] = [],
): string[] {
  return [...model.resources.keys()].filter((code) => {
    const manage: Permission = `${code}:manage`;
    const theirs = model.reach([grant], manage);
    return theirs !== null && !covers(held(manage), theirs, () => lineage);
  });
}

/** Whether a narrowed grant would give nothing at all, because no right of the role can be narrowed that way. */
export function givesNothing(model: AccessModel, role: RoleRights, bounds: GrantBounds): boolean {
  if (bounds.scope === 'role') return false;
  const grant = asGrant(role, bounds);
  return candidates(model, role).every((permission) => model.reach([grant], permission) === null);
}

/** What is wrong with a permission of a custom role, or null. */
export function permissionFault(model: AccessModel, one: RolePermission): string | null {
  const resource = model.resources.get(resourceOf(one.permission));
  if (!resource || (!model.permissions.includes(one.permission) && rightOf(one.permission) !== 'manage')) {
    return `${one.permission} is no permission; see GET /api/permissions`;
  }
  const unsupported = one.scopes.filter((scope) => scope !== 'org' && !resource.scopes.includes(scope));
  return unsupported.length === 0 ? null : `${one.permission} cannot be limited to ${unsupported.join(', ')}`;
}

/** Whether the caller may give roles to a user, or take theirs away. Null stands for a user yet to be made. */
export function mayChangeGrantsOf(
  caller: Caller,
  permission: 'grant:create' | 'grant:archive',
  user_id: number | null,
): boolean {
  const reach = caller.reach(permission);
  return reach !== null && (reach.org || (reach.own && user_id !== null && user_id === caller.user_id));
}

/** The scopes of a reach, as clients see them; `team` also stands for teams that a grant names. */
export function scopesOf(reach: Reach): Scope[] {
  return scopes.filter((scope) => reach[scope] || (scope === 'team' && reach.team_ids.length > 0));
}
