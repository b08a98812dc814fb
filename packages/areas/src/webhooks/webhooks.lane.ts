import { type Job, type LaneRun, lane, openSecret, type Platform, systemCaller } from '@wfp/shared';
import { write } from '@wfp/shared/db';
import { secretContext } from './endpoint-secrets.ts';
import {
  cancelWaiting,
  dueLanes,
  type FinishedDelivery,
  findTarget,
  giveBack,
  type LeasedDelivery,
  leaseDue,
  nextDue,
  recordResults,
} from './lane.store.ts';
import { LanePayload, laneKey, laneQueue } from './lane-key.ts';
import { type Exchange, Poster } from './post.ts';
import { secondsToNextAttempt, succeeded } from './retry-schedule.ts';
import { signedHeaders } from './signature.ts';
import { disableWebhook } from './webhooks.store.ts';

const mostInFlight = 10;
const leasedAtOnce = 20;
/** Beyond the time that a whole batch of timeouts takes: for recording the results. */
const leaseMarginMs = 10_000;
/** Endpoints that one worker serves at the same time. */
const lanesAtOnce = 100;

const posters = new WeakMap<Platform, Poster>();

/** Connections are kept and shared by all lanes of a process. */
function posterOf(platform: Platform): Poster {
  const known = posters.get(platform);
  if (known) return known;
  const made = new Poster(platform.config.WEBHOOK_ALLOW_PRIVATE_NETWORK);
  posters.set(platform, made);
  return made;
}

/** The lane of an endpoint: leases what is due, sends it, records what came of it. */
export const webhookLane: Job = lane<LanePayload>({
  queue: laneQueue,
  payload: LanePayload,
  key: laneKey,
  concurrency: lanesAtOnce,
  emits: ['webhook_endpoint.disabled'],
  due: dueLanes,
  run: async (call) => {
    const { platform, payload } = call;
    const target = await findTarget(platform, payload);
    if (!target?.is_active) {
      await cancelWaiting(platform, payload);
      return null;
    }
    const secret = openSecret(
      platform.config.ENCRYPTION_KEY,
      secretContext(payload.org_id),
      target.secret_enc,
    );
    const batchMs = platform.config.WEBHOOK_TIMEOUT_MS * Math.ceil(leasedAtOnce / mostInFlight);
    const leased = await leaseDue(platform, payload, leasedAtOnce, (batchMs + leaseMarginMs) / 1000);
    const finished = await sendAll(call, leased, (one) => send(call, target.url, secret, one));
    if (finished.length > 0) await recordResults(platform, payload, finished);
    const begun = new Set(finished.map((one) => one.delivery_id));
    await giveBack(
      platform,
      payload,
      leased.map((one) => one.delivery_id).filter((id) => !begun.has(id)),
    );
    if (finished.some((one) => one.exchange.response_status === 410)) await disable(call);
    return nextDue(platform, payload);
  },
});

/** Sends with a bounded number in flight; once the worker drains, what has not begun stays unbegun. */
async function sendAll(
  { signal }: LaneRun<LanePayload>,
  leased: readonly LeasedDelivery[],
  sendOne: (one: LeasedDelivery) => Promise<FinishedDelivery>,
): Promise<FinishedDelivery[]> {
  const finished: FinishedDelivery[] = [];
  const waiting = [...leased];
  const inFlight = Array.from({ length: mostInFlight }, async () => {
    for (let one = waiting.shift(); one && !signal.aborted; one = waiting.shift())
      finished.push(await sendOne(one));
  });
  await Promise.all(inFlight);
  return finished;
}

async function send(
  { platform, payload, note }: LaneRun<LanePayload>,
  url: string,
  secret: string,
  { delivery_id, attempt, is_manual, event }: LeasedDelivery,
): Promise<FinishedDelivery> {
  const { WEBHOOK_TIMEOUT_MS, WEBHOOK_RETRY_SCHEDULE } = platform.config;
  const body = JSON.stringify(event);
  const message_id = `msg_${event.id}_${payload.webhook_id}`;
  const at = platform.clock.now();
  const headers = signedHeaders({ secret, body, event_type: event.event_type, delivery_id, message_id, at });
  const exchange = await posterOf(platform).post({ url, headers, body, timeoutMs: WEBHOOK_TIMEOUT_MS });
  const is_success = succeeded(exchange);
  // A test or a retry by hand is one attempt; the schedule is for events.
  const isLast = is_success || is_manual;
  const next_in_seconds = isLast
    ? null
    : secondsToNextAttempt(WEBHOOK_RETRY_SCHEDULE, attempt, exchange, Math.random());
  await note(lineOf(delivery_id, attempt, exchange, next_in_seconds));
  return { delivery_id, exchange, is_success, next_in_seconds };
}

function lineOf(delivery_id: number, attempt: number, exchange: Exchange, next: number | null): string {
  const outcome = exchange.error ?? `The receiver answered ${exchange.response_status}`;
  const follows = next === null ? '' : `; the next attempt is due in ${Math.round(next)} s`;
  return `delivery ${delivery_id}, attempt ${attempt}: ${outcome} in ${exchange.duration_ms} ms${follows}`;
}

/** 410: the receiver says the address is gone for good. */
async function disable({ platform, payload, origin, emits }: LaneRun<LanePayload>): Promise<void> {
  const { org_id, webhook_id } = payload;
  const caller = systemCaller(platform, org_id, origin, emits);
  await write(caller, disableWebhook(caller, webhook_id, 'The receiver answered 410: gone'), {
    event: 'webhook_endpoint.disabled',
    action: 'disable',
  });
}
