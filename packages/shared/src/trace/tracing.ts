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

/** True if this process traces. Hot paths check this first, so that no objects are created for unused spans. */
export const isTracing = (): boolean => tracer !== null;

/** Enables tracing, or disables it with null. */
export function setTracer(one: Tracer | null): void {
  tracer = one;
}

export interface SpanOptions {
  kind?: keyof typeof SpanKind;
  attributes?: Attributes;
  /** The parent; the active span by default, none with null. */
  parent?: Context | null;
  links?: Link[];
  startTime?: number;
}

/** Starts a span that the caller must end. Throws if the process does not trace. */
export function startSpan(name: string, { kind = 'INTERNAL', parent, ...rest }: SpanOptions = {}): Span {
  if (!tracer) throw new Error('Tracing is not enabled');
  return tracer.startSpan(
    name,
    { kind: SpanKind[kind], ...rest },
    parent ?? (parent === null ? ROOT_CONTEXT : undefined),
  );
}

/** Runs `work` in a new span, or without one if the process does not trace. */
export async function inSpan<Result>(
  name: string,
  options: SpanOptions,
  work: (span: Span | null) => Promise<Result>,
): Promise<Result> {
  if (!tracer) return work(null);
  const span = startSpan(name, options);
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
 * Runs `work` in a span that continues a trace from elsewhere, and links the active span, such as the run of a lane.
 */
export function inContinuedSpan<Result>(
  traceparent: string | undefined,
  name: string,
  attributes: Attributes,
  work: (span: Span | null) => Promise<Result>,
): Promise<Result> {
  const options: SpanOptions = { kind: 'CONSUMER', attributes };
  if (!traceparent) return inSpan(name, options, work);
  const links = [activeSpan()].flatMap((span) => (span ? [{ context: span.spanContext() }] : []));
  return inSpan(name, { ...options, links, parent: parentFrom({ traceparent }) }, work);
}

/** Runs `work` in a child span, only if the active span is recorded: background work does not start traces. */
export function runInChildSpan<Result>(
  name: () => string,
  attributes: () => Attributes,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!tracer || !activeSpan()) return work();
  return inSpan(name(), { kind: 'CLIENT', attributes: attributes() }, work);
}

/** Parent and start time of a request's span, for work that is done later for several requests. */
export interface SpanParent {
  /** Null if nothing is recorded. */
  parent: Context | null;
  startTime: number;
}

export function spanParent(): SpanParent {
  return tracer && activeSpan()
    ? { parent: context.active(), startTime: Date.now() }
    : { parent: null, startTime: 0 };
}

/** Runs work for several requests, and records a span of it for each of them. */
export async function inSharedSpan<Result>(
  parents: readonly SpanParent[],
  name: string,
  attributes: Attributes,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!tracer) return work();
  const end = (error?: unknown) => {
    for (const { parent, startTime } of parents) {
      if (!parent) continue;
      const span = startSpan(name, { kind: 'CLIENT', attributes, parent, startTime });
      if (error !== undefined) failSpan(span, error);
      span.end();
    }
  };
  try {
    // Runs outside of all spans, because the queue may run in the context of any request.
    const result = await context.with(ROOT_CONTEXT, work);
    end();
    return result;
  } catch (error) {
    end(error);
    throw error;
  }
}

export function withSpan<Result>(span: Span, work: () => Result): Result {
  return context.with(trace.setSpan(context.active(), span), work);
}

/** Marks a span as failed. Leaves out the error's message: it may quote user input. */
export function failSpan(span: Span, error: unknown): void {
  const type = error instanceof Error ? error.name : 'Error';
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** The active span, if it is recorded. */
export function activeSpan(): Span | null {
  const span = trace.getActiveSpan();
  return span?.isRecording() ? span : null;
}

/** The active span as a W3C traceparent, to store in a row; null if nothing is recorded. */
export function activeTraceparent(): string | null {
  const span = tracer && activeSpan();
  return span ? traceparentOf(span.spanContext()) : null;
}

/** A span context as a W3C traceparent; null if it is not sampled. */
export function traceparentOf({ traceId, spanId, traceFlags }: SpanContext): string | null {
  return traceFlags & TraceFlags.SAMPLED ? `00-${traceId}-${spanId}-01` : null;
}

/** The parent context from a traceparent or the headers of a request. */
export function parentFrom(carrier: object): Context {
  return propagation.extract(ROOT_CONTEXT, carrier);
}

/** The ids of the active span for a log line; empty if no span is active. */
export function traceIds(span = trace.getActiveSpan()): { trace_id?: string; span_id?: string } {
  const at = span?.spanContext();
  return at && isSpanContextValid(at) ? { trace_id: at.traceId, span_id: at.spanId } : {};
}
