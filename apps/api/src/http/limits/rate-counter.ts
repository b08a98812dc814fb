import { type Logger, MemoryCounter, type RedisConnection } from '@wfp/shared';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

/** The state of a key in its current one-minute window. */
export interface RateLimitState {
  isExceeded: boolean;
  remaining: number;
  /** Seconds until the window ends, at least 1. */
  resetSeconds: number;
}

/** Counts requests per key in one-minute windows. */
export interface RateCounter {
  perMinute: number;
  consume(key: string): Promise<RateLimitState>;
  /** Counts requests that are not rejected themselves. Never fails. */
  add(key: string, requests: number): Promise<void>;
}

const redisTimeoutMs = 500;
/** After a failure, one request per interval tries Redis again. */
const redisRetryMs = 1_000;

/** A circuit breaker around Redis. One per process, so that a failure is logged once. */
export interface RedisCircuitBreaker {
  redis: RedisConnection;
  /** Runs a command; returns null if Redis is unavailable. */
  run<Result>(command: () => Promise<Result>): Promise<Result | null>;
}

/** The breaker opens when Redis fails or times out, and closes when a command succeeds. */
export function createRedisCircuitBreaker(redis: RedisConnection, log: Logger): RedisCircuitBreaker {
  let isOpen = false;
  let retryAt = 0;
  // Without waiting for the first connection, a new process would count its first requests in memory.
  const connected = new Promise<void>((resolve) => {
    if (redis.status === 'ready') resolve();
    else redis.once('ready', () => resolve());
  });
  const failed = (error: Error) => {
    if (!isOpen) log.warn({ error: error.message }, 'Redis unavailable; rate limits apply per process');
    isOpen = true;
    retryAt = performance.now() + redisRetryMs;
  };
  const succeeded = () => {
    if (isOpen) log.info('Redis available; rate limits apply to all processes together again');
    isOpen = false;
  };
  return {
    redis,
    run: async (command) => {
      if (isOpen) {
        if (redis.status !== 'ready' || performance.now() < retryAt) return null;
        // Set before the command runs: concurrent requests must not wait for this attempt.
        retryAt = performance.now() + redisRetryMs;
      }
      try {
        const result = await withTimeout(connected.then(command));
        succeeded();
        return result;
      } catch (error) {
        failed(error as Error);
        return null;
      }
    },
  };
}

async function withTimeout<Result>(reply: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    const expire = () => reject(new Error(`Redis timed out after ${redisTimeoutMs} ms`));
    // setImmediate lets a reply that is already buffered win: a busy event loop is not a timeout of Redis.
    timer = setTimeout(() => setImmediate(expire), redisTimeoutMs);
  });
  try {
    return await Promise.race([reply, timedOut]);
  } finally {
    clearTimeout(timer);
  }
}

/** Creates a counter in Redis that falls back to memory while Redis is unavailable; null for no limit (0). */
export function createRateCounter(
  breaker: RedisCircuitBreaker,
  keyPrefix: string,
  perMinute: number,
): RateCounter | null {
  if (perMinute === 0) return null;
  const bounds = { points: perMinute, duration: 60, keyPrefix };
  const redisLimiter = new RateLimiterRedis({ ...bounds, storeClient: breaker.redis });
  const inMemory = new MemoryCounter();
  return {
    perMinute,
    consume: async (key) => {
      const shared = await breaker.run(() => toLimitState(redisLimiter.consume(key)));
      return shared ?? countInMemory(inMemory, key, perMinute);
    },
    add: async (key, count) => {
      const shared = await breaker.run(() => redisLimiter.penalty(key, count));
      if (!shared) inMemory.increment(key, count);
    },
  };
}

/** Creates a counter of this process; null for no limit (0). */
export function createProcessRateCounter(perMinute: number): RateCounter | null {
  if (perMinute === 0) return null;
  const counter = new MemoryCounter();
  return {
    perMinute,
    consume: async (key) => countInMemory(counter, key, perMinute),
    add: async (key, count) => {
      counter.increment(key, count);
    },
  };
}

function countInMemory(counter: MemoryCounter, key: string, perMinute: number): RateLimitState {
  const { count, msLeft } = counter.increment(key);
  return limitState(
    { remainingPoints: Math.max(0, perMinute - count), msBeforeNext: msLeft },
    count > perMinute,
  );
}

/** The library rejects with a `RateLimiterRes` when the limit is exceeded. */
async function toLimitState(consumed: Promise<RateLimiterRes>): Promise<RateLimitState> {
  try {
    return limitState(await consumed, false);
  } catch (reason) {
    if (reason instanceof RateLimiterRes) return limitState(reason, true);
    throw reason;
  }
}

type Consumed = Pick<RateLimiterRes, 'remainingPoints' | 'msBeforeNext'>;

function limitState({ remainingPoints, msBeforeNext }: Consumed, isExceeded: boolean): RateLimitState {
  return {
    isExceeded,
    remaining: remainingPoints,
    resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  };
}
