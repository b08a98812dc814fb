import { createHash } from 'node:crypto';
import { AppError, type Caller, type Origin, type Platform, type RedisConnection } from '@wfp/shared';
import type { Response } from 'express';
import ipaddr from 'ipaddr.js';
import { type Counter, createCounter, createRedisGate } from './limit-counter.ts';

/** The rate limit of requests, counted per credential, or per address where there is none. */
export interface Limits {
  /** Counts a request. @throws AppError `rate_limited` when there were too many in this minute */
  take(caller: Caller | null, origin: Origin, res: Response): Promise<void>;
  /** Counts a try at a password or code, against the account and against the address. */
  takeAttempt(account: string, origin: Origin): Promise<void>;
}

/** Counts in Redis for all pods together; while Redis is away each pod counts for itself. */
export function createLimits(platform: Platform, redis: RedisConnection): Limits {
  const { RATE_LIMIT_PER_MINUTE, LOGIN_RATE_LIMIT_PER_MINUTE, REDIS_PREFIX } = platform.config;
  const gate = createRedisGate(redis, platform.log);
  const requests = createCounter(gate, `${REDIS_PREFIX}:limit`, RATE_LIMIT_PER_MINUTE);
  const attempts = createCounter(gate, `${REDIS_PREFIX}:attempts`, LOGIN_RATE_LIMIT_PER_MINUTE);
  return {
    take: async (caller, origin, res) => {
      if (!requests) return;
      res.setHeader('RateLimit-Policy', policyOf('minute', requests));
      const count = await consume('minute', requests, keyOf(caller, origin));
      res.setHeader('RateLimit', `"minute";r=${count.left};t=${count.seconds}`);
    },
    takeAttempt: async (account, origin) => {
      if (!attempts) return;
      // The address first: one that is over its limit must not use up the tries of account after account.
      await consume('attempts', attempts, `address:${network(origin)}`);
      await consume('attempts', attempts, `account:${digest(account)}`);
    },
  };
}

/** Both headers are structured fields: a list of policies, each a name with parameters. */
const policyOf = (name: string, { perMinute }: Counter): string => `"${name}";q=${perMinute};w=60`;

async function consume(name: string, counter: Counter, key: string) {
  const count = await counter.take(key);
  if (!count.isOver) return count;
  const wait = count.seconds;
  throw new AppError('rate_limited', `Too many requests; try again in ${wait} s`, {
    headers: {
      'Retry-After': String(wait),
      'RateLimit-Policy': policyOf(name, counter),
      RateLimit: `"${name}";r=0;t=${wait}`,
    },
  });
}

function keyOf(caller: Caller | null, origin: Origin): string {
  if (!caller || !('id' in caller.credential)) return `address:${network(origin)}`;
  return `${caller.credential.kind}:${caller.org_id}:${caller.credential.id}`;
}

/** What was typed as an account may be long and is nobody's business in Redis. */
function digest(account: string): string {
  return createHash('sha256').update(account.trim().toLowerCase()).digest('base64url');
}

/** An IPv4 address, or the /64 network of an IPv6 address: one client usually has all addresses of a /64. */
function network({ ip }: Origin): string {
  if (!ip || !ipaddr.isValid(ip)) return ip ?? 'unknown';
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}
