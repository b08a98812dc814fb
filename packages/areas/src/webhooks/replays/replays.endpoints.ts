import { endpoint, rightsOnRows } from '@wfp/shared';
import { IdParams, ListOf } from '@wfp/shared/contract';
import { requiresReads } from '../endpoints/webhooks.contract.ts';
import {
  CreateReplay,
  ListReplays,
  Replay,
  ReplayParams,
  RetryFailed,
  RetryFailedResult,
} from './replays.contract.ts';
import { replayStarted } from './replays.events.ts';
import { endReplay, getReplay, listReplays, retryFailed, startReplay } from './replays.service.ts';

const replayRights = rightsOnRows('webhook_endpoint', '/webhooks/:id/replays/:rid');

export const replayEndpoints = [
  endpoint({
    method: 'post',
    path: '/webhooks/:id/deliveries/retry-failed',
    summary: 'Retry failed deliveries since a time',
    details: `At most 1,000 events per request. ${requiresReads}`,
    operationId: 'retryFailedWebhookDeliveries',
    can: 'webhook_endpoint:update',
    params: IdParams,
    body: RetryFailed,
    returns: { 202: RetryFailedResult },
    emits: ['webhook_endpoint.failed_retried'],
    handler: retryFailed,
  }),
  endpoint({
    method: 'post',
    path: '/webhooks/:id/replay',
    summary: 'Replay past events to a webhook endpoint',
    details: `Live events are delivered first. ${requiresReads}`,
    can: 'webhook_endpoint:update',
    params: IdParams,
    body: CreateReplay,
    returns: { 202: Replay },
    when: [{ is_active: [true] }],
    emits: [replayStarted],
    handler: startReplay,
  }),
  endpoint({
    method: 'get',
    path: '/webhooks/:id/replays',
    summary: 'List replays to a webhook endpoint, newest first',
    can: 'webhook_endpoint:read',
    params: IdParams,
    query: ListReplays,
    returns: { 200: ListOf(Replay) },
    rowRights: replayRights,
    handler: listReplays,
  }),
  endpoint({
    method: 'get',
    path: '/webhooks/:id/replays/:rid',
    summary: 'Fetch a replay with its progress',
    can: 'webhook_endpoint:read',
    params: ReplayParams,
    returns: { 200: Replay },
    rowRights: replayRights,
    handler: getReplay,
  }),
  endpoint({
    method: 'post',
    path: '/webhooks/:id/replays/:rid/cancel',
    summary: 'Cancel a replay',
    details: 'Its deliveries that have not been sent are cancelled too.',
    can: 'webhook_endpoint:update',
    params: ReplayParams,
    returns: { 200: Replay },
    when: [{ status: ['running'] }],
    emits: ['webhook_endpoint.replay_cancelled'],
    handler: endReplay,
  }),
];
