import { createHash } from 'node:crypto';
import { AppError, type Caller, type Origin, type Platform, type RedisConnection } from '@wfp/shared';
import type { Response } from 'express';
import ipaddr from 'ipaddr.js';
import { createRateCounter, createRedisCircuitBreaker, type RateCounter } from './rate-counter.ts';

/** The rate limit of requests, counted per credential, or per address where there is none. */
export interface RateLimits {
  /** Counts a request. @throws AppError `rate_limited` when there were too many in this minute */
  take(caller: Caller | null, origin: Origin, res: Response): Promise<void>;
  /** Counts a try at a password or code, against the account and against the address. */
  takeAttempt(account: string, origin: Origin): Promise<void>;
}

/** Counts in Redis for all pods together; while Redis is away each pod counts for itself. */
export function createRateLimits(platform: Platform, redis: RedisConnection): RateLimits {
  const { RATE_LIMIT_PER_MINUTE, LOGIN_RATE_LIMIT_PER_MINUTE, REDIS_PREFIX } = platform.config;
  const gate = createRedisCircuitBreaker(redis, platform.log);
  const requests = createRateCounter(gate, `${REDIS_PREFIX}:limit`, RATE_LIMIT_PER_MINUTE);
  const attempts = createRateCounter(gate, `${REDIS_PREFIX}:attempts`, LOGIN_RATE_LIMIT_PER_MINUTE);
  return {
    take: async (caller, origin, res) => {
      if (!requests) return;
      res.setHeader('RateLimit-Policy', policyHeader('minute', requests));
      const count = await consume('minute', requests, rateLimitKey(caller, origin));
      res.setHeader('RateLimit', `"minute";r=${count.remaining};t=${count.resetSeconds}`);
    },
    takeAttempt: async (account, origin) => {
      if (!attempts) return;
      // The address first: one that is over its limit must not use up the tries of account after account.
      await consume('attempts', attempts, `address:${clientNetwork(origin)}`);
      await consume('attempts', attempts, `account:${accountDigest(account)}`);
    },
  };
}

/** Both headers are structured fields: a list of policies, each a name with parameters. */
const policyHeader = (name: string, { perMinute }: RateCounter): string => `"${name}";q=${perMinute};w=60`;

async function consume(name: string, counter: RateCounter, key: string) {
  const count = await counter.consume(key);
  if (!count.isExceeded) return count;
  const wait = count.resetSeconds;
  throw new AppError('rate_limited', `Too many requests; try again in ${wait} s`, {
    headers: {
      'Retry-After': String(wait),
      'RateLimit-Policy': policyHeader(name, counter),
      RateLimit: `"${name}";r=0;t=${wait}`,
    },
  });
}

function rateLimitKey(caller: Caller | null, origin: Origin): string {
  if (!caller || !('id' in caller.credential)) return `address:${clientNetwork(origin)}`;
  return `${caller.credential.kind}:${caller.org_id}:${caller.credential.id}`;
}

/** What was typed as an account may be long and is nobody's business in Redis. */
function accountDigest(account: string): string {
  return createHash('sha256').update(account.trim().toLowerCase()).digest('base64url');
}

/** An IPv4 address, or the /64 network of an IPv6 address: one client usually has all addresses of a /64. */
function clientNetwork({ ip }: Origin): string {
  if (!ip || !ipaddr.isValid(ip)) return ip ?? 'unknown';
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}
