import { AppError, type Caller, type Origin, type Platform } from '@wfp/shared';
import type { Response } from 'express';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';

/** The rate limit of requests, counted per credential, or per address where there is none. */
export interface Limits {
  /** Counts a request. @throws AppError `rate_limited` when there were too many in this minute */
  take(caller: Caller | null, origin: Origin, res: Response): Promise<void>;
}

const unlimited: Limits = { take: async () => undefined };

/** Counts in Redis for all pods together; while Redis is away each pod counts for itself. */
export function createLimits(platform: Platform, redis: Redis): Limits {
  const perMinute = platform.config.RATE_LIMIT_PER_MINUTE;
  if (perMinute === 0) return unlimited;
  const bounds = { points: perMinute, duration: 60, keyPrefix: `${platform.config.REDIS_PREFIX}:limit` };
  const limiter = new RateLimiterRedis({
    ...bounds,
    storeClient: redis,
    insuranceLimiter: new RateLimiterMemory(bounds),
  });
  const policy = `"minute";q=${perMinute};w=60`;
  return {
    take: async (caller, origin, res) => {
      res.setHeader('RateLimit-Policy', policy);
      try {
        const left = await limiter.consume(keyOf(caller, origin));
        res.setHeader('RateLimit', `"minute";r=${left.remainingPoints};t=${seconds(left)}`);
      } catch (reason) {
        if (reason instanceof Error) throw reason;
        const wait = seconds(reason as RateLimiterRes);
        res.setHeader('RateLimit', `"minute";r=0;t=${wait}`);
        throw new AppError('rate_limited', `Too many requests; try again in ${wait} s`, {
          headers: { 'Retry-After': String(wait) },
        });
      }
    },
  };
}

function keyOf(caller: Caller | null, origin: Origin): string {
  if (!caller || caller.credential.kind === 'system') return `address:${origin.ip}`;
  return `${caller.credential.kind}:${caller.org_id}:${caller.credential.id}`;
}

function seconds(limit: RateLimiterRes): number {
  return Math.max(1, Math.ceil(limit.msBeforeNext / 1000));
}
