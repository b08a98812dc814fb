import { isDeepStrictEqual } from 'node:util';
import type { Client } from '@wfp/testing';
import type pg from 'pg';
import type { ReceivedRequest } from './unreliable-receiver.ts';

/** An endpoint as it was registered. */
export interface Endpoint {
  id: number;
  org_id: number;
  path: string;
  event_types: readonly string[];
  ordered: boolean;
  /** Its receiver answers 410 from some moment on. */
  goes: boolean;
}

/** An attempt as it was recorded, with moments in milliseconds. */
export interface Attempt {
  id: number;
  webhook_id: number;
  event_id: number;
  event_type: string;
  attempt: number;
  status: string;
  scheduled: number;
  finished: number;
  response_status: number | null;
  retry_after: number;
  error: string | null;
}

interface EventRecord {
  id: number;
  org_id: number;
  event_type: string;
}

/** All that is known at the end: what was recorded, what the receiver saw, what happened. */
export interface DeliveryHistory {
  endpoints: readonly Endpoint[];
  attempts: readonly Attempt[];
  arrivals: readonly ReceivedRequest[];
  /** As `GET /api/events` has them, by id. */
  events: ReadonlyMap<number, EventRecord>;
  /** The places of events in the log of their organization. */
  places: ReadonlyMap<number, number>;
  /** The last event before all endpoints were there. */
  after: number;
  /** When workers were killed: before they were, and when they were surely gone. */
  kills: readonly (readonly [from: number, to: number])[];
  schedule: readonly number[];
  timeoutMs: number;
}

export async function readAttempts(database: pg.Pool): Promise<Attempt[]> {
  const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;
  const { rows } = await database.query(
    `select id::float8 as id, webhook_id, event_id::float8 as event_id, event_type, attempt, status, error, response_status,
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

/** Every event of some organizations, as their owners read it. */
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

/** Rounding of what is kept in milliseconds. */
const rounding = 2;
const retryableStatuses = new Set([408, 425, 429]);
const isPermanentFailure = ({ response_status: status }: Attempt) =>
  status !== null && status >= 400 && status < 500 && !retryableStatuses.has(status);

const isSubscribedTo = ({ event_types }: Endpoint, type: string) =>
  event_types.length === 0 || event_types.includes(type) || event_types.includes(`${type.split('.')[0]}.*`);

/** A sentence for everything in the books that should not be. */
export function findViolations(books: DeliveryHistory): string[] {
  return books.endpoints.flatMap((endpoint) => {
    const arrivals = books.arrivals.filter((one) => one.path === endpoint.path);
    const attempts = books.attempts.filter((one) => one.webhook_id === endpoint.id);
    const found = [
      ...attemptViolations(books, endpoint, attempts),
      ...requestViolations(books, endpoint, arrivals),
      ...recordViolations(attempts, arrivals),
      ...concurrencyViolations(books, endpoint, arrivals),
      ...orderViolations(books, endpoint, attempts, arrivals),
      ...redeliveryViolations(books, arrivals),
    ];
    return found.map((text) => `${endpoint.path}: ${text}`);
  });
}

/** Each event succeeded once or used its attempts up, at the times that the schedule has. */
function* attemptViolations({ schedule }: DeliveryHistory, { goes }: Endpoint, attempts: readonly Attempt[]) {
  for (const [event_id, tries] of Map.groupBy(attempts, (one) => one.event_id)) {
    const last = tries.at(-1) as Attempt;
    const story = `event ${event_id}, ${tries.map((one) => `${one.attempt} ${one.status}`).join(', ')}`;
    if (tries.some((one, index) => one.attempt !== index + 1)) yield `${story}: attempts are not 1, 2, …`;
    if (tries.slice(0, -1).some((one) => one.status !== 'failed'))
      yield `${story}: something follows what did not fail`;
    const isExhausted =
      last.status === 'failed' && (last.attempt === schedule.length || isPermanentFailure(last));
    // Where a receiver is gone, its endpoint is off, and what would follow is cancelled or not even made.
    const isCutShort = goes && ['cancelled', 'failed'].includes(last.status);
    if (last.status !== 'succeeded' && !isExhausted && !isCutShort) yield `${story}: is not over`;
    for (const [index, next] of tries.slice(1).entries()) {
      const before = tries[index] as Attempt;
      const waited = next.scheduled - before.finished;
      const mark = (schedule[next.attempt - 1] ?? 0) * 1_000;
      const latest = Math.max(mark * 1.1, before.retry_after * 1_000) + rounding;
      if (waited < Math.max(mark, before.retry_after * 1_000) - rounding)
        yield `${story}: attempt ${next.attempt} was due early, after ${waited} ms`;
      if (waited > latest) yield `${story}: attempt ${next.attempt} was due late, after ${waited} ms`;
    }
    for (const one of tries)
      if (one.status !== 'cancelled' && (one.error === null) !== (one.status === 'succeeded'))
        yield `${story}: the error is ${one.error}`;
  }
}

/** The receiver saw every event of its types, as the list of events has it, and no other. */
function* requestViolations(
  books: DeliveryHistory,
  endpoint: Endpoint,
  arrivals: readonly ReceivedRequest[],
) {
  const seen = new Set(arrivals.map((one) => eventOf(one)));
  if (!endpoint.goes)
    for (const { id, org_id, event_type } of books.events.values())
      if (
        org_id === endpoint.org_id &&
        id > books.after &&
        isSubscribedTo(endpoint, event_type) &&
        !seen.has(id)
      )
        yield `event ${id} never arrived`;
  for (const one of arrivals) {
    const event = books.events.get(eventOf(one));
    const { message_id, delivery_id, event_type } = one;
    if (message_id !== `msg_${eventOf(one)}_${endpoint.id}`) yield `${message_id} is for somebody else`;
    if (event?.org_id !== endpoint.org_id || !isSubscribedTo(endpoint, event_type))
      yield `${message_id} was not asked for`;
    if (event?.event_type !== event_type) yield `${message_id} came as ${event_type}`;
    if (!one.is_genuine) yield `${message_id} was not signed, attempt ${delivery_id}`;
    if (!isDeepStrictEqual(JSON.parse(one.body), event))
      yield `${message_id} is ${one.body}, and not ${JSON.stringify(event)}`;
  }
}

const eventOf = ({ message_id }: ReceivedRequest) => Number(message_id.split('_')[1]);

/** What was recorded is what the receiver did, and nothing came before its time. */
function* recordViolations(attempts: readonly Attempt[], arrivals: readonly ReceivedRequest[]) {
  const recorded = new Map(attempts.map((one) => [one.id, one]));
  for (const one of arrivals) {
    const attempt = recorded.get(one.delivery_id);
    if (attempt?.event_id !== eventOf(one)) yield `delivery ${one.delivery_id} arrived, and is none`;
    else if (one.began < attempt.scheduled - rounding) yield `delivery ${one.delivery_id} came too early`;
  }
  const came = Map.groupBy(arrivals, (one) => one.delivery_id);
  for (const { id, status, response_status, finished, error } of attempts) {
    if (status === 'cancelled') continue;
    if (response_status === null) {
      // Whoever left before an answer and lived ran out of time; what the dead had under way was sent again.
      const isLeft = came.get(id)?.at(-1)?.was_left;
      if (isLeft && !error?.startsWith('No complete')) yield `delivery ${id} was left, and has ${error}`;
      continue;
    }
    const answer = came.get(id)?.findLast((one) => one.answered === response_status);
    if (!answer) yield `delivery ${id} was recorded with a ${response_status} that nobody answered`;
    else if (finished < (answer.ended ?? 0) - rounding) yield `delivery ${id} ended before its answer`;
  }
}

/** Nothing ran twice at once, and ten at most together, or one where the order is kept. */
function* concurrencyViolations(
  { timeoutMs }: DeliveryHistory,
  { ordered }: Endpoint,
  arrivals: readonly ReceivedRequest[],
) {
  // Whoever left because its time was over had done so before the receiver heard of it.
  const endOf = ({ began, ended, was_left }: ReceivedRequest) =>
    Math.min(ended ?? Infinity, was_left ? began + timeoutMs : Infinity);
  for (const [message_id, of] of Map.groupBy(arrivals, (one) => one.message_id)) {
    for (const [index, next] of of.slice(1).entries())
      if (next.began < endOf(of[index] as ReceivedRequest)) yield `${message_id} ran twice at once`;
  }
  const edges = arrivals.flatMap((one) => [
    { at: one.began, step: 1 },
    { at: endOf(one), step: -1 },
  ]);
  edges.sort((a, b) => a.at - b.at || a.step - b.step);
  let [underWay, most] = [0, 0];
  for (const { step } of edges) {
    underWay += step;
    most = Math.max(most, underWay);
  }
  if (most > (ordered ? 1 : 10)) yield `${most} were under way at once`;
}

/** What follows in the log came after the receiver had taken what is before it, or that was given up. */
function* orderViolations(
  { places, kills }: DeliveryHistory,
  { ordered }: Endpoint,
  attempts: readonly Attempt[],
  arrivals: readonly ReceivedRequest[],
) {
  if (!ordered) return;
  const latest = new Map(attempts.map((one) => [one.event_id, one.id]));
  for (const [index, next] of arrivals.slice(1).entries()) {
    const before = arrivals[index] as ReceivedRequest;
    const [from, to] = [before, next].map((one) => places.get(eventOf(one)) ?? 0) as [number, number];
    const isGivenUp = before.delivery_id === latest.get(eventOf(before));
    if (to > from && !isAccepted(before) && !isGivenUp) yield `event ${to} overtook event ${from}`;
    // Results that died with a worker are found out again.
    if (to < from && !wasKilledBetween(kills, before, next)) yield `event ${to} came after event ${from}`;
  }
}

const isAccepted = ({ answered }: ReceivedRequest) => answered !== null && answered < 300;
const wasKilledBetween = (kills: DeliveryHistory['kills'], before: ReceivedRequest, next: ReceivedRequest) =>
  kills.some(([from, to]) => before.began <= to && from <= next.began);

/** The same attempt comes twice only where a worker died, and when nobody can be at it any more. */
function* redeliveryViolations(
  { kills, timeoutMs, attempts }: DeliveryHistory,
  arrivals: readonly ReceivedRequest[],
) {
  for (const [id, of] of Map.groupBy(arrivals, (one) => one.delivery_id)) {
    const { message_id, began: first } = of[0] as ReceivedRequest;
    const isSentAgain = arrivals.some(
      (one) => one.message_id === message_id && one.delivery_id !== id && one.began > first,
    );
    const last = of.at(-1) as ReceivedRequest;
    // An answer that comes as the time is over may come to nobody.
    const isLate =
      (last.ended ?? 0) - last.began > timeoutMs / 2 &&
      attempts.find((one) => one.id === id)?.error?.startsWith('No complete');
    if (isAccepted(last) && isSentAgain && !isLate) yield `delivery ${id} was taken, and then came another`;
    for (const [index, next] of of.slice(1).entries()) {
      const { began } = of[index] as ReceivedRequest;
      if (!wasKilledBetween(kills, of[index] as ReceivedRequest, next))
        yield `delivery ${id} came twice, and nobody had died`;
      if (next.began - began < timeoutMs)
        yield `delivery ${id} came again after ${next.began - began} ms, while its lease ran`;
    }
  }
}
