import { AppError, type Caller, type Permission, type RowScope, resourceOf } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { findExcessPermissions, listRolePermissions, type RoleRights } from '../authority/access.policy.ts';
import { lockAccess } from '../authority/lock.store.ts';
import { findTeamPlace, findUnrestrictedRoles } from './primary-teams.store.ts';

/**
 * Checks that the caller has all permissions that the roles of a user give in a team by the scope `team` when it becomes the
 * primary team of the user's employee. Only permissions on people count, because those on other records follow from memberships,
 * too.
 *
 * @throws AppError `forbidden`
 */
export async function requirePrimaryTeamAuthority(
  tx: Transaction,
  caller: Caller,
  { user_id, team_id }: { user_id: number; team_id: number },
): Promise<void> {
  const { access } = caller.platform;
  const onPeople = access.permissions.filter((permission) => followsPrimaryTeam(caller, permission));
  if (onPeople.every((permission) => caller.rowScopeFor(permission)?.org)) return;
  const by = await lockAccess(tx, caller);
  const { lineage, is_own } = await findTeamPlace(tx, by, team_id);
  const held = (permission: Permission): RowScope | null => {
    const scope = by.rowScopeFor(permission);
    return scope?.team && is_own ? { ...scope, team_ids: [...scope.team_ids, team_id] } : scope;
  };
  for (const role of await findUnrestrictedRoles(tx, by, user_id)) {
    const given: RoleRights = {
      ...{ code: role.code, is_builtin: false },
      permissions: listRolePermissions(access, role).filter(
        ({ permission, scopes }) =>
          scopes.includes('team') && !scopes.includes('org') && followsPrimaryTeam(caller, permission),
      ),
    };
    const missing = findExcessPermissions(access, held, given, { scope: 'team', team_id }, lineage);
    if (missing.length > 0)
      throw new AppError(
        'forbidden',
        `With this team, the role ${role.code} would give the user of the employee permissions that you do not have there: ${missing.slice(0, 5).join(', ')}`,
      );
  }
}

const followsPrimaryTeam = (caller: Caller, permission: Permission): boolean =>
  caller.platform.access.resources.get(resourceOf(permission))?.rows?.owners(caller).byPrimaryTeam === true;
