import { z } from 'zod';

const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

/** Settings for sending webhooks. */
export const webhookKeys = {
  WEBHOOK_RETRY_SCHEDULE: z
    .string()
    .regex(/^\d+(,\d+)*$/, 'Must be seconds separated by commas')
    .default('0,60,300,1800,7200,43200')
    .transform((text) => text.split(',').map(Number))
    .describe(
      'Seconds before attempts 1, 2, …, separated by commas. The number of values is the number of attempts. ' +
        'Test events, manual retries and replays are sent immediately.',
    ),
  WEBHOOK_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(60_000)
    .default(10_000)
    .describe(
      'Timeout of an attempt in milliseconds, from the name lookup to the last byte of the response.',
    ),
  WEBHOOK_MAX_IN_FLIGHT: z.coerce
    .number()
    .int()
    .min(4)
    .max(10_000)
    .default(500)
    .describe(
      'Concurrent requests of a worker. One organization gets at most half of them, endpoints that time out a quarter, and ' +
        'all unverified organizations together a quarter.',
    ),
  WEBHOOK_ALLOW_PRIVATE_NETWORK: flag
    .optional()
    .describe('Permits webhooks to loopback, private and other special addresses.'),
  WEBHOOK_PROXY_URL: z
    .url({ protocol: /^https?$/, error: 'Must be an http:// or https:// URL' })
    .or(z.literal(''))
    .default('')
    .describe(
      'HTTP proxy through which webhooks are sent, such as `http://proxy:4750`; ' +
        '[what it must reject](webhooks.md#through-a-proxy).',
    ),
};
