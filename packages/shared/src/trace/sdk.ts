import { context, diag, propagation } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { type ExportResult, ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Config } from '../config/config.ts';
import type { Logger } from '../log/logger.ts';
import { setTracer } from './tracing.ts';

// This module is loaded by dynamic import, only if tracing is enabled.

/** @returns a function that sends the remaining spans and disables tracing */
export function installSdk(config: Config, name: string, exporter: SpanExporter): () => Promise<void> {
  const scheduledDelayMillis = config.OTEL_BSP_SCHEDULE_DELAY;
  const provider = new TracerProvider({
    sampler: createSampler(config),
    resource: describeResource(config, name),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  setTracer(provider.getTracer('workforce'));
  return async () => {
    setTracer(null);
    await provider.shutdown().catch(() => undefined);
    context.disable();
    propagation.disable();
    diag.disable();
  };
}

function createSampler({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: share }: Config): Sampler {
  const kind = name.replace('parentbased_', '');
  const root =
    kind === 'always_on'
      ? new AlwaysOnSampler()
      : kind === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(share);
  return kind === name ? root : new ParentBasedSampler({ root });
}

function describeResource(config: Config, name: string) {
  const detected = detectResources({ detectors: [envDetector, serviceInstanceIdDetector] });
  const named = config.OTEL_SERVICE_NAME === '' ? {} : { 'service.name': config.OTEL_SERVICE_NAME };
  return defaultResource()
    .merge(resourceFromAttributes({ 'service.name': name }))
    .merge(detected)
    .merge(resourceFromAttributes(named));
}

/** Reports success for failed exports: spans are lost, and the log gets one line. */
export class QuietExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  #log: Logger | null = null;
  #isFailing = false;

  constructor(exporter: SpanExporter) {
    this.#exporter = exporter;
  }

  reportTo(log: Logger): void {
    this.#log = log;
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#exporter.export(spans, ({ code, error }) => {
      this.#logChange(code === ExportResultCode.SUCCESS ? null : (error ?? new Error('Span export failed')));
      // The batch processor would log each failed batch again.
      done({ code: ExportResultCode.SUCCESS });
    });
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }

  async forceFlush(): Promise<void> {
    await this.#exporter.forceFlush?.();
  }

  #logChange(error: Error | null): void {
    if (error && !this.#isFailing)
      this.#log?.warn({ error: error.message }, 'Trace export failed; spans are lost until it recovers');
    if (!error && this.#isFailing) this.#log?.info('Trace export recovered');
    this.#isFailing = error !== null;
  }
}

export const otlpExporter = (url: string): QuietExporter => new QuietExporter(new OTLPTraceExporter({ url }));
