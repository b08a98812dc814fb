import { type EndpointCallback, endpoint, proposeBody } from '@wfp/shared';
import { IdParams } from '@wfp/shared/contract';
import { z } from 'zod';
import { Delivery } from '../deliveries/deliveries.contract.ts';
import { CreateWebhook, PatchWebhook, RotateSecret, requiresReads } from './webhooks.contract.ts';
import { webhooks } from './webhooks.resource.ts';
import {
  createWebhook,
  getWebhook,
  patchWebhook,
  proposeWebhookPatch,
  restoreWebhook,
  rotateSecret,
} from './webhooks.service.ts';

const Webhook = webhooks.contract.row;
const NewWebhook = Webhook.extend({
  secret: z.string().meta({ description: 'The signing secret, shown only in this response' }),
});
const WebhookDetail = Webhook.extend({ recent_deliveries: z.array(Delivery) });

const delivery: EndpointCallback = {
  name: 'deliverEvent',
  to: 'url',
  summary: 'Deliver an event to the endpoint',
  description:
    'Any 2xx response within ten seconds counts as success. Verify the signature, and expect the same event more than once.',
  headers: {
    'webhook-id': 'Identical for every attempt of one event to one endpoint; use it to deduplicate',
    'webhook-timestamp': 'The time of this attempt, in seconds since 1970',
    'webhook-signature':
      '`v1,` and the signature as defined by Standard Webhooks; two signatures while two secrets are valid',
    'X-Service-Signature': 'HMAC-SHA256 of the body in hexadecimal, keyed with the whole secret',
    'X-Service-Event': 'The type of the event',
    'X-Service-Delivery-Id': 'The id of the attempt',
  },
  body: 'AnyEvent',
};

export const webhookEndpoints = [
  endpoint({
    method: 'post',
    path: '/webhooks',
    summary: 'Create a webhook endpoint',
    details: requiresReads,
    can: 'webhook_endpoint:create',
    secretFields: ['secret'],
    body: CreateWebhook,
    returns: { 201: NewWebhook },
    emits: ['webhook_endpoint.post_create'],
    callback: delivery,
    review: { hook: 'webhook_endpoint.pre_create', proposals: proposeBody('headers') },
    handler: createWebhook,
  }),
  endpoint({
    method: 'get',
    path: '/webhooks/:id',
    summary: 'Fetch a webhook endpoint with its latest deliveries',
    can: 'webhook_endpoint:read',
    params: IdParams,
    returns: { 200: WebhookDetail },
    rowRights: webhooks.rowRights,
    handler: getWebhook,
  }),
  endpoint({
    method: 'patch',
    path: '/webhooks/:id',
    summary: 'Update a webhook endpoint',
    details: `Set \`is_active\` to enable or disable it. A change of \`url\`, \`event_types\` or \`headers\`, and \`is_active: true\`: ${requiresReads}`,
    can: 'webhook_endpoint:update',
    params: IdParams,
    body: PatchWebhook,
    returns: { 200: Webhook },
    emits: ['webhook_endpoint.post_update'],
    review: { hook: 'webhook_endpoint.pre_update', proposals: proposeWebhookPatch },
    handler: patchWebhook,
  }),
  endpoint({
    method: 'post',
    path: '/webhooks/:id/restore',
    summary: 'Restore a deleted webhook endpoint',
    details: `It is inactive and has a new signing secret. ${requiresReads}`,
    can: 'webhook_endpoint:manage',
    secretFields: ['secret'],
    params: IdParams,
    returns: { 200: NewWebhook },
    emits: ['webhook_endpoint.post_restore'],
    handler: restoreWebhook,
  }),
  endpoint({
    method: 'post',
    path: '/webhooks/:id/rotate-secret',
    summary: 'Rotate the signing secret of a webhook endpoint',
    details: 'Requests are also signed with the previous secret for `keep_old_for_hours` hours.',
    can: 'webhook_endpoint:update',
    secretFields: ['secret'],
    params: IdParams,
    body: RotateSecret,
    returns: { 200: NewWebhook },
    emits: ['webhook_endpoint.secret_rotated'],
    handler: rotateSecret,
  }),
];
