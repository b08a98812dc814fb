import { Redis } from 'ioredis';
import type { Config } from '../config/config.ts';
import type { Logger } from '../log/logger.ts';

/**
 * What a connection is for. A `command` connection fails at once while Redis is away, because every
 * caller has a way without it; `blocking` ones wait for it to come back: subscribers and queue workers.
 */
export type RedisUse = 'command' | 'blocking';

/**
 * Opens a connection that reconnects for ever with a growing pause (at most 2 s) and logs each loss
 * and each return once.
 */
export function connectRedis(config: Config, log: Logger, use: RedisUse): Redis {
  const redis = new Redis(config.REDIS_URL, {
    enableOfflineQueue: use === 'blocking',
    maxRetriesPerRequest: use === 'blocking' ? null : 1,
    connectTimeout: 3_000,
    retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 6), 2_000),
    // A stuck server must not hold a request: the stream and the relay have PostgreSQL to fall back on.
    ...(use === 'command' ? { commandTimeout: 2_000 } : {}),
  });
  let lost = false;
  redis.on('error', (error: Error) => {
    if (!lost) log.warn({ error: error.message }, 'Redis is not reachable; trying again until it is');
    lost = true;
  });
  redis.on('ready', () => {
    if (lost) log.info('Redis is back');
    lost = false;
  });
  return redis;
}

/** Names of the pub/sub channels of an installation. */
export function channels(config: Config) {
  return {
    /** Something was committed: the relay should look. */
    nudge: `${config.REDIS_PREFIX}:relay:nudge`,
    /** Numbered events of one organization. */
    events: (org_id: number) => `${config.REDIS_PREFIX}:events:${org_id}`,
  };
}
