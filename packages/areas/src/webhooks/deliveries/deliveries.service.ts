import { type Call, invalidField, notFound } from '@wfp/shared';
import { writeInTransaction } from '@wfp/shared/db';
import { requireEventReads } from '../../events/index.ts';
import { lockActiveEndpoint, requireActive, requireWebhook } from '../endpoints/webhooks.service.ts';
import type { ListDeliveries, StatisticsQuery } from './deliveries.contract.ts';
import {
  type DeliveryRow,
  findDeliveries,
  findDelivery,
  hasEvent,
  insertManualDelivery,
  linkTestEvent,
} from './deliveries.store.ts';
import { findStatistics } from './statistics.store.ts';

type ById<Query = unknown> = Call<{ id: number }, Query, unknown>;

const dayMs = 24 * 3_600_000;

export async function testWebhook({ caller, params }: ById): Promise<DeliveryRow> {
  const webhook = await requireActive(caller, params.id);
  return writeInTransaction(caller, async (tx) => {
    // The event's id is known only after the write: 0 is a placeholder.
    const test = { webhook_id: webhook.id, event_id: 0, event_type: 'webhook.test' };
    const change = insertManualDelivery(caller, test);
    const [delivery] = await tx.write(change, { event: 'webhook.test' });
    if (!delivery) throw new Error('Invariant: the insert returned no row');
    return linkTestEvent(tx, caller, delivery);
  });
}

export async function getStatistics({ caller, params, query }: ById<StatisticsQuery>) {
  const webhook = await requireWebhook(caller, params.id);
  const now = caller.platform.clock.now().getTime();
  const since = query.since ? new Date(query.since) : new Date(now - 7 * dayMs);
  if (since.getTime() > now) throw invalidField('since', 'Must not be in the future');
  if (since.getTime() < now - 90 * dayMs) throw invalidField('since', 'Must be within the last 90 days');
  return { since, ...(await findStatistics(caller, webhook.id, since)) };
}

export async function listDeliveries({ caller, params, query }: ById<ListDeliveries>) {
  const webhook = await requireWebhook(caller, params.id);
  return findDeliveries(caller, webhook.id, query);
}

/** Retries a failed delivery with a new delivery, which is not retried automatically. */
export async function retryDelivery({
  caller,
  params,
}: Call<{ id: number; did: number }, unknown, unknown>): Promise<DeliveryRow> {
  const failed = await findDelivery(caller, (await requireWebhook(caller, params.id)).id, params.did);
  if (!failed) throw notFound('Delivery');
  await requireActive(caller, params.id);
  if (failed.status !== 'failed') {
    throw invalidField('did', `Must be a failed delivery; this one is ${failed.status}`);
  }
  const { webhook_id, event_id, event_type } = failed;
  requireEventReads(caller, [event_type]);
  if (!(await hasEvent(caller, failed))) {
    throw invalidField('did', 'The event of this delivery has been archived');
  }
  const change = insertManualDelivery(caller, { webhook_id, event_id, event_type }, failed);
  return writeInTransaction(caller, async (tx) => {
    // Concurrent retries are serialized, so that each gets its own attempt number.
    await lockActiveEndpoint(tx, caller, webhook_id);
    const [delivery] = await tx.write(change, { event: 'webhook_endpoint.delivery_retried' });
    if (!delivery) throw new Error('Invariant: the insert returned no row');
    return delivery;
  });
}
