import {
  type BuiltinRole,
  builtinRoles,
  type Permission,
  parseRights,
  type Resource,
  type Right,
  type Scope,
  type ScopedRights,
} from './rights.ts';

export interface HeldGrant {
  role_code: string;
  is_builtin: boolean;
  /** Permissions of a custom role; null for a built-in one, whose permissions the areas declare. */
  permissions: Record<string, Scope[]> | null;
  scope: 'role' | 'team' | 'own';
  team_id: number | null;
}

/** The rows that a permission covers: the sum of everything that is set. */
export interface RowScope {
  org: boolean;
  own: boolean;
  reports: boolean;
  /** Teams the caller is a member of, and their sub-teams. */
  team: boolean;
  /** Teams named by team-scoped grants, and their sub-teams. */
  team_ids: readonly number[];
}

/** The rights that areas declare, compiled at start. */
export interface AccessModel {
  resources: ReadonlyMap<string, Resource>;
  /** Every permission that an endpoint requires. */
  permissions: readonly Permission[];
  builtin(role: BuiltinRole): ReadonlyMap<Permission, readonly Scope[]>;
  /** Combines the grants for one permission; null if none of them includes it. */
  rowScopeFor(grants: readonly HeldGrant[], permission: Permission): RowScope | null;
}

/**
 * Compiles the resources of all areas and the permissions that their endpoints require.
 *
 * @throws Error if an endpoint requires a permission on an undeclared resource
 */
export function compileAccess(declared: readonly Resource[], required: readonly Permission[]): AccessModel {
  const resources = new Map(declared.map((one) => [one.code, one]));
  const permissions = [...new Set(required)].sort();
  for (const permission of permissions) {
    if (!resources.has(resourceOf(permission)))
      throw new Error(`No area declares the resource of the permission ${permission}`);
  }
  const matrix = new Map<string, ScopedRights>();
  for (const one of declared) {
    for (const role of Object.keys(builtinRoles) as BuiltinRole[]) {
      matrix.set(`${role}/${one.code}`, parseRights(one.builtin[role] ?? ''));
    }
  }
  const builtinScopes = (role: string, permission: Permission): readonly Scope[] =>
    scopesFor(matrix.get(`${role}/${resourceOf(permission)}`), rightOf(permission));
  return {
    resources,
    permissions,
    builtin: (role) =>
      new Map(
        permissions
          .map((permission) => [permission, builtinScopes(role, permission)] as const)
          .filter(([, held]) => held.length > 0),
      ),
    rowScopeFor: (grants, permission) =>
      combineGrants(grants, permission, builtinScopes, resources.get(resourceOf(permission))?.scopes ?? []),
  };
}

/**
 * Rejects rights of built-in roles that no endpoint requires. `manage` includes every other right, so it needs no
 * endpoint of its own.
 *
 * @throws Error naming each resource, role and right
 */
export function rejectUnusedRights(declared: readonly Resource[], required: readonly Permission[]): void {
  const known = new Set(required);
  const unused = declared.flatMap(({ code, builtin }) =>
    Object.entries(builtin).flatMap(([role, text]) =>
      [...parseRights(text).keys()]
        .filter((right) => right !== 'manage' && !known.has(`${code}:${right}`))
        .map((right) => `${role} ${code}:${right}`),
    ),
  );
  if (unused.length > 0)
    throw new Error(`Built-in roles have rights that no endpoint requires: ${unused.join('; ')}`);
}

/**
 * Rejects scopes of built-in roles that the resource does not list: a grant limited to a team or to own rows gives no
 * rights on a resource without that scope.
 *
 * @throws Error naming each resource, role and scope
 */
export function rejectUnlistedScopes(declared: readonly Resource[]): void {
  const unlisted = declared.flatMap(({ code, builtin, scopes }) =>
    Object.entries(builtin).flatMap(([role, text]) =>
      [...new Set([...parseRights(text).values()].flatMap((held) => [...held]))]
        .filter((scope) => scope !== 'org' && !scopes.includes(scope))
        .map((scope) => `${role} ${code}@${scope}`),
    ),
  );
  if (unlisted.length > 0)
    throw new Error(`Built-in roles have scopes that the resource does not list: ${unlisted.join('; ')}`);
}

export function resourceOf(permission: Permission): string {
  return permission.slice(0, permission.indexOf(':'));
}

export function rightOf(permission: Permission): Right {
  return permission.slice(permission.indexOf(':') + 1) as Right;
}

/** `manage` includes every other right of its resource. */
function scopesFor(held: ScopedRights | undefined, right: Right): readonly Scope[] {
  return [...new Set([...(held?.get(right) ?? []), ...(held?.get('manage') ?? [])])];
}

function customScopes(permissions: Record<string, Scope[]>, permission: Permission): readonly Scope[] {
  const manage: Permission = `${resourceOf(permission)}:manage`;
  return [...(permissions[permission] ?? []), ...(permissions[manage] ?? [])];
}

function combineGrants(
  grants: readonly HeldGrant[],
  permission: Permission,
  builtinScopes: (role: string, permission: Permission) => readonly Scope[],
  supportedScopes: readonly Scope[],
): RowScope | null {
  const scope = { org: false, own: false, reports: false, team: false };
  const teamIds = new Set<number>();
  for (const grant of grants) {
    const held = grant.is_builtin
      ? builtinScopes(grant.role_code, permission)
      : customScopes(grant.permissions ?? {}, permission);
    if (grant.scope === 'role') for (const one of held) scope[one] = true;
    // A narrower grant gives the intersection of its scope and the role's scopes: nothing if the resource does not have
    // that scope.
    else if (!supportedScopes.includes(grant.scope)) continue;
    else if (grant.scope === 'own') scope.own ||= held.includes('org') || held.includes('own');
    // In a grant for one team, that team replaces the caller's own teams.
    else if (grant.team_id !== null && (held.includes('org') || held.includes('team')))
      teamIds.add(grant.team_id);
  }
  const any = scope.org || scope.own || scope.reports || scope.team || teamIds.size > 0;
  return any ? { ...scope, team_ids: [...teamIds] } : null;
}

/**
 * True if every row that `given` covers is also covered by `held`. Scopes are compared one by one: a user's own rows
 * need not belong to the user's teams, and rows of these teams need not be the user's own.
 *
 * @param lineageOf returns a team and its ancestors: a right over a team includes its sub-teams
 */
export function coversScope(
  held: RowScope | null,
  given: RowScope,
  lineageOf: (team_id: number) => readonly number[] = (team_id) => [team_id],
): boolean {
  if (held === null) return false;
  if (held.org) return true;
  if (given.org || (given.own && !held.own)) return false;
  if ((given.reports && !held.reports) || (given.team && !held.team)) return false;
  return given.team_ids.every((team) => lineageOf(team).some((one) => held.team_ids.includes(one)));
}
