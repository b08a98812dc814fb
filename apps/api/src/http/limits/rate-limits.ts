import { createHash } from 'node:crypto';
import { AppError, type Caller, type Origin, type Platform, type RedisConnection } from '@wfp/shared';
import type { Response } from 'express';
import {
  createRateCounter,
  createRedisCircuitBreaker,
  type RateCounter,
  type RateLimitState,
} from './rate-counter.ts';
import { createRequestCounters, networkOf } from './request-counters.ts';
import { WorkShares } from './shares/work-shares.ts';
import { WorkTurns } from './shares/work-turns.ts';

const networkSeconds = 30 * 24 * 3600;

/** Bytes of a body or response that cost about as much CPU time as a request. */
const bytesPerRequest = 256 * 1024;

/** Request rate limits, per credential, user and organization, or per IP address for unauthenticated requests. */
export interface RateLimits {
  /**
   * Counts a request, sets the `RateLimit` headers, and waits for a turn of its organization.
   *
   * @throws AppError `rate_limited`, also if the organization or user has used more than its share of CPU time
   */
  countRequest(caller: Caller | null, origin: Origin, res: Response): Promise<void>;
  /** Counts a further request for every 256 KiB of a JSON body or response. Later requests may be rejected, not this one. */
  countBytes(caller: Caller | null, origin: Origin, bytes: number): void;
  /** Counts CPU time of the event loop that a request has used, in ms, for its organization and user. */
  countWork(caller: Caller | null, ms: number): void;
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

/**
 * Counts in Redis across all processes, or per process while Redis is unavailable. Requests and CPU time of an organization are
 * always counted per process.
 */
export function createRateLimits(platform: Platform, redis: RedisConnection): RateLimits {
  const { LOGIN_RATE_LIMIT_PER_MINUTE, REDIS_PREFIX } = platform.config;
  const breaker = createRedisCircuitBreaker(redis, platform.log);
  const countersOf = createRequestCounters(breaker, platform.config);
  const isLimited = platform.config.RATE_LIMIT_PER_MINUTE !== 0;
  const [shares, turns] = isLimited ? [new WorkShares(), new WorkTurns()] : [];
  const attempts = createRateCounter(breaker, `${REDIS_PREFIX}:attempts`, LOGIN_RATE_LIMIT_PER_MINUTE);
  const networkKey = (account: string, origin: Origin) =>
    `${REDIS_PREFIX}:network:${digest(`${account} ${networkOf(origin)}`)}`;
  return {
    countRequest: async (caller, origin, res) => {
      const all = countersOf(caller, origin);
      const [narrowest] = all;
      if (!narrowest) return;
      res.setHeader('RateLimit-Policy', policyHeader('minute', narrowest.counter));
      const states = await Promise.all(all.map(({ counter, key }) => counter.consume(key)));
      for (const [index, state] of states.entries()) {
        const counted = all[index];
        if (!counted || !state.isExceeded) continue;
        // Requests that are rejected for one client must not use up the limit that it shares with others.
        for (const wider of all.slice(index + 1)) void wider.counter.add(wider.key, -1);
        throw tooManyRequests(counted.name, counted.counter, state);
      }
      const [{ remaining, resetSeconds }] = states as [RateLimitState];
      res.setHeader('RateLimit', `"minute";r=${remaining};t=${resetSeconds}`);
      if (!caller) return;
      shares?.rejectBusy(caller);
      await turns?.wait(caller);
    },
    countBytes: (caller, origin, bytes) => {
      const count = Math.floor(bytes / bytesPerRequest);
      if (count === 0) return;
      for (const { counter, key } of countersOf(caller, origin)) void counter.add(key, count);
    },
    countWork: (caller, ms) => {
      if (!caller) return;
      shares?.count(caller, ms);
      turns?.count(caller, ms);
    },
    countAttemptFrom: async (origin) => {
      if (attempts) await consume('attempts', attempts, `address:${networkOf(origin)}`);
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

/** Hashed because the input may be long or personal and becomes a Redis key. */
function digest(account: string): string {
  return createHash('sha256').update(account.trim().toLowerCase()).digest('base64url');
}
