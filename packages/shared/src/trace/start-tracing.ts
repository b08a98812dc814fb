import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import type { Logger } from '../log/logger.ts';

/** A process that traces. */
export interface Tracing {
  /** Has troubles of the exporter told in a log: one line when they begin, one when they are over. */
  reportTo(log: Logger): void;
  /** Sends what has not been sent, for two seconds at most, and ends it. */
  stop(): Promise<void>;
}

/** Whoever does not answer while the process ends is not waited for. */
const lastFlushMs = 2_000;

/**
 * Has the process trace where the environment says so, in OpenTelemetry's own variables: from here on, and for all that
 * it does. Otherwise nothing is loaded, and null comes back.
 */
export async function startTracing(config: Config, process: string): Promise<Tracing | null> {
  const { OTEL_SDK_DISABLED, OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT } = config;
  const url = OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || (base && `${base.replace(/\/+$/, '')}/v1/traces`);
  if (OTEL_SDK_DISABLED || url === '') return null;
  const { installSdk, otlpExporter } = await import('./sdk.ts');
  const exporter = otlpExporter(url);
  const uninstall = installSdk(config, `workforce-${process}`, exporter);
  return {
    reportTo: (log) => exporter.reportTo(log),
    stop: async () => {
      await Promise.race([uninstall(), pause(lastFlushMs, undefined, { ref: false })]);
    },
  };
}
