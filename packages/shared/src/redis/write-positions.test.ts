import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, expect, inject, it } from 'vitest';
import { redisWritePositions } from './write-positions.ts';

const redis = new Redis(inject('testRedisUrl'));
afterAll(() => redis.disconnect());

it('keeps the highest position of writes in any order, for a minute after the last', async () => {
  const REDIS_PREFIX = `marks-${randomUUID()}`;
  const positions = redisWritePositions(redis, { REDIS_PREFIX });
  expect(await positions.find('1:2')).toBeNull();
  const [early, late] = [98_765_432_101_234, 98_765_432_101_235];
  await positions.save('1:2', late);
  await redis.pexpire(`${REDIS_PREFIX}:wrote:1:2`, 1_000);
  await positions.save('1:2', early);
  expect(await positions.find('1:2')).toBe(late);
  expect(await redis.pttl(`${REDIS_PREFIX}:wrote:1:2`)).toBeGreaterThan(30_000);
  await positions.save('1:2', late + 1);
  expect(await positions.find('1:2')).toBe(late + 1);
  expect(await positions.find('1:3')).toBeNull();
});
