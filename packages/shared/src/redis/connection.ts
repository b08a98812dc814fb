import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { Config } from '../config/config.ts';
import type { Logger } from '../log/logger.ts';
import { openClusterSubscriber, type RedisAddress } from './cluster-subscriber.ts';

/**
 * A `command` connection fails immediately while Redis is unavailable, because every caller has a fallback.
 * `blocking` connections, of queue workers, wait until it is available.
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
  return logLosses(config.REDIS_MODE === 'cluster' ? openCluster(config, use) : openServer(config, use), log);
}

/**
 * Opens a connection like {@link connectRedis} for subscriptions only. It loses them at `close`, restores them when it
 * reconnects, and can add others after `ready`.
 */
export function connectSubscriber(config: Config, log: Logger): Redis {
  if (config.REDIS_MODE !== 'cluster') return logLosses(openServer(config, 'blocking'), log);
  const { servers, credentials } = serversIn(config);
  const options = { ...optionsFor('blocking'), ...credentials };
  return logLosses(openClusterSubscriber(servers, options, retryDelayMs), log);
}

function logLosses<Connection extends RedisConnection>(redis: Connection, log: Logger): Connection {
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

function optionsFor(use: RedisUse): RedisOptions {
  return {
    maxRetriesPerRequest: use === 'blocking' ? null : 1,
    connectTimeout: 3_000,
    // A stuck server must not block a request: the stream and the relay fall back on PostgreSQL.
    ...(use === 'command' ? { commandTimeout: 2_000 } : {}),
  };
}

/** Opens a connection to one server, or to the master known to the sentinels. */
function openServer(config: Config, use: RedisUse): Redis {
  const options = {
    ...optionsFor(use),
    enableOfflineQueue: use === 'blocking',
    retryStrategy: retryDelayMs,
  };
  if (config.REDIS_MODE === 'single') return new Redis(config.REDIS_URL, options);
  const { servers, credentials } = serversIn(config);
  return new Redis({
    ...options,
    ...credentials,
    sentinels: servers,
    name: config.REDIS_SENTINEL_MASTER,
    ...(config.REDIS_SENTINEL_PASSWORD ? { sentinelPassword: config.REDIS_SENTINEL_PASSWORD } : {}),
    sentinelRetryStrategy: retryDelayMs,
    // A demoted master still responds and rejects every write; reconnecting requests the new master from the sentinels.
    reconnectOnError: (error) => (error.message.startsWith('READONLY') ? 2 : false),
  });
}

function openCluster(config: Config, use: RedisUse): Cluster {
  const { servers, credentials } = serversIn(config);
  return new Cluster(servers, {
    redisOptions: { ...optionsFor(use), ...credentials },
    enableOfflineQueue: use === 'blocking',
    clusterRetryStrategy: retryDelayMs,
    // Certificates contain host names, not their current addresses.
    dnsLookup: (address, found) => found(null, address),
  });
}

/** Servers of a cluster, or sentinels. The credentials of the data servers are part of the first URL. */
function serversIn(config: Config): { servers: RedisAddress[]; credentials: RedisOptions } {
  const [first, ...others] = config.REDIS_URL.split(',').map((text) => new URL(text));
  if (!first) throw new Error('REDIS_URL is empty');
  const { username, password, protocol } = first;
  return {
    servers: [first, ...others].map(({ hostname, port }) => ({ host: hostname, port: Number(port || 6379) })),
    credentials: {
      ...(username ? { username: decodeURIComponent(username) } : {}),
      ...(password ? { password: decodeURIComponent(password) } : {}),
      ...(protocol === 'rediss:' ? { tls: {} } : {}),
    },
  };
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
