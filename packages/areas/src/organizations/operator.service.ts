import { type Caller, invalidField } from '@wfp/shared';
import { write } from '@wfp/shared/db';
import { type OrganizationRow, resume, setPlan, suspend } from './organizations.store.ts';

export const suspendCommand = { name: 'suspend-org', emits: ['organization.suspended'] } as const;
export const resumeCommand = { name: 'resume-org', emits: ['organization.resumed'] } as const;
export const setPlanCommand = { name: 'set-plan', emits: ['organization.post_update'] } as const;

/**
 * Suspends an organization, for an operator. Every credential of its users is rejected from the next request on, and its
 * background work waits. Nothing is ended or deleted, so a resumption restores all of it.
 */
export async function suspendOrganization(caller: Caller, reason: string): Promise<OrganizationRow> {
  const [suspended] = await write(caller, suspend(caller, reason), {
    event: 'organization.suspended',
    action: 'suspend',
  });
  if (!suspended) throw invalidField('org', 'Is already suspended, or closed');
  return suspended;
}

export async function resumeOrganization(caller: Caller): Promise<OrganizationRow> {
  const [resumed] = await write(caller, resume(caller), { event: 'organization.resumed', action: 'resume' });
  if (!resumed) throw invalidField('org', 'Is not suspended');
  return resumed;
}

/** Changes nothing if the organization has the plan already. */
export async function setOrganizationPlan(caller: Caller, plan_code: string): Promise<OrganizationRow> {
  const [changed] = await write(caller, setPlan(caller, plan_code), {
    event: 'organization.post_update',
    action: 'set_plan',
  });
  if (!changed) throw invalidField('org', 'Is closed');
  return changed;
}
