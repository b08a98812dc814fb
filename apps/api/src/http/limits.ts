import { AppError, type Caller, type Origin, type Platform } from '@wfp/shared';
import type { Response } from 'express';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';

/** The rate limit of requests, counted per credential, or per address where there is none. */
export interface Limits {
  /** Counts a request. @throws AppError `rate_limited` when there were too many in this minute */
  take(caller: Caller | null, origin: Origin, res: Response): Promise<void>;
  /** Counts a try at a password or code, against the account and against the address. */
  takeAttempt(account: string, origin: Origin): Promise<void>;
}

/** Counts in Redis for all pods together; while Redis is away each pod counts for itself. */
export function createLimits(platform: Platform, redis: Redis): Limits {
  const { RATE_LIMIT_PER_MINUTE, LOGIN_RATE_LIMIT_PER_MINUTE, REDIS_PREFIX } = platform.config;
  const requests = limiter(redis, `${REDIS_PREFIX}:limit`, RATE_LIMIT_PER_MINUTE);
  const attempts = limiter(redis, `${REDIS_PREFIX}:attempts`, LOGIN_RATE_LIMIT_PER_MINUTE);
  return {
    take: async (caller, origin, res) => {
      if (!requests) return;
      res.setHeader('RateLimit-Policy', `"minute";q=${RATE_LIMIT_PER_MINUTE};w=60`);
      const left = await consume(requests, keyOf(caller, origin));
      res.setHeader('RateLimit', `"minute";r=${left.remainingPoints};t=${seconds(left)}`);
    },
    takeAttempt: async (account, origin) => {
      if (!attempts) return;
      await Promise.all([consume(attempts, `account:${account}`), consume(attempts, `address:${origin.ip}`)]);
    },
  };
}

function limiter(redis: Redis, keyPrefix: string, perMinute: number): RateLimiterRedis | null {
  if (perMinute === 0) return null;
  const bounds = { points: perMinute, duration: 60, keyPrefix };
  return new RateLimiterRedis({
    ...bounds,
    storeClient: redis,
    insuranceLimiter: new RateLimiterMemory(bounds),
  });
}

async function consume(limiter: RateLimiterRedis, key: string): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key);
  } catch (reason) {
    if (reason instanceof Error) throw reason;
    const wait = seconds(reason as RateLimiterRes);
    throw new AppError('rate_limited', `Too many requests; try again in ${wait} s`, {
      headers: { 'Retry-After': String(wait), RateLimit: `"minute";r=0;t=${wait}` },
    });
  }
}

function keyOf(caller: Caller | null, origin: Origin): string {
  if (!caller || caller.credential.kind === 'system') return `address:${origin.ip}`;
  return `${caller.credential.kind}:${caller.org_id}:${caller.credential.id}`;
}

function seconds(limit: RateLimiterRes): number {
  return Math.max(1, Math.ceil(limit.msBeforeNext / 1000));
}
