import {
  failSpan,
  type HistogramFamily,
  inContinuedSpan,
  inSpan,
  isTracing,
  type Platform,
  type Span,
} from '@wfp/shared';
import type { HttpResult } from '../http/webhook-client.ts';

type MeasuredResult = Pick<HttpResult, 'is_timeout' | 'response_status' | 'duration_ms'>;

type Outcome = 'succeeded' | 'refused' | 'timeout' | 'unreachable' | 'cancelled';

const durations = new WeakMap<Platform, HistogramFamily>();

export function attemptHistogram(platform: Platform): HistogramFamily {
  const known = durations.get(platform);
  if (known) return known;
  const histogram = platform.metrics.histogram({
    name: 'wfp_webhook_attempt_duration_seconds',
    help: 'Duration of deliveries by this worker in seconds, by outcome.',
    labels: ['outcome'],
  });
  durations.set(platform, histogram);
  return histogram;
}

function classifyOutcome(status: string, { is_timeout, response_status }: MeasuredResult): Outcome {
  if (status === 'succeeded' || status === 'cancelled') return status;
  if (is_timeout) return 'timeout';
  return response_status === null ? 'unreachable' : 'refused';
}

export function recordAttemptMetrics(
  platform: Platform,
  { status, http }: { status: string; http: MeasuredResult },
): void {
  attemptHistogram(platform)
    .labels(classifyOutcome(status, http))
    .observe(http.duration_ms / 1_000);
}

interface AttemptAttributes {
  org_id: number;
  webhook_id: number;
  delivery_id: number;
  attempt: number;
  event_type: string;
  /** The trace context of the event, if it has one. */
  traceparent: string | undefined;
}

/** Runs an attempt in the trace of its event. Receivers get no trace headers: traces of this service are private. */
export function traceAttempt<Ended extends { status: string; http: MeasuredResult }>(
  attempted: AttemptAttributes,
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
  return inContinuedSpan(traceparent, 'deliver webhook', attributes, async (span) => {
    const ended = await make();
    if (span) markSpan(span, ended.status, ended.http);
    return ended;
  });
}

/** Runs the request in a child span of the attempt. */
export function tracePost(url: string, post: () => Promise<HttpResult>): Promise<HttpResult> {
  if (!isTracing()) return post();
  const host = URL.parse(url)?.hostname ?? '';
  const attributes = { 'http.request.method': 'POST', 'server.address': host };
  return inSpan('POST', { kind: 'CLIENT', attributes }, async (span) => {
    const http = await post();
    if (span) markSpan(span, 'failed', http);
    return http;
  });
}

function markSpan(span: Span, status: string, http: MeasuredResult): void {
  const { response_status } = http;
  if (response_status !== null) span.setAttribute('http.response.status_code', response_status);
  const isGood = status === 'succeeded' || (response_status !== null && response_status < 400);
  if (isGood) return;
  failSpan(span, null);
  span.setAttribute('error.type', classifyOutcome(status, http));
}
