import { z } from 'zod';

const endpoint = z
  .url({ protocol: /^https?$/, error: 'Must be an http:// or https:// URL' })
  .or(z.literal(''))
  .default('');

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** OpenTelemetry's own names. What else its exporter knows, such as headers, it reads itself. */
export const otelKeys = {
  /** Where traces go, to `/v1/traces` there. Without this and the next: nowhere, and nothing is traced. */
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  /** The same for traces alone, and as it stands. */
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint,
  OTEL_SDK_DISABLED: z
    .string()
    .default('false')
    .transform((text) => text.toLowerCase() === 'true'),
  OTEL_SERVICE_NAME: z.string().default(''),
  OTEL_TRACES_SAMPLER: z.enum(samplers).default('parentbased_always_on'),
  /** For the two that keep a part of all traces: how large a part. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  /** Milliseconds that spans are gathered before they are sent. */
  OTEL_BSP_SCHEDULE_DELAY: z.coerce.number().int().min(1).max(60_000).default(5_000),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .literal('http/protobuf', { error: 'Only http/protobuf is spoken here' })
    .default('http/protobuf'),
};
