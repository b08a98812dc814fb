import { defineEvents } from '@wfp/shared';

const ofEndpoint = {
  aggregate: 'webhook_endpoint',
  record: 'the webhook endpoint',
  recordName: 'the URL of the endpoint, without its query',
};
const ofDelivery = { aggregate: 'webhook_endpoint', record: 'the webhook endpoint' };

export const webhookEvents = [
  ...defineEvents(ofEndpoint, {
    'webhook_endpoint.post_create': 'A webhook endpoint was created.',
    'webhook_endpoint.post_update': 'A user changed a webhook endpoint, or enabled or disabled it.',
    'webhook_endpoint.post_restore':
      'A deleted webhook endpoint was restored; it is inactive and has a new signing secret.',
    'webhook_endpoint.secret_rotated':
      'The signing secret of a webhook endpoint was rotated; for `keep_old_for_hours` hours, requests are also signed with the old one.',
    'webhook_endpoint.disabled':
      'A webhook endpoint was disabled: its receiver responded with 410, or all deliveries had failed for five days.',
    'webhook_endpoint.authorization_lost':
      'The user who authorized a webhook endpoint may no longer read all events that it receives. Deliveries continue.',
    'webhook_endpoint.failing': 'All deliveries to a webhook endpoint have failed for two days.',
    'webhook_endpoint.refused':
      'The receiver of a webhook endpoint rejected deliveries permanently. Emitted at most once an hour.',
  }),
  ...defineEvents(ofDelivery, {
    'webhook_endpoint.delivery_retried': 'A user retried a failed delivery.',
    'webhook.test':
      'A user requested a test event for a webhook endpoint. Only this endpoint receives the event, whether or not it is subscribed to `webhook.test`.',
  }),
];
