import { type Caller, coversScope, type Permission, type RowScope } from '@wfp/shared';

/** How far somebody could reach at a moment. */
export interface ReachThen {
  reach: RowScope;
  /** Own rows, reports and teams are those of this employee; null where the reach does not depend on one. */
  employee_id: number | null;
}

/** How far a caller reaches with a permission that they hold. */
export function reachOf(caller: Caller, permission: Permission): ReachThen {
  const reach = caller.rowScopeFor(permission);
  if (!reach) throw new Error(`Nobody was to get this far without ${permission}`);
  const depends = !reach.org && (reach.own || reach.reports || reach.team);
  return { reach, employee_id: depends ? caller.employee_id : null };
}

/** Whether a caller still reaches all that was reached then. Where nothing was noted, whether they hold it at all. */
export function stillReaches(caller: Caller, permission: Permission, then: ReachThen | null): boolean {
  const now = caller.rowScopeFor(permission);
  if (!now || !then) return now !== null;
  if (now.org) return true;
  return (
    coversScope(now, then.reach) && (then.employee_id === null || then.employee_id === caller.employee_id)
  );
}
