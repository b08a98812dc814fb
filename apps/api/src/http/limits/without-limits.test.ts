import { EventEmitter } from 'node:events';
import { createLogger, type Origin } from '@wfp/shared';
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

it.each([null, 'unix:', ''])('counts requests from the address %j together', async (ip) => {
  const { limits } = createLimits('1');
  await limits.countAttemptFrom(origin(ip));
  await limits.countAttemptFrom(origin('192.0.2.7'));
  await expect(limits.countAttemptFrom(origin(ip))).rejects.toMatchObject({ kind: 'rate_limited' });
});
