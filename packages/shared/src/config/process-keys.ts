import { z } from 'zod';
import { optionalCount, port, seconds } from './numbers.ts';
import { operators } from './operators.ts';

/** Ports, addresses, shutdown and logs of a process. */
export const processKeys = {
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe(
      '`production` rejects weak secrets and has stricter defaults. `test` uses the defaults of `development`.',
    ),
  HOST: z
    .union([z.ipv4(), z.ipv6()], 'Must be an IP address, such as 127.0.0.1 or 0.0.0.0')
    .optional()
    .describe(
      'IP address on which API and worker listen, such as `0.0.0.0` for all IPv4 addresses. Without one, they listen on ' +
        'all addresses. In development, where the demo password is public, only this machine can connect by default.',
    ),
  PORT: port(3001).describe('Port of the API.'),
  OPS_PORT: port(3002).describe(
    "Port of the worker's [probes](operations.md#probes), [metrics](metrics.md) and " +
      '[queue dashboard](operations.md#the-queue-dashboard).',
  ),
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(1)
    .max(65_535)
    .nullable()
    .default(null)
    .describe(
      'Port on which an API process serves [probes](operations.md#probes) and [metrics](metrics.md), without ' +
        'authentication.',
    ),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Address under which clients reach the API, for links in responses and mails. Must be the same for API and ' +
        'worker. The default follows `PORT`.',
    ),
  DATA_DIR: z
    .string()
    .min(1)
    .default('.data')
    .describe(
      'Local data folder: databases and secrets of `npm start`, mail without `SMTP_URL`, files without `STORAGE_URL`.',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Lowest level that is logged.'),
  RELAY_LAG_WARN_SECONDS: seconds(30).describe(
    'Age in seconds of the oldest unnumbered event beyond which workers with the role `relay` log a warning and respond ' +
      'with 503 on `/readyz`.',
  ),
  SHUTDOWN_TIMEOUT_SECONDS: seconds(25).describe(
    'Maximum duration of [draining](operations.md#ending-a-process) in seconds.',
  ),
  SHUTDOWN_DELAY_SECONDS: optionalCount.describe(
    'Part of `SHUTDOWN_TIMEOUT_SECONDS` during which an API process still accepts connections, so that load ' +
      'balancers can detect that it is not ready. Must be less than `SHUTDOWN_TIMEOUT_SECONDS`.',
  ),
  OPERATORS: operators.describe(
    'Users of the [queue dashboard](operations.md#the-queue-dashboard): `name:role:hash`, separated by commas.',
  ),
};
