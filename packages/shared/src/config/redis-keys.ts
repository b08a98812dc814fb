import { z } from 'zod';

const isRedisUrls = (text: string) =>
  text.split(',').every((one) => /^rediss?:/.test(one) && URL.canParse(one) && new URL(one).hostname !== '');

/** Connections to Redis. */
export const redisKeys = {
  REDIS_URL: z
    .string()
    .refine(isRedisUrls, 'Must be redis:// or rediss:// URLs, separated by commas')
    .describe(
      'Redis or Valkey; in the modes `cluster` and `sentinel`, some of the nodes or sentinels, separated by commas. If ' +
        'unset, `npm start` starts a local server in `DATA_DIR`.',
    ),
  REDIS_MODE: z
    .enum(['single', 'cluster', 'sentinel'])
    .default('single')
    .describe('Topology of Redis; see [Redis of several servers](scaling.md#redis-of-several-servers).'),
  REDIS_SENTINEL_MASTER: z
    .string()
    .min(1)
    .default('mymaster')
    .describe('Name of the master in the configuration of the sentinels.'),
  REDIS_SENTINEL_PASSWORD: z
    .string()
    .default('')
    .describe('Password of the sentinels. The password in `REDIS_URL` is that of the servers behind them.'),
  REDIS_PREFIX: z
    .string()
    .regex(/^[a-zA-Z0-9_-]+$/)
    .default('wfp')
    .describe('Prefix of every key and channel, so that several installations can share one Redis.'),
};
