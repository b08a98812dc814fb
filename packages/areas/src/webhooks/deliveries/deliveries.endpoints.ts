import { endpoint, rightsOnRows } from '@wfp/shared';
import { IdParams, ListOf } from '@wfp/shared/contract';
import { requiresReads } from '../endpoints/webhooks.contract.ts';
import {
  Delivery,
  DeliveryParams,
  ListDeliveries,
  Statistics,
  StatisticsQuery,
} from './deliveries.contract.ts';
import { getStatistics, listDeliveries, retryDelivery, testWebhook } from './deliveries.service.ts';

export const deliveryEndpoints = [
  endpoint({
    method: 'post',
    path: '/webhooks/:id/test',
    summary: 'Send a test event to a webhook endpoint',
    can: 'webhook_endpoint:update',
    params: IdParams,
    returns: { 202: Delivery },
    when: [{ is_active: [true] }],
    emits: ['webhook.test'],
    handler: testWebhook,
  }),
  endpoint({
    method: 'get',
    path: '/webhooks/:id/statistics',
    summary: 'Fetch statistics of a webhook endpoint',
    details: 'Success rate, durations, the last failure and the backlog.',
    can: 'webhook_endpoint:read',
    params: IdParams,
    query: StatisticsQuery,
    returns: { 200: Statistics },
    handler: getStatistics,
  }),
  endpoint({
    method: 'get',
    path: '/webhooks/:id/deliveries',
    summary: 'List deliveries to a webhook endpoint, newest first',
    can: 'webhook_endpoint:read',
    params: IdParams,
    query: ListDeliveries,
    returns: { 200: ListOf(Delivery) },
    rowRights: rightsOnRows('webhook_endpoint', '/webhooks/:id/deliveries/:did'),
    handler: listDeliveries,
  }),
  endpoint({
    method: 'post',
    path: '/webhooks/:id/deliveries/:did/retry',
    summary: 'Retry a failed delivery',
    details: requiresReads,
    can: 'webhook_endpoint:update',
    params: DeliveryParams,
    returns: { 202: Delivery },
    when: [{ status: ['failed'] }],
    emits: ['webhook_endpoint.delivery_retried'],
    handler: retryDelivery,
  }),
];
