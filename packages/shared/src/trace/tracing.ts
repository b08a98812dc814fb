import {
  type Attributes,
  type Context,
  context,
  isSpanContextValid,
  type Link,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';

export type { Attributes, Span } from '@opentelemetry/api';

let tracer: Tracer | null = null;

/**
 * Whether this process traces. Where it does not, which is the usual case, a hot path asks this and nothing more: no
 * object is made for a span that nobody wants.
 */
export const isTracing = (): boolean => tracer !== null;

/** Has the process trace, or stop to. */
export function setTracer(one: Tracer | null): void {
  tracer = one;
}

/** What a span is to be. */
export interface SpanOptions {
  kind?: keyof typeof SpanKind;
  attributes?: Attributes;
  /** What it goes on from; by default what is active, and nothing with null. */
  parent?: Context | null;
  links?: Link[];
  startTime?: number;
}

/** Starts a span, which whoever starts it ends. Only while the process traces. */
export function startSpan(name: string, { kind = 'INTERNAL', parent, ...rest }: SpanOptions = {}): Span {
  if (!tracer) throw new Error('This process does not trace');
  return tracer.startSpan(
    name,
    { kind: SpanKind[kind], ...rest },
    parent ?? (parent === null ? ROOT_CONTEXT : undefined),
  );
}

/** Runs `work` in a span of its own, which ends with it. Without one where the process does not trace. */
export async function inSpan<Result>(
  name: string,
  toBe: SpanOptions,
  work: (span: Span | null) => Promise<Result>,
): Promise<Result> {
  if (!tracer) return work(null);
  const span = startSpan(name, toBe);
  try {
    return await withSpan(span, () => work(span));
  } catch (error) {
    failSpan(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/**
 * The same for what follows from something that was traced elsewhere, and goes on from there. What is active, such as
 * the run of a lane which does this and other things, is linked.
 */
export function inContinuedSpan<Result>(
  traceparent: string | undefined,
  name: string,
  attributes: Attributes,
  work: (span: Span | null) => Promise<Result>,
): Promise<Result> {
  const toBe: SpanOptions = { kind: 'CONSUMER', attributes };
  if (!traceparent) return inSpan(name, toBe, work);
  const links = [activeSpan()].flatMap((span) => (span ? [{ context: span.spanContext() }] : []));
  return inSpan(name, { ...toBe, links, parent: parentFrom({ traceparent }) }, work);
}

/** The same, but only below a span that is recorded: what goes on in the background all the time starts no traces. */
export function inChildSpan<Result>(
  name: () => string,
  attributes: () => Attributes,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!tracer || !activeSpan()) return work();
  return inSpan(name(), { kind: 'CLIENT', attributes: attributes() }, work);
}

/** Runs `work` with a span as the active one. */
export function withSpan<Result>(span: Span, work: () => Result): Result {
  return context.with(trace.setSpan(context.active(), span), work);
}

/** Marks a span as failed. What the error says is left out: it may quote what somebody sent. */
export function failSpan(span: Span, error: unknown): void {
  const type = error instanceof Error ? error.name : 'Error';
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** The active span, where it is recorded. */
export function activeSpan(): Span | null {
  const span = trace.getActiveSpan();
  return span?.isRecording() ? span : null;
}

/** Where the active span is in its trace, for a row that others go on from; null where nothing is recorded. */
export function activeTraceparent(): string | null {
  const span = tracer && activeSpan();
  return span ? traceparentOf(span.spanContext()) : null;
}

/** A place in a trace as W3C Trace Context writes it; null for one that is not recorded. */
export function traceparentOf({ traceId, spanId, traceFlags }: SpanContext): string | null {
  return traceFlags & TraceFlags.SAMPLED ? `00-${traceId}-${spanId}-01` : null;
}

/** What a traceparent, or the headers of a request, say that a span goes on from. */
export function parentFrom(carrier: object): Context {
  return propagation.extract(ROOT_CONTEXT, carrier);
}

/** The ids of the active span, for a log line; none where there is no span. */
export function traceIds(span = trace.getActiveSpan()): { trace_id?: string; span_id?: string } {
  const at = span?.spanContext();
  return at && isSpanContextValid(at) ? { trace_id: at.traceId, span_id: at.spanId } : {};
}
