import { defineArea, resource } from '@wfp/shared';
import { deliveryChecks } from './checks.store.ts';
import { sealedColumns } from './endpoint-secrets.ts';
import { fanOut } from './fan-out.store.ts';
import { measureWebhooks } from './webhook-metrics.ts';
import { webhookEndpoints } from './webhooks.endpoints.ts';
import { webhookEvents } from './webhooks.events.ts';
import { webhookLane } from './webhooks.lane.ts';

export const webhooks = defineArea({
  name: 'webhooks',
  about: 'Endpoints that events are delivered to, and how deliveries went.',
  resources: [
    resource({
      code: 'webhook_endpoint',
      label: 'Webhook endpoints',
      scopes: [],
      builtin: { owner: 'M', admin: 'M', auditor: 'R' },
    }),
  ],
  endpoints: webhookEndpoints,
  events: webhookEvents,
  jobs: [webhookLane],
  checks: deliveryChecks,
  sealed: sealedColumns,
  projections: [{ name: 'webhook-deliveries', project: fanOut }],
  measure: measureWebhooks,
});

export { refuseUnknownTypes } from './event-types.policy.ts';
export { cancelled, isOver } from './over.store.ts';
export { EventTypes } from './webhooks.contract.ts';
export { requireActive, requireLocked, requireWebhook } from './webhooks.service.ts';
