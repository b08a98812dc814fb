import { defineArea } from '@wfp/shared';
import { authorizationLane } from './authorization/authorization.lane.ts';
import { projectAuthorizationChecks } from './authorization/lane.store.ts';
import { deliveryChecks } from './deliveries/checks.store.ts';
import { deliveryEndpoints } from './deliveries/deliveries.endpoints.ts';
import { fanOut } from './deliveries/fan-out.store.ts';
import { measureWebhooks } from './deliveries/webhook-metrics.ts';
import { encryptedColumns } from './endpoints/endpoint-secrets.ts';
import { eventTypes } from './endpoints/event-types.policy.ts';
import { webhookEndpoints } from './endpoints/webhooks.endpoints.ts';
import { webhookEvents } from './endpoints/webhooks.events.ts';
import { webhooks as declared } from './endpoints/webhooks.resource.ts';
import { expiredReplays } from './expired.store.ts';
import { enqueueReplays } from './replays/lane.store.ts';
import { replayEndpoints } from './replays/replays.endpoints.ts';
import { replayEvents } from './replays/replays.events.ts';
import { replayLane } from './replays/replays.lane.ts';
import { webhookLane } from './sender/webhooks.lane.ts';

export const webhooks = defineArea({
  name: 'webhooks',
  about: 'Endpoints that events are delivered to, their deliveries, and replays of past events.',
  menu: [
    {
      key: 'webhooks',
      label: 'Webhooks',
      icon: 'webhook',
      group: 'administration',
      resource: 'webhook_endpoint',
    },
  ],
  expired: expiredReplays,
  declared: [declared],
  endpoints: [...webhookEndpoints, ...deliveryEndpoints, ...replayEndpoints],
  events: [...webhookEvents, ...replayEvents],
  namedValueLookups: { event_type: eventTypes },
  jobs: [webhookLane, replayLane, authorizationLane],
  checks: deliveryChecks,
  encryptedColumns,
  projections: [
    { name: 'webhook-deliveries', project: fanOut },
    { name: 'webhook-replays', project: enqueueReplays },
    { name: 'webhook-authorization', project: projectAuthorizationChecks },
  ],
  measure: measureWebhooks,
});

export { type FailedEndpoint, listFailedEndpoints } from './deliveries/failed.lane.store.ts';
export { replayStarted } from './replays/replays.events.ts';
export { retryFailed, startReplay } from './replays/replays.service.ts';
