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

/** OpenTelemetry's own names. Its exporter reads further variables itself, such as headers. */
export const otelKeys = {
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint.describe(
    'OTLP collector that receives [traces](metrics.md#traces), at `/v1/traces` below this URL. If neither this nor ' +
      '`OTEL_EXPORTER_OTLP_TRACES_ENDPOINT` is set, tracing is off.',
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint.describe('URL for traces alone, used without a suffix.'),
  OTEL_SDK_DISABLED: z
    .string()
    .default('false')
    .transform((text) => text.toLowerCase() === 'true')
    .describe('`true` disables tracing, regardless of the other settings.'),
  OTEL_SERVICE_NAME: z
    .string()
    .default('')
    .describe('Name of the process in traces. If unset, `workforce-api` or `workforce-worker`.'),
  OTEL_TRACES_SAMPLER: z
    .enum(samplers)
    .default('parentbased_always_on')
    .describe(
      'Which requests are traced. With `traceidratio` and 0.01 it is one in a hundred, regardless of the sampling ' +
        'decision of the caller.',
    ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('Share of requests that the ratio samplers trace.'),
  OTEL_BSP_SCHEDULE_DELAY: z.coerce
    .number()
    .int()
    .min(1)
    .max(60_000)
    .default(5_000)
    .describe('Interval in milliseconds at which spans are sent in batches.'),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .literal('http/protobuf', { error: 'Must be http/protobuf' })
    .default('http/protobuf')
    .describe('The only supported protocol.'),
};
