import { randomInt } from 'node:crypto';
import { Redis, type RedisOptions } from 'ioredis';

export interface RedisAddress {
  host: string;
  port: number;
}

const checkEveryMs = 5_000;
/** Less than the interval of the checks, so that each is answered or ends the connection before the next. */
const replyTimeoutMs = 3_000;

/**
 * Opens a connection that only subscribes, to one server of a cluster: every server receives all messages. Each attempt
 * to reconnect uses the next server. A `Cluster` must not subscribe: it retries without a pause while all servers refuse.
 */
export function openClusterSubscriber(
  servers: readonly RedisAddress[],
  options: RedisOptions,
  retryDelayMs: (attempt: number) => number,
): Redis {
  // Processes begin with different servers to share the load.
  let index = randomInt(servers.length);
  const redis: Redis = new Redis({
    ...options,
    ...servers[index],
    socketTimeout: replyTimeoutMs,
    retryStrategy: (attempt) => {
      index = (index + 1) % servers.length;
      // ioredis reads the address before each attempt.
      Object.assign(redis.options, servers[index]);
      return retryDelayMs(attempt);
    },
  });
  let timer: NodeJS.Timeout | undefined;
  redis.on('ready', () => {
    timer = setInterval(() => void reconnectIfRemoved(redis), checkEveryMs);
    timer.unref();
  });
  redis.on('close', () => clearInterval(timer));
  return redis;
}

/** A server that was removed from its cluster accepts subscriptions, but receives no messages. */
async function reconnectIfRemoved(redis: Redis): Promise<void> {
  // Fails without permission for the command, and before RESP3.
  const info = await redis.cluster('INFO').catch(() => '');
  if (!/^cluster_slots_assigned:0\r?$/m.test(String(info))) return;
  redis.emit('error', new Error(`${redis.options.host}:${redis.options.port} is not part of a cluster`));
  redis.disconnect(true);
}
