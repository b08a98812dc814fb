import { type Durations, fail, inSpan, inSpanAfter, isTracing, type Platform, type Span } from '@wfp/shared';
import type { Exchange } from '../http/webhook-client.ts';

/** What is told of an exchange. */
type Told = Pick<Exchange, 'is_timeout' | 'response_status' | 'duration_ms'>;

type Outcome = 'succeeded' | 'refused' | 'timeout' | 'unreachable' | 'cancelled';

const durations = new WeakMap<Platform, Durations>();

/** How attempts end and how long they take, on this worker. */
export function countsOfAttempts(platform: Platform): Durations {
  const known = durations.get(platform);
  if (known) return known;
  const made = platform.metrics.durations({
    name: 'wfp_webhook_attempt_duration_seconds',
    help: 'How long attempts to deliver took on this worker, by outcome.',
    labels: ['outcome'],
  });
  durations.set(platform, made);
  return made;
}

function outcomeOf(status: string, { is_timeout, response_status }: Told): Outcome {
  if (status === 'succeeded' || status === 'cancelled') return status;
  if (is_timeout) return 'timeout';
  return response_status === null ? 'unreachable' : 'refused';
}

/** Counts an attempt that has ended. */
export function countAttempt(
  platform: Platform,
  { status, exchange }: { status: string; exchange: Told },
): void {
  countsOfAttempts(platform)
    .of(outcomeOf(status, exchange))
    .observe(exchange.duration_ms / 1_000);
}

/** An attempt as its span tells it. */
interface Attempted {
  org_id: number;
  webhook_id: number;
  delivery_id: number;
  attempt: number;
  event_type: string;
  /** Where the event's own trace goes on, if it has one. */
  traceparent: string | undefined;
}

/**
 * Makes an attempt in the trace of its event. What the receiver gets says nothing of it: where requests of ours are
 * looked at is no business of whoever gets them.
 */
export function tracedAttempt<Ended extends { status: string; exchange: Told }>(
  attempted: Attempted,
  make: () => Promise<Ended>,
): Promise<Ended> {
  const { org_id, webhook_id, delivery_id, attempt, event_type, traceparent } = attempted;
  const attributes = {
    'workforce.org_id': org_id,
    'workforce.webhook_id': webhook_id,
    'workforce.delivery_id': delivery_id,
    'workforce.attempt': attempt,
    'workforce.event_type': event_type,
  };
  return inSpanAfter(traceparent, 'deliver webhook', attributes, async (span) => {
    const ended = await make();
    if (span) tell(span, ended.status, ended.exchange);
    return ended;
  });
}

/** The request itself, as a span below the attempt. */
export function tracedPost(url: string, post: () => Promise<Exchange>): Promise<Exchange> {
  if (!isTracing()) return post();
  const host = URL.parse(url)?.hostname ?? '';
  const attributes = { 'http.request.method': 'POST', 'server.address': host };
  return inSpan('POST', { kind: 'CLIENT', attributes }, async (span) => {
    const exchange = await post();
    if (span) tell(span, 'failed', exchange);
    return exchange;
  });
}

function tell(span: Span, status: string, exchange: Told): void {
  const { response_status } = exchange;
  if (response_status !== null) span.setAttribute('http.response.status_code', response_status);
  const isGood = status === 'succeeded' || (response_status !== null && response_status < 400);
  if (isGood) return;
  fail(span, null);
  span.setAttribute('error.type', outcomeOf(status, exchange));
}
