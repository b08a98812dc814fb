import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import type { Logger } from '../log/logger.ts';

export interface Tracing {
  /** Logs the first failure of the exporter and its recovery. */
  reportTo(log: Logger): void;
  /** Sends the remaining spans for at most two seconds, and disables tracing. */
  stop(): Promise<void>;
}

const lastFlushMs = 2_000;

/**
 * Enables tracing for the process if OpenTelemetry's environment variables configure it. Otherwise loads nothing and
 * returns null.
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
