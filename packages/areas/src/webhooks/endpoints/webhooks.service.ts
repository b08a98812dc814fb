import { isDeepStrictEqual } from 'node:util';
import {
  type Call,
  type Caller,
  encryptionKeys,
  encryptSecret,
  invalidField,
  notFound,
  type Proposal,
  proposeUpdate,
} from '@wfp/shared';
import { isUnchanged, type Transaction, writeInTransaction } from '@wfp/shared/db';
import { requireEventReads } from '../../events/index.ts';
import { cancelPending, findNewestDeliveries } from '../deliveries/deliveries.store.ts';
import { generateSigningSecret } from '../sender/attempt/signature.ts';
import { normalizeHeaders } from './custom-headers.policy.ts';
import { rejectInvalidEndpoint, rejectTooMany } from './endpoint-rules.policy.ts';
import { decryptHeaders, encryptHeaders, secretContext } from './endpoint-secrets.ts';
import { findMatchingTypes } from './event-types.policy.ts';
import { rejectDuplicate } from './limits/duplicate-endpoints.policy.ts';
import type { CreateWebhook, PatchWebhook, RotateSecret } from './webhooks.contract.ts';
import { webhooks } from './webhooks.resource.ts';
import {
  findOpenTypes,
  findStoredHeaders,
  insertWebhook,
  lockEndpoint,
  lockRecipient,
  type Recipient,
  replaceSecret,
  restoreDeleted,
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
  requireEventReads(caller, findMatchingTypes(caller, body.event_types));
  const { headers, ...rest } = body;
  const stored = { ...rest, ...toHeaderColumns(caller, normalizeHeaders(headers)) };
  const { secret, secret_enc } = generateSecret(caller);
  const webhook = await writeInTransaction(caller, async (tx) => {
    await rejectTooMany(tx, caller, 1);
    await rejectDuplicate(tx, caller, { id: null, before: undefined, after: body });
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
    const before = await lockRecipient(tx, caller, params.id, 'live');
    if (!before) throw notFound('Webhook endpoint');
    const newHeaders = headers && !hasHeaders(caller, before, headers) ? headers : undefined;
    const patch = newHeaders ? { ...rest, ...toHeaderColumns(caller, newHeaders) } : rest;
    const isAuthorized = await requireAuthority(tx, caller, { id: params.id, before, rest, newHeaders });
    await rejectNewDuplicate(tx, caller, params.id, before, rest);
    const [webhook] = await tx.write(updateWebhook(caller, params.id, patch, isAuthorized), {
      event: 'webhook_endpoint.post_update',
    });
    if (!webhook) throw notFound('Webhook endpoint');
    if (body.is_active === false && !isUnchanged(webhook)) await cancelPending(tx, caller, webhook.id);
    return webhook;
  });
}

/** Reviewers receive the names of custom headers, but not their values. */
export async function proposeWebhookPatch({
  caller,
  params: { id },
  body: { headers, ...rest },
}: Pick<ById<unknown, PatchWebhook>, 'caller' | 'params' | 'body'>): Promise<Proposal[]> {
  const before = headers && (await findStoredHeaders(caller, id));
  if (!headers || (before && hasHeaders(caller, before, normalizeHeaders(headers))))
    return proposeUpdate(caller, updateWebhook(caller, id, rest, false), rest);
  return before ? [{ record_id: id, change: { ...rest, header_names: Object.keys(headers).sort() } }] : [];
}

interface RecipientChange {
  id: number;
  before: Recipient;
  rest: Omit<PatchWebhook, 'headers'>;
  newHeaders: Record<string, string> | undefined;
}

/**
 * Requires permission to read the events that a change sends to a receiver: those that the endpoint will receive, and
 * for another receiver also those that wait to be sent.
 *
 * @returns false if the change requires no such permission
 * @throws AppError `forbidden`
 */
async function requireAuthority(
  tx: Transaction,
  caller: Caller,
  {
    id,
    before,
    rest: { url = before.url, event_types = before.event_types, is_active },
    newHeaders,
  }: RecipientChange,
): Promise<boolean> {
  const isRedirected = url !== before.url || newHeaders !== undefined;
  const isOther = isRedirected || !isDeepStrictEqual(event_types, before.event_types);
  if (!isOther && !is_active) return false;
  const waiting = isRedirected ? await findOpenTypes(tx, caller, id) : [];
  requireEventReads(caller, [...findMatchingTypes(caller, event_types), ...waiting]);
  return true;
}

async function rejectNewDuplicate(
  tx: Transaction,
  caller: Caller,
  id: number,
  before: Recipient,
  { url = before.url, event_types = before.event_types, is_active = before.is_active }: PatchWebhook,
): Promise<void> {
  if (!is_active) return;
  const received = before.is_active ? before : undefined;
  await rejectDuplicate(tx, caller, { id, before: received, after: { url, event_types } });
}

/**
 * True if an endpoint has exactly these custom headers. They are decrypted, because ciphertexts of equal values differ.
 */
function hasHeaders(
  { platform, org_id }: Caller,
  { headers_enc }: Pick<Recipient, 'headers_enc'>,
  headers: Record<string, string>,
): boolean {
  return isDeepStrictEqual(decryptHeaders(encryptionKeys(platform.config), org_id, headers_enc), headers);
}

/** Restores a deleted endpoint as inactive, and returns its new secret, which no later response contains. */
export async function restoreWebhook({ caller, params }: Pick<ById, 'caller' | 'params'>) {
  const { secret, secret_enc } = generateSecret(caller);
  const webhook = await writeInTransaction(caller, async (tx) => {
    const deleted = await lockRecipient(tx, caller, params.id, 'deleted');
    if (!deleted) throw notFound('Webhook endpoint');
    rejectInvalidEndpoint(caller, deleted);
    requireEventReads(caller, findMatchingTypes(caller, deleted.event_types));
    await rejectTooMany(tx, caller, 1);
    const [row] = await tx.write(restoreDeleted(caller, params.id, secret_enc), {
      event: 'webhook_endpoint.post_restore',
      action: 'restore',
    });
    return row;
  });
  return { ...webhook, secret };
}

/**
 * Rotates the secret. For `keep_old_for_hours`, requests are also signed with the old one, so that receivers can switch
 * at any time. Who knows the secret can send the receiver events, so it requires permission to read them.
 *
 * @throws AppError `forbidden`
 */
export async function rotateSecret({ caller, params, body }: ById<unknown, RotateSecret>) {
  const { secret, secret_enc } = generateSecret(caller);
  const webhook = await writeInTransaction(caller, async (tx) => {
    const recipient = await lockRecipient(tx, caller, params.id, 'live');
    if (!recipient) throw notFound('Webhook endpoint');
    requireEventReads(caller, findMatchingTypes(caller, recipient.event_types));
    const change = replaceSecret(caller, params.id, secret_enc, body.keep_old_for_hours);
    const [row] = await tx.write(change, { event: 'webhook_endpoint.secret_rotated' });
    return row;
  });
  return { ...webhook, secret };
}

export async function requireActive(caller: Caller, id: number): Promise<WebhookRow> {
  const webhook = await requireWebhook(caller, id);
  if (!webhook.is_active)
    throw invalidField('is_active', 'The webhook endpoint is disabled; enable it first');
  return webhook;
}

/** Serializes retries and changes of an endpoint. @throws AppError `invalid` if it is inactive or deleted */
export async function lockActiveEndpoint(
  tx: Transaction,
  caller: Caller,
  id: number,
): Promise<{ event_types: string[] }> {
  const locked = await lockEndpoint(tx, caller, id);
  if (!locked) throw invalidField('is_active', 'The webhook endpoint is disabled; enable it first');
  return locked;
}
