import {
  type AccessModel,
  type BuiltinRole,
  type Caller,
  type Permission,
  type Reach,
  resourceOf,
  rightOf,
  type Scope,
} from '@wfp/shared';
import type { RolePermission } from './access.contract.ts';

/** The permissions of a role: those declared for a built-in one, those stored for any other. */
export function permissionsOf(
  model: AccessModel,
  role: { code: string; is_builtin: boolean; permissions: readonly RolePermission[] },
): RolePermission[] {
  if (!role.is_builtin) return [...role.permissions];
  return [...model.builtin(role.code as BuiltinRole)].map(([permission, scopes]) => ({
    permission,
    scopes: [...scopes],
  }));
}

/** Whether every row that `scope` reaches is also within `reach`. */
function covers(reach: Reach | null, scope: Scope): boolean {
  return reach !== null && (reach.org || reach[scope]);
}

/**
 * The permissions that the caller would hand out without holding them as widely: nobody grants, or puts
 * into a role, more than their own. `manage` stands for every right of its resource.
 */
export function beyondCaller(caller: Caller, permissions: readonly RolePermission[]): Permission[] {
  return permissions
    .filter(({ permission, scopes }) => {
      const manage: Permission = `${resourceOf(permission)}:manage`;
      return !scopes.every(
        (scope) => covers(caller.reach(permission), scope) || covers(caller.reach(manage), scope),
      );
    })
    .map(({ permission }) => permission);
}

/** What is wrong with a permission of a custom role, or null. */
export function permissionFault(model: AccessModel, one: RolePermission): string | null {
  if (!model.permissions.includes(one.permission) && rightOf(one.permission) !== 'manage') {
    return `${one.permission} is no permission; see GET /api/permissions`;
  }
  const resource = model.resources.get(resourceOf(one.permission));
  if (!resource) return `${one.permission} is no permission; see GET /api/permissions`;
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
