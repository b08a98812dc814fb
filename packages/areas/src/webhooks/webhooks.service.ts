import { type Call, type Caller, invalidField, notFound, sealSecret } from '@wfp/shared';
import { type Transaction, write, writeInTransaction } from '@wfp/shared/db';
import { settingsOf } from '../organizations/index.ts';
import { urlFault } from './address-rule.ts';
import { checkedHeaders } from './custom-headers.policy.ts';
import {
  adoptTestEvent,
  cancelPending,
  type DeliveryRow,
  findDeliveries,
  findDelivery,
  findNewestDeliveries,
  hasEvent,
  insertManualDelivery,
} from './deliveries.store.ts';
import { sealHeaders, secretContext } from './endpoint-secrets.ts';
import { refuseUnknownTypes } from './event-types.policy.ts';
import { newSigningSecret } from './signature.ts';
import { findStatistics } from './statistics.store.ts';
import type {
  CreateWebhook,
  ListDeliveries,
  ListWebhooks,
  PatchWebhook,
  RotateSecret,
  StatisticsQuery,
} from './webhooks.contract.ts';
import {
  archiveWebhook,
  countWebhooks,
  findWebhook,
  findWebhooks,
  insertWebhook,
  lockEndpoint,
  replaceSecret,
  updateWebhook,
  type WebhookRow,
} from './webhooks.store.ts';

type ById<Query = unknown, Body = unknown> = Call<{ id: number }, Query, Body>;

const recentDeliveries = 20;
const dayMs = 24 * 3_600_000;

function refuseUrl(caller: Caller, url: string | undefined): void {
  const fault =
    url === undefined ? null : urlFault(url, caller.platform.config.WEBHOOK_ALLOW_PRIVATE_NETWORK);
  if (fault) throw invalidField('url', fault);
}

export async function requireWebhook(caller: Caller, id: number): Promise<WebhookRow> {
  const webhook = await findWebhook(caller, id);
  if (!webhook) throw notFound('Webhook');
  return webhook;
}

export async function listWebhooks({ caller, query }: Call<unknown, ListWebhooks, unknown>) {
  return findWebhooks(caller, query);
}

export async function getWebhook({ caller, params }: ById) {
  const webhook = await requireWebhook(caller, params.id);
  return { ...webhook, recent_deliveries: await findNewestDeliveries(caller, webhook.id, recentDeliveries) };
}

/** Registers an endpoint. The secret is in this answer and nowhere else: it is stored encrypted. */
export async function createWebhook({
  caller,
  body,
}: Pick<Call<unknown, unknown, CreateWebhook>, 'caller' | 'body'>) {
  refuseUrl(caller, body.url);
  refuseUnknownTypes(caller, body.event_types);
  const { headers, ...rest } = body;
  const stored = { ...rest, ...storedHeaders(caller, headers) };
  const { secret, secret_enc } = newSecret(caller);
  const { max_endpoints } = await settingsOf(caller, 'webhooks');
  const [webhook] = await writeInTransaction(caller, async (tx) => {
    if ((await countWebhooks(tx, caller)) >= max_endpoints) {
      throw invalidField('url', `The organization has at most ${max_endpoints} webhooks; delete one first`);
    }
    return tx.write(insertWebhook(caller, { ...stored, secret_enc }), {
      event: 'webhook_endpoint.post_create',
    });
  });
  return { ...webhook, secret };
}

/** A new secret, and what is stored of it. */
function newSecret({ platform, org_id }: Caller) {
  const secret = newSigningSecret();
  return { secret, secret_enc: sealSecret(platform.config.ENCRYPTION_KEY, secretContext(org_id), secret) };
}

function storedHeaders({ platform, org_id }: Caller, given: Record<string, string>) {
  const headers = checkedHeaders(given);
  return {
    headers_enc: sealHeaders(platform.config.ENCRYPTION_KEY, org_id, headers),
    header_names: Object.keys(headers).sort(),
  };
}

/** Changes an endpoint. Switching it off cancels what was still to be sent. */
export async function patchWebhook({
  caller,
  params,
  body,
}: ById<unknown, PatchWebhook>): Promise<WebhookRow> {
  refuseUrl(caller, body.url);
  refuseUnknownTypes(caller, body.event_types);
  const { headers, ...rest } = body;
  const patch = headers ? { ...rest, ...storedHeaders(caller, headers) } : rest;
  return writeInTransaction(caller, async (tx) => {
    const [webhook] = await tx.write(updateWebhook(caller, params.id, patch), {
      event: 'webhook_endpoint.post_update',
    });
    if (!webhook) throw notFound('Webhook');
    if (body.is_active === false) await cancelPending(tx, caller, webhook.id);
    return webhook;
  });
}

/** Makes a new secret. The old one goes on signing too, so that a receiver can change over when it likes. */
export async function rotateSecret({ caller, params, body }: ById<unknown, RotateSecret>) {
  const { secret, secret_enc } = newSecret(caller);
  const change = replaceSecret(caller, params.id, secret_enc, body.keep_old_for_hours);
  const [webhook] = await write(caller, change, { event: 'webhook_endpoint.secret_rotated' });
  if (!webhook) throw notFound('Webhook');
  return { ...webhook, secret };
}

export async function deleteWebhook({ caller, params }: ById): Promise<void> {
  await writeInTransaction(caller, async (tx) => {
    const [gone] = await tx.write(archiveWebhook(caller, params.id), {
      event: 'webhook_endpoint.post_archive',
    });
    if (!gone) throw notFound('Webhook');
    await cancelPending(tx, caller, gone.id);
  });
}

/** Sends a `webhook.test` event to this endpoint alone. */
export async function testWebhook({ caller, params }: ById): Promise<DeliveryRow> {
  const webhook = await requireActive(caller, params.id);
  return writeInTransaction(caller, async (tx) => {
    // The event's number is known only once it is written; 0 stands for it until then.
    const test = { webhook_id: webhook.id, event_id: 0, event_type: 'webhook.test' };
    const change = insertManualDelivery(caller, test);
    const [delivery] = await tx.write(change, { event: 'webhook.test' });
    if (!delivery) throw new Error('A test delivery was not written');
    return adoptTestEvent(tx, caller, delivery);
  });
}

export async function requireActive(caller: Caller, id: number): Promise<WebhookRow> {
  const webhook = await requireWebhook(caller, id);
  if (!webhook.is_active) throw invalidField('is_active', 'The webhook is switched off; switch it on first');
  return webhook;
}

/** Keeps others from sending again, or switching it off, at the same time. */
export async function requireLocked(tx: Transaction, caller: Caller, id: number): Promise<void> {
  if (!(await lockEndpoint(tx, caller, id))) throw invalidField('is_active', 'The webhook is switched off');
}

/** How deliveries went since a time. */
export async function getStatistics({ caller, params, query }: ById<StatisticsQuery>) {
  const webhook = await requireWebhook(caller, params.id);
  const now = caller.platform.clock.now().getTime();
  const since = query.since ? new Date(query.since) : new Date(now - 7 * dayMs);
  if (since.getTime() > now) throw invalidField('since', 'Lies in the future');
  if (since.getTime() < now - 90 * dayMs) throw invalidField('since', 'Must be within the last 90 days');
  return { since, ...(await findStatistics(caller, webhook.id, since)) };
}

export async function listDeliveries({ caller, params, query }: ById<ListDeliveries>) {
  const webhook = await requireWebhook(caller, params.id);
  return findDeliveries(caller, webhook.id, query);
}

/** Sends a failed delivery again, as a new attempt that is not followed by others. */
export async function retryDelivery({
  caller,
  params,
}: Call<{ id: number; did: number }, unknown, unknown>): Promise<DeliveryRow> {
  const failed = await findDelivery(caller, (await requireWebhook(caller, params.id)).id, params.did);
  if (!failed) throw notFound('Delivery');
  await requireActive(caller, params.id);
  if (failed.status !== 'failed') {
    throw invalidField('did', `Only a failed delivery can be retried; this one is ${failed.status}`);
  }
  const { webhook_id, event_id, event_type } = failed;
  if (!(await hasEvent(caller, failed))) {
    throw invalidField('did', 'The event of this delivery has been archived');
  }
  const change = insertManualDelivery(caller, { webhook_id, event_id, event_type }, failed);
  return writeInTransaction(caller, async (tx) => {
    // The next of two at once sees the number that the first one took.
    await requireLocked(tx, caller, webhook_id);
    const [delivery] = await tx.write(change, { event: 'webhook_endpoint.delivery_retried' });
    if (!delivery) throw new Error('A delivery was not written');
    return delivery;
  });
}
