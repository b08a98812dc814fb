import { decryptSecret, encryptionKeys, findEventTraces, isTracing, type Platform } from '@wfp/shared';
import { decryptHeaders, secretContext } from '../../endpoints/endpoint-secrets.ts';
import { WebhookClient } from '../http/webhook-client.ts';
import type { LanePayload } from '../lane-key.ts';
import type { DeliveryResult } from '../queue/delivery-result.ts';
import type { EndpointConfig, LeasedDelivery } from '../queue/lane.store.ts';
import { recordAttemptMetrics, traceAttempt, tracePost } from './attempt-metrics.ts';
import { computeRetryDelaySeconds, isSuccessful } from './retry-schedule.ts';
import { Signer } from './signature.ts';

const clients = new WeakMap<Platform, WebhookClient>();

/** Returns the client of this process: all lanes share its connections. */
function getWebhookClient(platform: Platform): WebhookClient {
  const known = clients.get(platform);
  if (known) return known;
  const { WEBHOOK_ALLOW_PRIVATE_NETWORK: allowPrivate, WEBHOOK_PROXY_URL: proxyUrl } = platform.config;
  const client = new WebhookClient({ allowPrivate, proxyUrl });
  clients.set(platform, client);
  return client;
}

/** The state for sending to one endpoint. Secrets are decrypted when it is created, not for each delivery. */
export interface DeliveryContext {
  platform: Platform;
  lane: LanePayload;
  url: string;
  signer: Signer;
  /** `traceparent` by event id. */
  traces: ReadonlyMap<number, string>;
}

export function createContext(
  platform: Platform,
  lane: LanePayload,
  config: EndpointConfig,
): DeliveryContext {
  const keys = encryptionKeys(platform.config);
  const { url, secret_enc, previous_secret_enc, headers_enc } = config;
  const open = (encrypted: Uint8Array) => decryptSecret(keys, secretContext(lane.org_id), encrypted);
  return {
    platform,
    lane,
    url,
    traces: new Map(),
    signer: new Signer({
      secret: open(secret_enc),
      previous_secret: previous_secret_enc && open(previous_secret_enc),
      custom: decryptHeaders(keys, lane.org_id, headers_enc),
    }),
  };
}

const encryptedColumns = ['secret_enc', 'previous_secret_enc', 'headers_enc'] as const;
const none = Buffer.alloc(0);

/** True if the URL, the secrets or the headers differ. */
export function needsNewContext(config: EndpointConfig, previous: EndpointConfig): boolean {
  return (
    config.url !== previous.url ||
    encryptedColumns.some((name) => Buffer.compare(config[name] ?? none, previous[name] ?? none) !== 0)
  );
}

/** The result of an attempt; `ended_at` is by `performance.now()`. */
export interface FinishedAttempt extends Omit<DeliveryResult, 'ended_ms_ago'> {
  attempt: number;
  ended_at: number;
}

/** Loads the traces of leased events, if tracing is on. */
export async function loadTraces(context: DeliveryContext, leased: readonly LeasedDelivery[]): Promise<void> {
  if (!isTracing()) return;
  const event_ids = leased.map(({ event_id }) => event_id);
  context.traces = await findEventTraces(context.platform, context.lane.org_id, event_ids);
}

/** Converts the end to an age, so that PostgreSQL computes the time by its own clock. */
export const toResult = ({ ended_at, attempt, ...one }: FinishedAttempt): DeliveryResult => ({
  ...one,
  ended_ms_ago: performance.now() - ended_at,
});

/**
 * Sends one attempt. Never throws for failures of the receiver.
 *
 * @param body undefined if the event has been archived: nothing is sent, and the result is `cancelled`
 */
export async function sendAttempt(
  context: DeliveryContext,
  delivery: LeasedDelivery,
  body: Buffer | undefined,
): Promise<FinishedAttempt> {
  const make = () => send(context, delivery, body);
  const { lane, traces } = context;
  const traceparent = traces.get(delivery.event_id);
  const ended = await (isTracing() ? traceAttempt({ ...lane, ...delivery, traceparent }, make) : make());
  recordAttemptMetrics(context.platform, ended);
  return ended;
}

async function send(
  context: DeliveryContext,
  delivery: LeasedDelivery,
  body: Buffer | undefined,
): Promise<FinishedAttempt> {
  const { delivery_id, tid, attempt, is_manual, lease_until, event_id, event_type } = delivery;
  const { platform, lane, url, signer } = context;
  const ended = { delivery_id, tid, attempt, lease_until };
  if (body === undefined) return { ...ended, ...archived, ended_at: performance.now() };
  const { WEBHOOK_TIMEOUT_MS, WEBHOOK_RETRY_SCHEDULE } = platform.config;
  const message_id = `msg_${event_id}_${lane.webhook_id}`;
  const headers = signer.createHeaders({
    body,
    event_type,
    delivery_id,
    message_id,
    at: platform.clock.now(),
  });
  const post = { url, headers, body, timeoutMs: WEBHOOK_TIMEOUT_MS };
  const outcome = await tracePost(url, () => getWebhookClient(platform).post(post));
  const isSuccess = isSuccessful(outcome);
  // Tests, manual retries and replays are sent once. The retry schedule applies to deliveries that the relay inserted,
  // and to their retries.
  const isLast = isSuccess || is_manual;
  const next_in_seconds = isLast
    ? null
    : computeRetryDelaySeconds(WEBHOOK_RETRY_SCHEDULE, attempt, outcome, Math.random());
  const { retry_after_seconds: _, ...http } = outcome;
  const status = isSuccess ? 'succeeded' : 'failed';
  return { ...ended, status, http, next_in_seconds, ended_at: performance.now() };
}

const archived = {
  status: 'cancelled',
  http: {
    response_status: null,
    response_headers: null,
    response_body: null,
    error: 'The event of this delivery has been archived',
    duration_ms: 0,
    is_timeout: false,
  },
  next_in_seconds: null,
} as const;

/**
 * True if leased attempts must not be sent after this one: it got a 410 or a timeout, or the endpoint is ordered and it
 * did not succeed.
 */
export function blocksNext({ status, http }: FinishedAttempt, { ordered }: EndpointConfig): boolean {
  if (status === 'succeeded') return false;
  return ordered || http.response_status === 410 || http.is_timeout;
}

/** Formats an attempt as a line for the job's log. */
export function describeAttempt({
  delivery_id,
  attempt,
  http,
  next_in_seconds: next,
}: FinishedAttempt): string {
  const outcome = http.error ?? `The receiver responded with ${http.response_status}`;
  const follows = next === null ? '' : `; the next attempt is due in ${Math.round(next)} s`;
  return `delivery ${delivery_id}, attempt ${attempt}: ${outcome} in ${http.duration_ms} ms${follows}`;
}
