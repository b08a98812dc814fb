import { type Caller, coversScope, type Permission, type RowScope } from '@wfp/shared';

/** The row scope with which an export was assembled, as stored in the JSON column `exports.reach`. */
export interface CapturedScope {
  reach: RowScope;
  /** The employee to whom own rows, reports and teams refer; null if the scope does not depend on one. */
  employee_id: number | null;
}

/** Throws if the caller lacks the permission. */
export function captureScope(caller: Caller, permission: Permission): CapturedScope {
  const scope = caller.rowScopeFor(permission);
  if (!scope) throw new Error(`Invariant: caller lacks ${permission}`);
  const dependsOnEmployee = !scope.org && (scope.own || scope.reports || scope.team);
  return { reach: scope, employee_id: dependsOnEmployee ? caller.employee_id : null };
}

/**
 * True if the caller's current scope covers a captured one. Without a captured scope, having the permission is
 * enough.
 */
export function stillCovers(caller: Caller, permission: Permission, captured: CapturedScope | null): boolean {
  const now = caller.rowScopeFor(permission);
  if (!now || !captured) return now !== null;
  if (now.org) return true;
  return (
    coversScope(now, captured.reach) &&
    (captured.employee_id === null || captured.employee_id === caller.employee_id)
  );
}
