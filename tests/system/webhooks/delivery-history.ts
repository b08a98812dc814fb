import { isDeepStrictEqual } from 'node:util';
import type { Client } from '@wfp/testing';
import type pg from 'pg';
import type { ReceivedRequest } from './unreliable-receiver.ts';

export interface Endpoint {
  id: number;
  org_id: number;
  path: string;
  event_types: readonly string[];
  ordered: boolean;
  /** True if its receiver may start to answer 410 at some point. */
  startsReturning410: boolean;
}

/** A recorded attempt; times in milliseconds. */
export interface Attempt {
  id: number;
  webhook_id: number;
  event_id: number;
  event_type: string;
  attempt: number;
  status: string;
  scheduled: number;
  finished: number;
  /** Time from the beginning of the request until `finished`; null if none was sent. */
  duration: number | null;
  response_status: number | null;
  retry_after: number;
  error: string | null;
}

interface EventRecord {
  id: number;
  org_id: number;
  event_type: string;
}

/** Everything known after a run: records of the service, requests at the receiver, and kills of workers. */
export interface DeliveryHistory {
  endpoints: readonly Endpoint[];
  attempts: readonly Attempt[];
  requests: readonly ReceivedRequest[];
  /** Events of `GET /api/events` by id. */
  events: ReadonlyMap<number, EventRecord>;
  /** Sequence numbers by event id. */
  sequences: ReadonlyMap<number, number>;
  /** The last event when all endpoints were registered, except those that may start to answer 410. */
  afterEventId: number;
  /** Time ranges in which workers were killed. */
  kills: readonly (readonly [from: number, to: number])[];
  schedule: readonly number[];
  timeoutMs: number;
}

export async function readAttempts(database: pg.Pool): Promise<Attempt[]> {
  const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;
  const { rows } = await database.query(
    `select id::float8 as id, webhook_id, event_id::float8 as event_id, event_type, attempt, status, error, response_status, duration_ms as duration,
      coalesce((response_headers->>'retry-after')::int, 0) as retry_after, ${ms('scheduled_at')} as scheduled, ${ms('finished_at')} as finished
    from webhook_deliveries order by webhook_id, event_id, attempt, id`,
  );
  return rows;
}

export async function readSequences(database: pg.Pool): Promise<Map<number, number>> {
  const { rows } = await database.query(
    'select event_id::float8 as event_id, seq::float8 as seq from event_log',
  );
  return new Map(rows.map(({ event_id, seq }) => [event_id, seq]));
}

/** Reads all events of organizations as their owners. */
export async function readEvents(owners: readonly Client[]): Promise<Map<number, EventRecord>> {
  const events = new Map<number, EventRecord>();
  for (const owner of owners) {
    for (let page = 1, left = true; left; page += 1) {
      const { body } = await owner.call('GET', `/events?limit=100&page=${page}`);
      for (const event of body.data) events.set(event.id, event);
      left = body.data.length === 100;
    }
  }
  return events;
}

/** Tolerance for timestamps stored in milliseconds. */
const toleranceMs = 2;
const retryableStatuses = new Set([408, 425, 429]);
const isPermanentFailure = ({ response_status: status }: Attempt) =>
  status !== null && status >= 400 && status < 500 && !retryableStatuses.has(status);

const isSubscribedTo = ({ event_types }: Endpoint, type: string) =>
  event_types.length === 0 || event_types.includes(type) || event_types.includes(`${type.split('.')[0]}.*`);

/** Returns a sentence for each violation of the delivery guarantees. */
export function findViolations(history: DeliveryHistory): string[] {
  return history.endpoints.flatMap((endpoint) => {
    const requests = history.requests.filter((one) => one.path === endpoint.path);
    const attempts = history.attempts.filter((one) => one.webhook_id === endpoint.id);
    const found = [
      ...attemptViolations(history, endpoint, attempts),
      ...requestViolations(history, endpoint, requests),
      ...recordViolations(attempts, requests),
      ...concurrencyViolations(history, endpoint, requests),
      ...orderViolations(history, endpoint, attempts, requests),
      ...redeliveryViolations(history, requests),
    ];
    return found.map((text) => `${endpoint.path}: ${text}`);
  });
}

/** Yields a violation for each event that neither succeeded exactly once nor exhausted its attempts on schedule. */
function* attemptViolations(
  { schedule }: DeliveryHistory,
  { startsReturning410 }: Endpoint,
  attempts: readonly Attempt[],
) {
  for (const [event_id, attemptsOfEvent] of Map.groupBy(attempts, (one) => one.event_id)) {
    const last = attemptsOfEvent.at(-1) as Attempt;
    const label = `event ${event_id}, ${attemptsOfEvent.map((one) => `${one.attempt} ${one.status}`).join(', ')}`;
    if (attemptsOfEvent.some((one, index) => one.attempt !== index + 1))
      yield `${label}: attempts are not 1, 2, …`;
    if (attemptsOfEvent.slice(0, -1).some((one) => one.status !== 'failed'))
      yield `${label}: an attempt follows one that did not fail`;
    const isExhausted =
      last.status === 'failed' && (last.attempt === schedule.length || isPermanentFailure(last));
    // After a 410 the endpoint is disabled, and further attempts are cancelled or never created.
    const isCutShort = startsReturning410 && ['cancelled', 'failed'].includes(last.status);
    if (last.status !== 'succeeded' && !isExhausted && !isCutShort) yield `${label}: is not finished`;
    for (const [index, next] of attemptsOfEvent.slice(1).entries()) {
      const before = attemptsOfEvent[index] as Attempt;
      const waitedMs = next.scheduled - before.finished;
      const delayMs = (schedule[next.attempt - 1] ?? 0) * 1_000;
      const maxWaitMs = Math.max(delayMs * 1.1, before.retry_after * 1_000) + toleranceMs;
      if (waitedMs < Math.max(delayMs, before.retry_after * 1_000) - toleranceMs)
        yield `${label}: attempt ${next.attempt} was due early, after ${waitedMs} ms`;
      if (waitedMs > maxWaitMs) yield `${label}: attempt ${next.attempt} was due late, after ${waitedMs} ms`;
    }
    for (const one of attemptsOfEvent)
      if (one.status !== 'cancelled' && (one.error === null) !== (one.status === 'succeeded'))
        yield `${label}: the error is ${one.error}`;
  }
}

/** Checks that the receiver got exactly the events of its types, equal to those of the event list. */
function* requestViolations(
  history: DeliveryHistory,
  endpoint: Endpoint,
  requests: readonly ReceivedRequest[],
) {
  const seen = new Set(requests.map((one) => eventOf(one)));
  if (!endpoint.startsReturning410)
    for (const { id, org_id, event_type } of history.events.values())
      if (
        org_id === endpoint.org_id &&
        id > history.afterEventId &&
        isSubscribedTo(endpoint, event_type) &&
        !seen.has(id)
      )
        yield `event ${id} never arrived`;
  for (const one of requests) {
    const event = history.events.get(eventOf(one));
    const { message_id, delivery_id, event_type } = one;
    if (message_id !== `msg_${eventOf(one)}_${endpoint.id}`) yield `${message_id} has the wrong endpoint`;
    if (event?.org_id !== endpoint.org_id || !isSubscribedTo(endpoint, event_type))
      yield `${message_id} is not subscribed`;
    if (event?.event_type !== event_type) yield `${message_id} arrived as ${event_type}`;
    if (!one.has_valid_signatures) yield `${message_id} was not signed correctly, attempt ${delivery_id}`;
    if (!isDeepStrictEqual(JSON.parse(one.body), event))
      yield `${message_id} is ${one.body}, and not ${JSON.stringify(event)}`;
  }
}

const eventOf = ({ message_id }: ReceivedRequest) => Number(message_id.split('_')[1]);

/** Checks that records match the responses of the receiver, and that nothing was sent before its scheduled time. */
function* recordViolations(attempts: readonly Attempt[], requests: readonly ReceivedRequest[]) {
  const recorded = new Map(attempts.map((one) => [one.id, one]));
  for (const one of requests) {
    const attempt = recorded.get(one.delivery_id);
    if (attempt?.event_id !== eventOf(one)) yield `delivery ${one.delivery_id} arrived but is not recorded`;
    else if (one.began < attempt.scheduled - toleranceMs)
      yield `delivery ${one.delivery_id} was sent too early`;
  }
  const requestsByDelivery = Map.groupBy(requests, (one) => one.delivery_id);
  for (const { id, status, response_status, finished, error } of attempts) {
    if (status === 'cancelled') continue;
    if (response_status === null) {
      // A live worker aborts only at its timeout; requests of killed workers were sent again.
      const isAborted = requestsByDelivery.get(id)?.at(-1)?.was_aborted;
      if (isAborted && !error?.startsWith('No complete'))
        yield `delivery ${id} was aborted with the error ${error}`;
      continue;
    }
    const response = requestsByDelivery.get(id)?.findLast((one) => one.response_status === response_status);
    if (!response) yield `delivery ${id} was recorded with a ${response_status} that was never sent`;
    else if (finished < (response.ended ?? 0) - toleranceMs)
      yield `delivery ${id} finished before its response`;
  }
}

/** Checks that no message was in flight twice, and at most ten requests at once, or one for ordered endpoints. */
function* concurrencyViolations(
  { timeoutMs }: DeliveryHistory,
  { ordered }: Endpoint,
  requests: readonly ReceivedRequest[],
) {
  // An aborted request ended at its timeout, before the receiver detected it.
  const endOf = ({ began, ended, was_aborted }: ReceivedRequest) =>
    Math.min(ended ?? Infinity, was_aborted ? began + timeoutMs : Infinity);
  for (const [message_id, sent] of Map.groupBy(requests, (one) => one.message_id)) {
    for (const [index, next] of sent.slice(1).entries())
      if (next.began < endOf(sent[index] as ReceivedRequest)) yield `${message_id} was in flight twice`;
  }
  const edges = requests.flatMap((one) => [
    { at: one.began, step: 1 },
    { at: endOf(one), step: -1 },
  ]);
  edges.sort((a, b) => a.at - b.at || a.step - b.step);
  let [inFlight, maxInFlight] = [0, 0];
  for (const { step } of edges) {
    inFlight += step;
    maxInFlight = Math.max(maxInFlight, inFlight);
  }
  if (maxInFlight > (ordered ? 1 : 10)) yield `${maxInFlight} in flight`;
}

/** Checks that an ordered endpoint got an event only after the preceding one was accepted or had failed finally. */
function* orderViolations(
  { sequences, kills }: DeliveryHistory,
  { ordered }: Endpoint,
  attempts: readonly Attempt[],
  requests: readonly ReceivedRequest[],
) {
  if (!ordered) return;
  const latest = new Map(attempts.map((one) => [one.event_id, one.id]));
  for (const [index, next] of requests.slice(1).entries()) {
    const before = requests[index] as ReceivedRequest;
    const [from, to] = [before, next].map((one) => sequences.get(eventOf(one)) ?? 0) as [number, number];
    const isGivenUp = before.delivery_id === latest.get(eventOf(before));
    if (to > from && !isAccepted(before) && !isGivenUp) yield `event ${to} overtook event ${from}`;
    // A delivery whose result was lost with a killed worker is sent again.
    if (to < from && !wasKilledBetween(kills, before, next)) yield `event ${to} arrived after event ${from}`;
  }
}

const isAccepted = ({ response_status }: ReceivedRequest) =>
  response_status !== null && response_status < 300;
const wasKilledBetween = (kills: DeliveryHistory['kills'], before: ReceivedRequest, next: ReceivedRequest) =>
  kills.some(([from, to]) => before.began <= to && from <= next.began);

/** Checks that an attempt is sent twice only after a worker was killed and the lease had expired. */
function* redeliveryViolations(
  { kills, timeoutMs, attempts }: DeliveryHistory,
  requests: readonly ReceivedRequest[],
) {
  for (const [id, sent] of Map.groupBy(requests, (one) => one.delivery_id)) {
    const { message_id, began: first } = sent[0] as ReceivedRequest;
    const isSentAgain = requests.some(
      (one) => one.message_id === message_id && one.delivery_id !== id && one.began > first,
    );
    const last = sent.at(-1) as ReceivedRequest;
    // A response close to the timeout may not reach the worker. On a busy machine, a request waits to be read.
    const attempt = attempts.find((one) => one.id === id);
    const sentAt = attempt ? attempt.finished - (attempt.duration ?? 0) : last.began;
    const isLate =
      (last.ended ?? 0) - Math.min(sentAt, last.began) > timeoutMs / 2 &&
      attempt?.error?.startsWith('No complete');
    if (isAccepted(last) && isSentAgain && !isLate) yield `delivery ${id} was accepted, then repeated`;
    for (const [index, next] of sent.slice(1).entries()) {
      const { began } = sent[index] as ReceivedRequest;
      if (!wasKilledBetween(kills, sent[index] as ReceivedRequest, next))
        yield `delivery ${id} was sent twice without a kill`;
      if (next.began - began < timeoutMs)
        yield `delivery ${id} was sent again after ${next.began - began} ms, while its lease ran`;
    }
  }
}
