import { EventEmitter } from 'node:events';
import { type Caller, createLogger, type Origin } from '@wfp/shared';
import { testConfig } from '@wfp/testing';
import type { Response } from 'express';
import { expect, it, vi } from 'vitest';
import { createRateLimits } from './rate-limits.ts';

const urls = { databaseUrl: 'postgresql://localhost/none', redisUrl: 'redis://localhost', prefix: 'limits' };
const origin = (ip: string | null): Origin => ({ request_id: 'limits', ip, user_agent: null });

/** Limits that are counted in memory: Redis has no commands. */
function createLimits(perMinute: string) {
  const config = testConfig(urls, {
    RATE_LIMIT_PER_MINUTE: perMinute,
    LOGIN_RATE_LIMIT_PER_MINUTE: perMinute,
  });
  const redis = Object.assign(new EventEmitter(), { status: 'ready', exists: vi.fn(), set: vi.fn() });
  const platform = { config, log: createLogger('test', 'silent') };
  return { redis, limits: createRateLimits(platform as never, redis as never) };
}

it('counts nothing if the limits are 0', async () => {
  const { redis, limits } = createLimits('0');
  const setHeader = vi.fn();
  for (let count = 0; count < 3; count += 1) {
    await limits.countRequest(null, origin('192.0.2.7'), { setHeader } as unknown as Response);
    await limits.countAttemptFrom(origin('192.0.2.7'));
    await limits.countAttemptAt('ada', origin('192.0.2.7'));
  }
  limits.rememberNetwork('ada', origin('192.0.2.7'));
  await new Promise((resolve) => setImmediate(resolve));
  expect([setHeader, redis.exists, redis.set].map((one) => one.mock.calls)).toEqual([[], [], []]);
});

const callerOf = (org_id: number) =>
  ({ org_id, user_id: org_id, is_unverified: false, credential: { kind: 'session', id: org_id } }) as Caller;

it('rejects a user that has used more than their share of CPU time, unless there are no limits', async () => {
  const setHeader = vi.fn();
  const request = (limits: ReturnType<typeof createLimits>['limits'], org_id: number) =>
    limits.countRequest(callerOf(org_id), origin('192.0.2.7'), { setHeader } as unknown as Response);
  const { limits } = createLimits('100');
  for (const ms of [1_500, 1_500]) {
    await request(limits, 1);
    limits.countWork(callerOf(1), ms);
    limits.countWork(null, ms);
  }
  await expect(request(limits, 1)).rejects.toMatchObject({
    kind: 'rate_limited',
    headers: { 'Retry-After': '4' },
  });
  await request(limits, 2);
  const { limits: none } = createLimits('0');
  none.countWork(callerOf(1), 60_000);
  await request(none, 1);
});

it.each([null, 'unix:', ''])('counts requests from the address %j together', async (ip) => {
  const { limits } = createLimits('1');
  await limits.countAttemptFrom(origin(ip));
  await limits.countAttemptFrom(origin('192.0.2.7'));
  await expect(limits.countAttemptFrom(origin(ip))).rejects.toMatchObject({ kind: 'rate_limited' });
});
