import type { Caller, Permission, RowScope } from '@wfp/shared';

/** What people change about themselves; anything else needs a right over their row that is not `own`. */
const selfServiceFields: ReadonlySet<string> = new Set(['preferred_name', 'phone']);

/** The fields of a patch that are beyond self-service. */
export function listRestrictedFields(patch: object): string[] {
  return Object.keys(patch).filter((field) => !selfServiceFields.has(field));
}

/** A caller whose permissions reach no row only because it is their own. */
export function withoutOwnScope(caller: Caller): Caller {
  const reach = (permission: Permission): RowScope | null => {
    const whole = caller.rowScopeFor(permission);
    return whole && { ...whole, own: false };
  };
  return { ...caller, rowScopeFor: reach };
}

/** Why an employee cannot be deleted, or null. */
export function employeeDeletionViolation(ties: { reports: number; leads: number }): string | null {
  const counted = [
    [ties.reports, 'direct report', 'direct reports'],
    [ties.leads, 'team to lead', 'teams to lead'],
  ] as const;
  const held = counted
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count} ${count === 1 ? one : many}`);
  return held.length === 0 ? null : `Still has ${held.join(' and ')}`;
}
