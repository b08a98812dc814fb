import { EventEmitter } from 'node:events';
import { createLogger } from '@wfp/shared';
import type { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRedisCircuitBreaker, type RedisCircuitBreaker } from './rate-counter.ts';

let redis: EventEmitter & { status: string };
let gate: RedisCircuitBreaker;
beforeEach(() => {
  vi.useFakeTimers();
  redis = Object.assign(new EventEmitter(), { status: 'ready' });
  gate = createRedisCircuitBreaker(redis as unknown as Redis, createLogger('test', 'silent'));
});
afterEach(() => vi.useRealTimers());

const hanging = () => vi.fn(() => new Promise<number>(() => undefined));

it('asks Redis as long as it answers', async () => {
  expect(await gate.run(async () => 7)).toBe(7);
});

it('lets nobody wait for a Redis that hangs, but one request a second', async () => {
  const ask = hanging();
  const first = gate.run(ask);
  await vi.advanceTimersByTimeAsync(600);
  expect([await first, ask.mock.calls.length]).toEqual([null, 1]);
  for (let count = 0; count < 10; count += 1) expect(await gate.run(ask)).toBeNull();
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  const looking = gate.run(ask);
  for (let count = 0; count < 10; count += 1) expect(await gate.run(ask)).toBeNull();
  expect(ask).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(600);
  expect(await looking).toBeNull();
});

it('asks nobody while the connection is down, and Redis again when it is back', async () => {
  expect(await gate.run(() => Promise.reject(new Error('gone')))).toBeNull();
  redis.status = 'reconnecting';
  await vi.advanceTimersByTimeAsync(5_000);
  const ask = hanging();
  expect(await gate.run(ask)).toBeNull();
  expect(ask).not.toHaveBeenCalled();
  redis.status = 'ready';
  expect(await gate.run(async () => 7)).toBe(7);
  expect(await gate.run(async () => 8)).toBe(8);
});
