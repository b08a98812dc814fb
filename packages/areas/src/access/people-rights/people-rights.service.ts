import {
  type AppError,
  type Caller,
  forbidden,
  type Permission,
  type RowScope,
  resourceOf,
} from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { findExcessPermissions, listRolePermissions, type RoleRights } from '../authority/access.policy.ts';
import type { LockedCaller } from '../authority/lock.store.ts';
import { findLineageIfOwn, findUnrestrictedRoles, type UserIds } from './people-rights.store.ts';

/** Permissions on people: those on resources for which only primary teams count, not memberships. */
const isOnPeople = (caller: Caller, permission: Permission): boolean =>
  caller.platform.access.resources.get(resourceOf(permission))?.rows?.owners(caller).byPrimaryTeam === true;

/** True if the caller has all permissions on people in the whole organization, so that no placement of an employee gives more. */
export function coversAllPeople(caller: Caller): boolean {
  return caller.platform.access.permissions
    .filter((permission) => isOnPeople(caller, permission))
    .every((permission) => caller.rowScopeFor(permission)?.org);
}

/** The permissions on people that a role gives with a scope. */
function selectScoped(caller: Caller, role: RoleRights, scope: 'team' | 'reports'): RoleRights {
  const permissions = listRolePermissions(caller.platform.access, role).filter(
    ({ permission, scopes }) =>
      scopes.includes(scope) && !scopes.includes('org') && isOnPeople(caller, permission),
  );
  return {
    code: role.code,
    is_builtin: false,
    permissions: permissions.map((one) => ({ ...one, scopes: [scope] })),
  };
}

/**
 * Checks that the caller has, in teams that become primary teams of an employee, all permissions on people that the roles of
 * the user give there by the scope `team`.
 *
 * @param own_team_id the primary team of the caller before the change
 * @throws AppError `forbidden`
 */
export async function requirePrimaryTeamAuthority(
  tx: Transaction,
  by: LockedCaller,
  {
    users,
    team_ids,
    own_team_id,
  }: { users: UserIds; team_ids: readonly number[]; own_team_id: number | null },
): Promise<void> {
  const roles = (await findUnrestrictedRoles(tx, by, users)).map((role) => selectScoped(by, role, 'team'));
  if (roles.every(({ permissions }) => permissions.length === 0)) return;
  for (const team_id of team_ids) {
    const { lineage, is_own } = await findLineageIfOwn(tx, by, team_id, own_team_id);
    const held = (permission: Permission): RowScope | null => {
      const scope = by.rowScopeFor(permission);
      return scope?.team && is_own ? { ...scope, team_ids: [...scope.team_ids, team_id] } : scope;
    };
    for (const role of roles) {
      const bounds = { scope: 'team', team_id } as const;
      const missing = findExcessPermissions(by.platform.access, held, role, bounds, lineage);
      if (missing.length > 0) throw excessError('With this team', role.code, missing);
    }
  }
}

export interface GivenPermission {
  permission: Permission;
  /** The code of a role that gives it. */
  role: string;
}

/**
 * Returns the permissions on people that the roles of users give by a scope, without those that the caller has in the whole
 * organization. The built-in role of managers does not count: it is given without a check.
 */
export async function findPermissionsOnPeople(
  tx: Transaction,
  by: LockedCaller,
  users: UserIds,
  scope: 'team' | 'reports',
): Promise<GivenPermission[]> {
  const nothing = () => null;
  const given = (await findUnrestrictedRoles(tx, by, users))
    .filter(({ is_builtin, code }) => !(is_builtin && code === 'manager'))
    .flatMap((role) =>
      findExcessPermissions(by.platform.access, nothing, selectScoped(by, role, scope)).map((permission) => ({
        permission,
        role: role.code,
      })),
    )
    .filter(({ permission }) => !by.rowScopeFor(permission)?.org);
  return [...new Map(given.map((one) => [one.permission, one])).values()];
}

/** @param cause the beginning of the message */
export const excessError = (cause: string, role: string, missing: readonly Permission[]): AppError =>
  forbidden(
    'authority',
    `${cause}, the role ${role} would give a user permissions on people that you do not have there: ${missing.slice(0, 5).join(', ')}`,
    missing[0],
  );
