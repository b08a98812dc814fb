import type { Caller, Permission, Reach } from '@wfp/shared';

/** What people change about themselves; anything else needs a right over their row that is not `own`. */
const selfService: ReadonlySet<string> = new Set(['preferred_name', 'phone']);

/** The fields of a patch that are beyond self-service. */
export function beyondSelfService(patch: object): string[] {
  return Object.keys(patch).filter((field) => !selfService.has(field));
}

/** A caller whose permissions reach no row only because it is their own. */
export function withoutOwn(caller: Caller): Caller {
  const reach = (permission: Permission): Reach | null => {
    const whole = caller.reach(permission);
    return whole && { ...whole, own: false };
  };
  return { ...caller, reach };
}

/** Why an employee cannot be deleted, or null. */
export function deletionFault(ties: { reports: number; leads: number }): string | null {
  const counted = [
    [ties.reports, 'direct report', 'direct reports'],
    [ties.leads, 'team to lead', 'teams to lead'],
  ] as const;
  const held = counted
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count} ${count === 1 ? one : many}`);
  return held.length === 0 ? null : `Still has ${held.join(' and ')}`;
}
