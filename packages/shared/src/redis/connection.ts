import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { Config } from '../config/config.ts';
import type { Logger } from '../log/logger.ts';

/**
 * What a connection is for. A `command` connection fails at once while Redis is away, because every
 * caller has a way without it; `blocking` ones wait for it to come back: subscribers and queue workers.
 */
export type RedisUse = 'command' | 'blocking';

/** A connection to one server, to whichever server sentinels say is the master, or to all of a cluster. */
export type RedisConnection = Redis | Cluster;

const maxRetryDelayMs = 2_000;
const retryDelayMs = (attempt: number) => Math.min(50 * 2 ** Math.min(attempt, 6), maxRetryDelayMs);

/**
 * Opens a connection that reconnects for ever with a growing pause (at most 2 s) and logs each loss
 * and each return once.
 */
export function connectRedis(config: Config, log: Logger, use: RedisUse): RedisConnection {
  const redis = open(config, use);
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

function open(config: Config, use: RedisUse): RedisConnection {
  const [first, ...others] = config.REDIS_URL.split(',').map((text) => new URL(text));
  if (!first) throw new Error('REDIS_URL names no server');
  const options: RedisOptions = {
    maxRetriesPerRequest: use === 'blocking' ? null : 1,
    connectTimeout: 3_000,
    // A stuck server must not hold a request: the stream and the relay have PostgreSQL to fall back on.
    ...(use === 'command' ? { commandTimeout: 2_000 } : {}),
  };
  const enableOfflineQueue = use === 'blocking';
  if (config.REDIS_MODE === 'single') {
    return new Redis(config.REDIS_URL, { ...options, enableOfflineQueue, retryStrategy: retryDelayMs });
  }
  const nodes = [first, ...others].map(({ hostname, port }) => ({
    host: hostname,
    port: Number(port || 6379),
  }));
  const credentials = credentialsIn(first);
  if (config.REDIS_MODE === 'cluster') {
    return new Cluster(nodes, {
      redisOptions: { ...options, ...credentials },
      enableOfflineQueue,
      clusterRetryStrategy: retryDelayMs,
      // Certificates name hosts, not the addresses that those have at the moment.
      dnsLookup: (address, found) => found(null, address),
    });
  }
  return new Redis({
    ...options,
    ...credentials,
    enableOfflineQueue,
    retryStrategy: retryDelayMs,
    sentinels: nodes,
    name: config.REDIS_SENTINEL_MASTER,
    ...(config.REDIS_SENTINEL_PASSWORD ? { sentinelPassword: config.REDIS_SENTINEL_PASSWORD } : {}),
    sentinelRetryStrategy: retryDelayMs,
    // A master that was demoted still answers, and refuses every write: the sentinels know the new one.
    reconnectOnError: (error) => (error.message.startsWith('READONLY') ? 2 : false),
  });
}

/** What the servers of a cluster, or behind sentinels, are signed in to with: it stands in the first address. */
function credentialsIn({ username, password, protocol }: URL): RedisOptions {
  return {
    ...(username ? { username: decodeURIComponent(username) } : {}),
    ...(password ? { password: decodeURIComponent(password) } : {}),
    ...(protocol === 'rediss:' ? { tls: {} } : {}),
  };
}

/**
 * Says when what the server had subscribed is gone, and when there is one to subscribe at again. A cluster keeps
 * a connection to one of its servers for that, which comes and goes by itself.
 */
export function watchSubscriber(redis: RedisConnection, lost: () => void, back: () => void): void {
  const [gone, here] = redis instanceof Cluster ? ['-subscriber', '+subscriber'] : ['close', 'ready'];
  redis.on(gone, lost);
  redis.on(here, back);
}

/** The servers that keep data, one by one. */
export function mastersOf(redis: RedisConnection): readonly Redis[] {
  return redis instanceof Cluster ? redis.nodes('master') : [redis];
}

/**
 * What stands before the keys of a queue. All keys of one queue have to lie on one server of a cluster, those of
 * different queues need not.
 */
export function queuePrefix(config: Config, queue: string): string {
  return config.REDIS_MODE === 'cluster' ? `{${config.REDIS_PREFIX}:${queue}}` : config.REDIS_PREFIX;
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
