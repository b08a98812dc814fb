import {
  type AccessModel,
  type BuiltinRole,
  type Caller,
  coversScope,
  type HeldGrant,
  type Permission,
  type RowScope,
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
const unrestricted: GrantBounds = { scope: 'role', team_id: null };

/** The permissions of a role: those declared for a built-in one, those stored for any other. */
export function listRolePermissions(model: AccessModel, role: RoleRights): RolePermission[] {
  if (!role.is_builtin) return [...role.permissions];
  return [...model.builtin(role.code as BuiltinRole)].map(([permission, held]) => ({
    permission,
    scopes: [...held],
  }));
}

/** Permissions as they are stored. */
export function toPermissionMap(permissions: readonly RolePermission[]): PermissionMap {
  return Object.fromEntries(permissions.map(({ permission, scopes: held }) => [permission, [...held]]));
}

export const isOwner = (role: Pick<RoleRights, 'code' | 'is_builtin'>): boolean =>
  role.is_builtin && role.code === 'owner';

/** Whether grants make an owner of the organization: of everything, not of a part of it. */
export const includesOwner = (
  grants: readonly Pick<HeldGrant, 'role_code' | 'is_builtin' | 'scope'>[],
): boolean =>
  grants.some((grant) => grant.is_builtin && grant.role_code === 'owner' && grant.scope === 'role');

const toHeldGrant = (role: RoleRights, { scope, team_id }: GrantBounds): HeldGrant => ({
  role_code: role.code,
  is_builtin: role.is_builtin,
  permissions: role.is_builtin ? null : toPermissionMap(role.permissions),
  scope,
  team_id,
});

/** Every permission that a role could give: what endpoints ask for, and `manage`, which stands for the rest. */
function listCandidatePermissions(model: AccessModel, role: RoleRights): Permission[] {
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
export function findExcessPermissions(
  model: AccessModel,
  held: (permission: Permission) => RowScope | null,
  role: RoleRights,
  bounds: GrantBounds = unrestricted,
  lineage: readonly number[] = [],
): Permission[] {
  const grant = toHeldGrant(role, bounds);
  return listCandidatePermissions(model, role).filter((permission) => {
    const given = model.rowScopeFor([grant], permission);
    return given !== null && !coversScope(held(permission), given, () => lineage);
  });
}

/**
 * The resources that a grant lets its user manage more widely than `held` does. What people merely work with
 * does not count: whoever looks after accounts need not hold the rights of each of them.
 */
export function findExcessResources(
  model: Pick<AccessModel, 'resources' | 'rowScopeFor'>,
  held: (permission: Permission) => RowScope | null,
  grant: HeldGrant,
  lineage: readonly number[] = [],
): string[] {
  return [...model.resources.keys()].filter((code) => {
    const manage: Permission = `${code}:manage`;
    const theirs = model.rowScopeFor([grant], manage);
    return theirs !== null && !coversScope(held(manage), theirs, () => lineage);
  });
}

/** Whether a narrowed grant would give nothing at all, because no right of the role can be narrowed that way. */
export function grantsNothing(model: AccessModel, role: RoleRights, bounds: GrantBounds): boolean {
  if (bounds.scope === 'role') return false;
  const grant = toHeldGrant(role, bounds);
  return listCandidatePermissions(model, role).every(
    (permission) => model.rowScopeFor([grant], permission) === null,
  );
}

/** What is wrong with a permission of a custom role, or null. */
export function findPermissionError(model: AccessModel, one: RolePermission): string | null {
  const resource = model.resources.get(resourceOf(one.permission));
  if (!resource || (!model.permissions.includes(one.permission) && rightOf(one.permission) !== 'manage')) {
    return `${one.permission} is no permission; see GET /api/permissions`;
  }
  const unsupported = one.scopes.filter((scope) => scope !== 'org' && !resource.scopes.includes(scope));
  return unsupported.length === 0 ? null : `${one.permission} cannot be limited to ${unsupported.join(', ')}`;
}

/** Whether the caller may give roles to a user, or take theirs away. Null stands for a user yet to be made. */
export function canChangeGrants(
  caller: Caller,
  permission: 'grant:create' | 'grant:archive',
  user_id: number | null,
): boolean {
  const reach = caller.rowScopeFor(permission);
  return reach !== null && (reach.org || (reach.own && user_id !== null && user_id === caller.user_id));
}

/** The scopes of a reach, as clients see them; `team` also stands for teams that a grant names. */
export function listScopes(reach: RowScope): Scope[] {
  return scopes.filter((scope) => reach[scope] || (scope === 'team' && reach.team_ids.length > 0));
}
