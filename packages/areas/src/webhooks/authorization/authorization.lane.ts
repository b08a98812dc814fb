import { type Job, type OrganizationRun, organizationLane } from '@wfp/shared';
import { callerForUser } from '../../auth/index.ts';
import { findMissingReads } from '../../events/index.ts';
import { findMatchingTypes } from '../endpoints/event-types.policy.ts';
import { type EndpointNotice, notify } from '../notices/endpoint-notice.ts';
import {
  type AuthorizedEndpoint,
  authorizationBacklog,
  authorizationQueue,
  findActiveEndpoints,
  findCheck,
  finishCheck,
  markAuthorizationLost,
  markAuthorizationRegained,
} from './lane.store.ts';

const event = 'webhook_endpoint.authorization_lost';

/**
 * Checks whether the users who authorized the endpoints of an organization may still read all events that the endpoints
 * receive, and notifies the admins once of each that may not. Deliveries continue: an endpoint belongs to the
 * organization.
 */
export const authorizationLane: Job = organizationLane({
  queue: authorizationQueue,
  role: 'schedules',
  concurrency: 2,
  emits: [event],
  backlog: authorizationBacklog,
  run: async (call) => {
    const { platform, org_id, signal } = call;
    const check = await findCheck(platform, org_id);
    if (!check) return 'done';
    const callers = new Map<number, ReturnType<typeof callerForUser>>();
    for (const endpoint of await findActiveEndpoints(platform, org_id)) {
      if (signal.aborted) return 'more';
      await checkEndpoint(call, endpoint, callers);
    }
    await finishCheck(platform, org_id, check);
    return 'done';
  },
});

async function checkEndpoint(
  call: OrganizationRun,
  endpoint: AuthorizedEndpoint,
  callers: Map<number, ReturnType<typeof callerForUser>>,
): Promise<void> {
  const { platform, org_id } = call;
  const isLost = !(await mayReadAll(call, endpoint, callers));
  if (isLost === (endpoint.authorization_lost_at !== null)) return;
  if (!isLost) return markAuthorizationRegained(platform, org_id, endpoint);
  await notify({ ...call, payload: { org_id, webhook_id: endpoint.id } }, lostNotice(endpoint));
}

async function mayReadAll(
  { platform, org_id, origin }: OrganizationRun,
  { authorized_by: user_id, event_types }: AuthorizedEndpoint,
  callers: Map<number, ReturnType<typeof callerForUser>>,
): Promise<boolean> {
  const loading = callers.get(user_id) ?? callerForUser(platform, { org_id, user_id }, origin, []);
  callers.set(user_id, loading);
  const reader = await loading;
  if (!reader) return false;
  return findMissingReads(reader, findMatchingTypes(reader, event_types)).length === 0;
}

const lostNotice = (endpoint: AuthorizedEndpoint): EndpointNotice => ({
  change: markAuthorizationLost(endpoint),
  event,
  action: 'lose_authorization',
  kind: 'webhook_authorization_lost',
  subject: (host) => `Review the webhook to ${host}`,
  lines: () => [
    'The user who created it, or last changed what it receives or where to, may no longer read all events that it receives.',
    'Deliveries continue. To confirm the webhook, enable it again; otherwise change, disable or delete it.',
  ],
});
