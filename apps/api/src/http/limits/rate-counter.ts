import type { Logger, RedisConnection } from '@wfp/shared';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

/** Where a key stands in its minute. */
interface RateLimitState {
  isExceeded: boolean;
  remaining: number;
  /** Until the minute is over, at least 1. */
  resetSeconds: number;
}

/** Counts keys, each up to so many a minute. */
export interface RateCounter {
  perMinute: number;
  consume(key: string): Promise<RateLimitState>;
}

/** Longer than Redis ever takes, and short enough that nobody notices the request that waits for it. */
const redisTimeoutMs = 500;
/** How long a Redis that failed is left alone before one request looks again. */
const redisRetryMs = 1_000;

/** Asks Redis while it answers; every process has one, so that it notices and says it once. */
export interface RedisCircuitBreaker {
  redis: RedisConnection;
  /** The answer of `ask`, or null when Redis is away. */
  run<Result>(ask: () => Promise<Result>): Promise<Result | null>;
}

/** A gate that closes when Redis fails or is slow: then nobody waits, and one request a second looks again. */
export function createRedisCircuitBreaker(redis: RedisConnection, log: Logger): RedisCircuitBreaker {
  let isAway = false;
  let lookAgainAt = 0;
  // A process that has just started counts with the others from its first request on.
  const connected = new Promise<void>((resolve) => {
    if (redis.status === 'ready') resolve();
    else redis.once('ready', () => resolve());
  });
  const failed = (error: Error) => {
    if (!isAway) log.warn({ error: error.message }, 'Rate limits are counted by this process alone');
    isAway = true;
    lookAgainAt = performance.now() + redisRetryMs;
  };
  const answered = () => {
    if (isAway) log.info('Rate limits are counted by all processes together again');
    isAway = false;
  };
  return {
    redis,
    run: async (ask) => {
      if (isAway) {
        if (redis.status !== 'ready' || performance.now() < lookAgainAt) return null;
        // Moved on before the answer is known: the others do not wait with this one.
        lookAgainAt = performance.now() + redisRetryMs;
      }
      try {
        const result = await withTimeout(connected.then(ask));
        answered();
        return result;
      } catch (error) {
        failed(error as Error);
        return null;
      }
    },
  };
}

async function withTimeout<Result>(answer: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new Error('Redis did not answer in time'));
    // After what has arrived meanwhile was read: when this process was busy, Redis is not to blame.
    timer = setTimeout(() => setImmediate(giveUp), redisTimeoutMs);
  });
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** A counter in Redis, or in memory while Redis is away; null when there is no limit. */
export function createRateCounter(
  gate: RedisCircuitBreaker,
  keyPrefix: string,
  perMinute: number,
): RateCounter | null {
  if (perMinute === 0) return null;
  const bounds = { points: perMinute, duration: 60, keyPrefix };
  const together = new RateLimiterRedis({ ...bounds, storeClient: gate.redis });
  const alone = new RateLimiterMemory(bounds);
  return {
    perMinute,
    consume: async (key) => {
      const shared = await gate.run(() => toLimitState(together.consume(key)));
      return shared ?? (await toLimitState(alone.consume(key)));
    },
  };
}

/** The limiter rejects with a count when it is over; an error stays one. */
async function toLimitState(consumed: Promise<RateLimiterRes>): Promise<RateLimitState> {
  try {
    return limitState(await consumed, false);
  } catch (reason) {
    if (reason instanceof RateLimiterRes) return limitState(reason, true);
    throw reason;
  }
}

function limitState({ remainingPoints, msBeforeNext }: RateLimiterRes, isOver: boolean): RateLimitState {
  return {
    isExceeded: isOver,
    remaining: remainingPoints,
    resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  };
}
