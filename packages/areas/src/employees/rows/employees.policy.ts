import type { Caller, Permission, RowScope } from '@wfp/shared';

/** Fields that the scope `own` can change; all others require another scope. */
const selfServiceFields: ReadonlySet<string> = new Set(['preferred_name', 'phone']);

export function listRestrictedFields(patch: object): string[] {
  return Object.keys(patch).filter((field) => !selfServiceFields.has(field));
}

/** Fields that can only be changed with a permission for the whole organization. */
const organizationFields: ReadonlySet<string> = new Set(['first_name', 'last_name', 'employee_number']);

export function listOrganizationFields(patch: object): string[] {
  return Object.keys(patch).filter((field) => organizationFields.has(field));
}

export function withoutOwnScope(caller: Caller): Caller {
  const reach = (permission: Permission): RowScope | null => {
    const whole = caller.rowScopeFor(permission);
    return whole && { ...whole, own: false };
  };
  return { ...caller, rowScopeFor: reach };
}

export function employeeDeletionViolation(dependents: { reports: number; leads: number }): string | null {
  const counted = [
    [dependents.reports, 'direct report', 'direct reports'],
    [dependents.leads, 'team to lead', 'teams to lead'],
  ] as const;
  const held = counted
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count} ${count === 1 ? one : many}`);
  return held.length === 0 ? null : `Still has ${held.join(' and ')}`;
}
