import { createHash } from 'node:crypto';
import { AppError, type Caller, type Origin, type Platform, type RedisConnection } from '@wfp/shared';
import type { Response } from 'express';
import ipaddr from 'ipaddr.js';
import {
  createRateCounter,
  createRedisCircuitBreaker,
  type RateCounter,
  type RateLimitState,
} from './rate-counter.ts';

const networkSeconds = 30 * 24 * 3600;

/** Several credentials of a user together have the limit of this many: API keys and sessions are free to create. */
const credentialsPerUser = 5;

/** Bytes of a body or response that cost about as much processor time as a request. */
const bytesPerRequest = 256 * 1024;

/** Request rate limits, per credential and per user, or per IP address for unauthenticated requests. */
export interface RateLimits {
  /** Counts a request and sets the `RateLimit` headers. @throws AppError `rate_limited` */
  countRequest(caller: Caller | null, origin: Origin, res: Response): Promise<void>;
  /** Counts a further request for every 256 KiB of a JSON body or response. Later requests may be rejected, not this one. */
  countBytes(caller: Caller | null, origin: Origin, bytes: number): void;
  /**
   * Counts an attempt at a password, code or token per IP address, before the body is read. Counted before the account:
   * a blocked address must not use up the attempts of accounts.
   *
   * @throws AppError `rate_limited`
   */
  countAttemptFrom(origin: Origin): Promise<void>;
  /**
   * Counts an attempt per account or token. The limit does not apply to a network that {@link rememberNetwork} stored
   * for the account: there, that of the address is enough.
   *
   * @throws AppError `rate_limited`
   */
  countAttemptAt(account: string, origin: Origin): Promise<void>;
  /** Stores, for 30 days, that the owner of an account uses a network, so that strangers cannot block the owner there. */
  rememberNetwork(account: string, origin: Origin): void;
}

/** Counts in Redis across all pods, or per pod while Redis is unavailable. */
export function createRateLimits(platform: Platform, redis: RedisConnection): RateLimits {
  const { RATE_LIMIT_PER_MINUTE, LOGIN_RATE_LIMIT_PER_MINUTE, REDIS_PREFIX } = platform.config;
  const breaker = createRedisCircuitBreaker(redis, platform.log);
  const requests = createRateCounter(breaker, `${REDIS_PREFIX}:limit`, RATE_LIMIT_PER_MINUTE);
  const ofUsers = createRateCounter(
    breaker,
    `${REDIS_PREFIX}:user-limit`,
    RATE_LIMIT_PER_MINUTE * credentialsPerUser,
  );
  const attempts = createRateCounter(breaker, `${REDIS_PREFIX}:attempts`, LOGIN_RATE_LIMIT_PER_MINUTE);
  const networkKey = (account: string, origin: Origin) =>
    `${REDIS_PREFIX}:network:${digest(`${account} ${clientNetwork(origin)}`)}`;
  return {
    countRequest: async (caller, origin, res) => {
      if (!requests || !ofUsers) return;
      res.setHeader('RateLimit-Policy', policyHeader('minute', requests));
      const [state] = await Promise.all([
        consume('minute', requests, rateLimitKey(caller, origin)),
        caller?.user_id ? consume('user', ofUsers, userKey(caller)) : null,
      ]);
      res.setHeader('RateLimit', `"minute";r=${state.remaining};t=${state.resetSeconds}`);
    },
    countBytes: (caller, origin, bytes) => {
      const count = Math.floor(bytes / bytesPerRequest);
      if (count === 0) return;
      void requests?.add(rateLimitKey(caller, origin), count);
      if (caller?.user_id) void ofUsers?.add(userKey(caller), count);
    },
    countAttemptFrom: async (origin) => {
      if (attempts) await consume('attempts', attempts, `address:${clientNetwork(origin)}`);
    },
    countAttemptAt: async (account, origin) => {
      if (!attempts) return;
      const state = await attempts.consume(`account:${digest(account)}`);
      if (!state.isExceeded) return;
      const isKnown = await breaker.run(() => redis.exists(networkKey(account, origin)));
      if (!isKnown) throw tooManyRequests('attempts', attempts, state);
    },
    rememberNetwork: (account, origin) => {
      if (!attempts) return;
      void breaker.run(() => redis.set(networkKey(account, origin), 1, 'EX', networkSeconds));
    },
  };
}

/** The value of `RateLimit-Policy`, a structured field (draft-ietf-httpapi-ratelimit-headers): a name with parameters. */
const policyHeader = (name: string, { perMinute }: RateCounter): string => `"${name}";q=${perMinute};w=60`;

async function consume(name: string, counter: RateCounter, key: string): Promise<RateLimitState> {
  const state = await counter.consume(key);
  if (state.isExceeded) throw tooManyRequests(name, counter, state);
  return state;
}

function tooManyRequests(
  name: string,
  counter: RateCounter,
  { resetSeconds: retryAfter }: RateLimitState,
): AppError {
  return new AppError('rate_limited', `Too many requests; try again in ${retryAfter} s`, {
    headers: {
      'Retry-After': String(retryAfter),
      'RateLimit-Policy': policyHeader(name, counter),
      RateLimit: `"${name}";r=0;t=${retryAfter}`,
    },
  });
}

function rateLimitKey(caller: Caller | null, origin: Origin): string {
  if (!caller || !('id' in caller.credential)) return `address:${clientNetwork(origin)}`;
  return `${caller.credential.kind}:${caller.org_id}:${caller.credential.id}`;
}

const userKey = ({ org_id, user_id }: Caller): string => `${org_id}:${user_id}`;

/** Hashed because the input may be long or personal and becomes a Redis key. */
function digest(account: string): string {
  return createHash('sha256').update(account.trim().toLowerCase()).digest('base64url');
}

/** Returns the IPv4 address, or the /64 network of an IPv6 address: one client usually has a whole /64. */
function clientNetwork({ ip }: Origin): string {
  if (!ip || !ipaddr.isValid(ip)) return ip ?? 'unknown';
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}
