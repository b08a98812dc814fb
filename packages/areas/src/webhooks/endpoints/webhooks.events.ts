import { defineEvents } from '@wfp/shared';

const ofEndpoint = {
  aggregate: 'webhook_endpoint',
  record: 'the webhook endpoint',
  recordName: 'the address of the endpoint, without its query',
};
const ofDelivery = { aggregate: 'webhook_endpoint', record: 'the webhook endpoint' };

export const webhookEvents = [
  ...defineEvents(ofEndpoint, {
    'webhook_endpoint.post_create': 'A webhook endpoint was registered.',
    'webhook_endpoint.post_update': 'A webhook endpoint was changed, or switched on or off by somebody.',
    'webhook_endpoint.secret_rotated':
      'A webhook endpoint has a new signing secret; the old one may sign too for some hours.',
    'webhook_endpoint.disabled':
      'A webhook endpoint was switched off: its receiver says that it is gone, or all failed for five days.',
    'webhook_endpoint.failing': 'Everything that was sent to a webhook endpoint failed for two days.',
    'webhook_endpoint.refused':
      'The receiver of a webhook endpoint refused deliveries for good. Said once an hour at most.',
  }),
  ...defineEvents(ofDelivery, {
    'webhook_endpoint.delivery_retried': 'Somebody had a failed delivery sent again.',
    'webhook.test':
      'Somebody asked for a test. It is delivered to that endpoint alone, whatever it listens to.',
  }),
];
