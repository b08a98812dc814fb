import { isDeepStrictEqual } from 'node:util';
import { type Call, type Caller, encryptionKeys, encryptSecret, invalidField, notFound } from '@wfp/shared';
import { isUnchanged, type Transaction, write, writeInTransaction } from '@wfp/shared/db';
import { cancelPending, findNewestDeliveries } from '../deliveries/deliveries.store.ts';
import { generateSigningSecret } from '../sender/attempt/signature.ts';
import { normalizeHeaders } from './custom-headers.policy.ts';
import { rejectInvalidEndpoint, rejectTooMany } from './endpoint-rules.policy.ts';
import { decryptHeaders, encryptHeaders, secretContext } from './endpoint-secrets.ts';
import type { CreateWebhook, PatchWebhook, RotateSecret } from './webhooks.contract.ts';
import { webhooks } from './webhooks.resource.ts';
import {
  findEncryptedHeaders,
  insertWebhook,
  lockEndpoint,
  replaceSecret,
  updateWebhook,
  type WebhookRow,
} from './webhooks.store.ts';

type ById<Query = unknown, Body = unknown> = Call<{ id: number }, Query, Body>;

const recentDeliveries = 20;

export async function requireWebhook(caller: Caller, id: number) {
  return webhooks.get(caller, id);
}

export async function getWebhook({ caller, params }: ById) {
  const webhook = await requireWebhook(caller, params.id);
  return { ...webhook, recent_deliveries: await findNewestDeliveries(caller, webhook.id, recentDeliveries) };
}

/** Registers an endpoint and returns its secret, which no later response contains. */
export async function createWebhook({
  caller,
  body,
}: Pick<Call<unknown, unknown, CreateWebhook>, 'caller' | 'body'>) {
  rejectInvalidEndpoint(caller, body);
  const { headers, ...rest } = body;
  const stored = { ...rest, ...toHeaderColumns(caller, normalizeHeaders(headers)) };
  const { secret, secret_enc } = generateSecret(caller);
  const webhook = await writeInTransaction(caller, async (tx) => {
    await rejectTooMany(tx, caller, 1);
    const [row] = await tx.write(insertWebhook(caller, { ...stored, secret_enc }), {
      event: 'webhook_endpoint.post_create',
    });
    return row;
  });
  return { ...webhook, secret };
}

function generateSecret({ platform, org_id }: Caller) {
  const secret = generateSigningSecret();
  return { secret, secret_enc: encryptSecret(platform.config.ENCRYPTION_KEY, secretContext(org_id), secret) };
}

function toHeaderColumns({ platform, org_id }: Caller, headers: Record<string, string>) {
  return {
    headers_enc: encryptHeaders(platform.config.ENCRYPTION_KEY, org_id, headers),
    header_names: Object.keys(headers).sort(),
  };
}

/** Updates an endpoint. Disabling it cancels its pending deliveries and running replays. */
export async function patchWebhook({
  caller,
  params,
  body,
}: ById<unknown, PatchWebhook>): Promise<WebhookRow> {
  rejectInvalidEndpoint(caller, body);
  const { headers: given, ...rest } = body;
  const headers = given && normalizeHeaders(given);
  return writeInTransaction(caller, async (tx) => {
    const isChanged = headers && !(await hasHeaders(tx, caller, params.id, headers));
    const patch = isChanged ? { ...rest, ...toHeaderColumns(caller, headers) } : rest;
    const [webhook] = await tx.write(updateWebhook(caller, params.id, patch), {
      event: 'webhook_endpoint.post_update',
    });
    if (!webhook) throw notFound('Webhook endpoint');
    if (body.is_active === false && !isUnchanged(webhook)) await cancelPending(tx, caller, webhook.id);
    return webhook;
  });
}

/**
 * True if an endpoint has exactly these custom headers. They are decrypted, because ciphertexts of equal values differ.
 */
async function hasHeaders(
  tx: Transaction,
  caller: Caller,
  id: number,
  headers: Record<string, string>,
): Promise<boolean> {
  const encrypted = await findEncryptedHeaders(tx, caller, id);
  if (encrypted === undefined) return false;
  const { config } = caller.platform;
  return isDeepStrictEqual(decryptHeaders(encryptionKeys(config), caller.org_id, encrypted), headers);
}

/**
 * Rotates the secret. For `keep_old_for_hours`, requests are also signed with the old one, so that receivers can switch
 * at any time.
 */
export async function rotateSecret({ caller, params, body }: ById<unknown, RotateSecret>) {
  const { secret, secret_enc } = generateSecret(caller);
  const change = replaceSecret(caller, params.id, secret_enc, body.keep_old_for_hours);
  const [webhook] = await write(caller, change, { event: 'webhook_endpoint.secret_rotated' });
  if (!webhook) throw notFound('Webhook endpoint');
  return { ...webhook, secret };
}

export async function requireActive(caller: Caller, id: number): Promise<WebhookRow> {
  const webhook = await requireWebhook(caller, id);
  if (!webhook.is_active)
    throw invalidField('is_active', 'The webhook endpoint is disabled; enable it first');
  return webhook;
}

/** Serializes retries and changes of an endpoint. @throws AppError `invalid` if it is inactive or deleted */
export async function lockActiveEndpoint(tx: Transaction, caller: Caller, id: number): Promise<void> {
  if (!(await lockEndpoint(tx, caller, id)))
    throw invalidField('is_active', 'The webhook endpoint is disabled; enable it first');
}
