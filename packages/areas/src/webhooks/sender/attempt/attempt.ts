import { encryptionKeys, isTracing, openSecret, type Platform, tracesOf } from '@wfp/shared';
import { openHeaders, secretContext } from '../../endpoints/endpoint-secrets.ts';
import { Poster } from '../http/webhook-client.ts';
import type { FinishedDelivery, LeasedDelivery, Target } from '../lane.store.ts';
import type { LanePayload } from '../lane-key.ts';
import { countAttempt, tracedAttempt, tracedPost } from './attempt-metrics.ts';
import { secondsToNextAttempt, succeeded } from './retry-schedule.ts';
import { Signer } from './signature.ts';

const posters = new WeakMap<Platform, Poster>();

/** Connections are kept and shared by all lanes of a process. */
function posterOf(platform: Platform): Poster {
  const known = posters.get(platform);
  if (known) return known;
  const { WEBHOOK_ALLOW_PRIVATE_NETWORK: allowPrivate, WEBHOOK_PROXY_URL: proxyUrl } = platform.config;
  const made = new Poster({ allowPrivate, proxyUrl });
  posters.set(platform, made);
  return made;
}

/** An endpoint to send to: its secrets are opened once a run. */
export interface Sender {
  platform: Platform;
  lane: LanePayload;
  url: string;
  signer: Signer;
  /** Where the traces of events go on, by their ids. */
  traces: ReadonlyMap<number, string>;
}

export function senderOf(platform: Platform, lane: LanePayload, target: Target): Sender {
  const keys = encryptionKeys(platform.config);
  const { url, secret_enc, previous_secret_enc, headers_enc } = target;
  const open = (sealed: Uint8Array) => openSecret(keys, secretContext(lane.org_id), sealed);
  return {
    platform,
    lane,
    url,
    traces: new Map(),
    signer: new Signer({
      secret: open(secret_enc),
      previous_secret: previous_secret_enc && open(previous_secret_enc),
      custom: openHeaders(keys, lane.org_id, headers_enc),
    }),
  };
}

const sealed = ['secret_enc', 'previous_secret_enc', 'headers_enc'] as const;
const none = Buffer.alloc(0);

/** Whether an endpoint is sent to in another way than before: elsewhere, signed otherwise, with other headers. */
export function isSentOtherwise(one: Target, other: Target): boolean {
  return (
    one.url !== other.url ||
    sealed.some((name) => Buffer.compare(one[name] ?? none, other[name] ?? none) !== 0)
  );
}

/** What came of an attempt, with the moment of its end on the process's own clock. */
export interface EndedAttempt extends Omit<FinishedDelivery, 'ended_ms_ago'> {
  attempt: number;
  ended_at: number;
}

/** Looks up what some deliveries that are about to be sent go on from. Costs nothing where nobody traces. */
export async function followTraces(sender: Sender, leased: readonly LeasedDelivery[]): Promise<void> {
  if (!isTracing()) return;
  const event_ids = leased.map(({ event_id }) => event_id);
  sender.traces = await tracesOf(sender.platform, sender.lane.org_id, event_ids);
}

/** The same as it is recorded: by PostgreSQL's clock. */
export const toFinished = ({ ended_at, attempt, ...one }: EndedAttempt): FinishedDelivery => ({
  ...one,
  ended_ms_ago: performance.now() - ended_at,
});

/** Sends one attempt, once; of an event that is gone there is no body to send. Whatever the receiver does is an outcome. */
export async function sendAttempt(
  sender: Sender,
  delivery: LeasedDelivery,
  body: string | undefined,
): Promise<EndedAttempt> {
  const make = () => send(sender, delivery, body);
  const { lane, traces } = sender;
  const traceparent = traces.get(delivery.event_id);
  const ended = await (isTracing() ? tracedAttempt({ ...lane, ...delivery, traceparent }, make) : make());
  countAttempt(sender.platform, ended);
  return ended;
}

async function send(
  sender: Sender,
  delivery: LeasedDelivery,
  body: string | undefined,
): Promise<EndedAttempt> {
  const { delivery_id, place, attempt, is_manual, lease_until, event_id, event_type } = delivery;
  const { platform, lane, url, signer } = sender;
  const ended = { delivery_id, place, attempt, lease_until };
  if (body === undefined) return { ...ended, ...archived, ended_at: performance.now() };
  const { WEBHOOK_TIMEOUT_MS, WEBHOOK_RETRY_SCHEDULE } = platform.config;
  const message_id = `msg_${event_id}_${lane.webhook_id}`;
  const headers = signer.headers({ body, event_type, delivery_id, message_id, at: platform.clock.now() });
  const post = { url, headers, body, timeoutMs: WEBHOOK_TIMEOUT_MS };
  const outcome = await tracedPost(url, () => posterOf(platform).post(post));
  const isSuccess = succeeded(outcome);
  // A test, a retry by hand or a replay is one attempt; the schedule is for events.
  const isLast = isSuccess || is_manual;
  const next_in_seconds = isLast
    ? null
    : secondsToNextAttempt(WEBHOOK_RETRY_SCHEDULE, attempt, outcome, Math.random());
  const { retry_after_seconds: _, ...exchange } = outcome;
  const status = isSuccess ? 'succeeded' : 'failed';
  return { ...ended, status, exchange, next_in_seconds, ended_at: performance.now() };
}

const archived = {
  status: 'cancelled',
  exchange: {
    response_status: null,
    response_headers: null,
    response_body: null,
    error: 'The event of this delivery has been archived',
    duration_ms: 0,
    is_timeout: false,
  },
  next_in_seconds: null,
} as const;

/** Behind a failure in order, a timeout or a 410, what is leased is not what may be sent. */
export function decidesWhatIsNext({ status, exchange }: EndedAttempt, { ordered }: Target): boolean {
  if (status === 'succeeded') return false;
  return ordered || exchange.response_status === 410 || exchange.is_timeout;
}

/** An attempt as operators read it. */
export function lineOf({ delivery_id, attempt, exchange, next_in_seconds: next }: EndedAttempt): string {
  const outcome = exchange.error ?? `The receiver answered ${exchange.response_status}`;
  const follows = next === null ? '' : `; the next attempt is due in ${Math.round(next)} s`;
  return `delivery ${delivery_id}, attempt ${attempt}: ${outcome} in ${exchange.duration_ms} ms${follows}`;
}
