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

export interface RoleRights {
  code: string;
  is_builtin: boolean;
  /** Empty for a built-in role, whose permissions the areas declare. */
  permissions: readonly RolePermission[];
}

export type GrantBounds = Pick<HeldGrant, 'scope' | 'team_id'>;
const unrestricted: GrantBounds = { scope: 'role', team_id: null };

/** The permissions of a custom role as a list; none for a built-in role. */
export const listPermissions = (map: HeldGrant['permissions']): RolePermission[] =>
  Object.entries(map ?? {}).map(([permission, held]) => ({
    permission: permission as Permission,
    scopes: [...held],
  }));

/** The permissions of a role: declared by the areas for a built-in role, stored for a custom one. */
export function listRolePermissions(model: AccessModel, role: RoleRights): RolePermission[] {
  if (!role.is_builtin) return [...role.permissions];
  return [...model.builtin(role.code as BuiltinRole)].map(([permission, held]) => ({
    permission,
    scopes: [...held],
  }));
}

/** Converts permissions to their stored form. */
export function toPermissionMap(permissions: readonly RolePermission[]): PermissionMap {
  return Object.fromEntries(permissions.map(({ permission, scopes: held }) => [permission, [...held]]));
}

export const isOwner = (role: Pick<RoleRights, 'code' | 'is_builtin'>): boolean =>
  role.is_builtin && role.code === 'owner';

/** True if the grants include owner for the whole organization, not only a part of it. */
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

/**
 * Lists the permissions that a role could give, to be checked against its grants: all for a built-in role; for a custom
 * role, all of the resources that it names, because `manage` implies the other rights.
 */
function listCandidatePermissions(model: AccessModel, role: HeldGrant): Permission[] {
  if (role.permissions === null) return [...model.permissions];
  const named = Object.keys(role.permissions) as Permission[];
  const resources = new Set(named.map(resourceOf).filter((code) => model.resources.has(code)));
  const known = [...model.permissions, ...named].filter((one) => resources.has(resourceOf(one)));
  return [...new Set(known)];
}

/**
 * Returns the permissions that granting or changing a role would give beyond what the caller has. Callers may give
 * only permissions that they have, in the same or a narrower scope.
 */
export function findExcessPermissions(
  model: AccessModel,
  held: (permission: Permission) => RowScope | null,
  role: RoleRights,
  bounds: GrantBounds = unrestricted,
  lineage: readonly number[] = [],
): Permission[] {
  return findExcessOfGrant(model, held, toHeldGrant(role, bounds), lineage);
}

/** Like {@link findExcessPermissions}, for a grant that exists. */
export function findExcessOfGrant(
  model: AccessModel,
  held: (permission: Permission) => RowScope | null,
  grant: HeldGrant,
  lineage: readonly number[],
): Permission[] {
  return listCandidatePermissions(model, grant).filter((permission) => {
    const given = model.rowScopeFor([grant], permission);
    return given !== null && !coversScope(held(permission), given, () => lineage);
  });
}

/**
 * Returns the resources whose `manage` permission a grant gives, unless `held` covers it. Other rights do not count: a
 * user who administers accounts does not need every permission of their users.
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

/** True if a restricted grant would give nothing, because no right of the role supports the restriction. */
export function grantsNothing(model: AccessModel, role: RoleRights, bounds: GrantBounds): boolean {
  if (bounds.scope === 'role') return false;
  const grant = toHeldGrant(role, bounds);
  return listCandidatePermissions(model, grant).every(
    (permission) => model.rowScopeFor([grant], permission) === null,
  );
}

/** Returns why a custom role cannot have a permission; null if it can. */
export function findPermissionError(model: AccessModel, one: RolePermission): string | null {
  const resource = model.resources.get(resourceOf(one.permission));
  if (!resource || (!model.permissions.includes(one.permission) && rightOf(one.permission) !== 'manage')) {
    return `${one.permission} is not a permission; see GET /api/permissions`;
  }
  const unsupported = one.scopes.filter((scope) => scope !== 'org' && !resource.scopes.includes(scope));
  return unsupported.length === 0 ? null : `${one.permission} cannot be limited to ${unsupported.join(', ')}`;
}

/**
 * True if the caller has a permission on the grants of a user: for all users, or for the caller's own.
 *
 * @param user_id null for a user that does not exist yet
 */
export function canChangeGrants(
  caller: Caller,
  permission: 'grant:create' | 'grant:archive',
  user_id: number | null,
): boolean {
  const rowScope = caller.rowScopeFor(permission);
  return (
    rowScope !== null && (rowScope.org || (rowScope.own && user_id !== null && user_id === caller.user_id))
  );
}

/** The scopes of a row scope, as clients see them; `team` also stands for the teams to which grants are limited. */
export function listScopes(rowScope: RowScope): Scope[] {
  return scopes.filter((scope) => rowScope[scope] || (scope === 'team' && rowScope.team_ids.length > 0));
}
