import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { Config } from '../config/config.ts';
import type { Logger } from '../log/logger.ts';

/**
 * A `command` connection fails immediately while Redis is unavailable, because every caller has a fallback.
 * `blocking` connections, of subscribers and queue workers, wait until it is available.
 */
export type RedisUse = 'command' | 'blocking';

/** A connection to one server, to the master known to the sentinels, or to a cluster. */
export type RedisConnection = Redis | Cluster;

const maxRetryDelayMs = 2_000;
const retryDelayMs = (attempt: number) => Math.min(50 * 2 ** Math.min(attempt, 6), maxRetryDelayMs);

/**
 * Opens a connection that reconnects forever with exponential backoff (at most 2 s) and logs each loss and recovery
 * once.
 */
export function connectRedis(config: Config, log: Logger, use: RedisUse): RedisConnection {
  const redis = open(config, use);
  let isLost = false;
  redis.on('error', (error: Error) => {
    if (!isLost) log.warn({ error: error.message }, 'Redis is unreachable; reconnecting');
    isLost = true;
  });
  redis.on('ready', () => {
    if (isLost) log.info('Redis is reachable again');
    isLost = false;
  });
  return redis;
}

function open(config: Config, use: RedisUse): RedisConnection {
  const [first, ...others] = config.REDIS_URL.split(',').map((text) => new URL(text));
  if (!first) throw new Error('REDIS_URL is empty');
  const options: RedisOptions = {
    maxRetriesPerRequest: use === 'blocking' ? null : 1,
    connectTimeout: 3_000,
    // A stuck server must not block a request: the stream and the relay fall back on PostgreSQL.
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
      // Certificates contain host names, not their current addresses.
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
    // A demoted master still responds and rejects every write; reconnecting requests the new master from the sentinels.
    reconnectOnError: (error) => (error.message.startsWith('READONLY') ? 2 : false),
  });
}

/** Credentials of the servers in a cluster or behind sentinels: part of the first URL. */
function credentialsIn({ username, password, protocol }: URL): RedisOptions {
  return {
    ...(username ? { username: decodeURIComponent(username) } : {}),
    ...(password ? { password: decodeURIComponent(password) } : {}),
    ...(protocol === 'rediss:' ? { tls: {} } : {}),
  };
}

/**
 * Reports when subscriptions were lost and when the connection can subscribe again. For a cluster, ioredis uses a
 * separate connection for subscriptions to one of the servers, and may change it at any time.
 */
export function watchSubscriber(redis: RedisConnection, onLost: () => void, onBack: () => void): void {
  const [lostEvent, backEvent] =
    redis instanceof Cluster ? ['-subscriber', '+subscriber'] : ['close', 'ready'];
  redis.on(lostEvent, onLost);
  redis.on(backEvent, onBack);
}

/** The servers that hold data. */
export function mastersOf(redis: RedisConnection): readonly Redis[] {
  return redis instanceof Cluster ? redis.nodes('master') : [redis];
}

/**
 * The key prefix of a queue. In a cluster, all keys of one queue must be on the same server; different queues may be on
 * different servers.
 */
export function queuePrefix(config: Config, queue: string): string {
  return config.REDIS_MODE === 'cluster' ? `{${config.REDIS_PREFIX}:${queue}}` : config.REDIS_PREFIX;
}

export function channels(config: Config) {
  return {
    /** Wakes the relay after a commit. */
    relayWakeUps: `${config.REDIS_PREFIX}:relay:nudge`,
    events: (org_id: number) => `${config.REDIS_PREFIX}:events:${org_id}`,
  };
}
