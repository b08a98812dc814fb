import { EventEmitter } from 'node:events';
import { createLogger } from '@wfp/shared';
import type { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRedisGate, type RedisGate } from './limit-counter.ts';

let redis: EventEmitter & { status: string };
let gate: RedisGate;
beforeEach(() => {
  vi.useFakeTimers();
  redis = Object.assign(new EventEmitter(), { status: 'ready' });
  gate = createRedisGate(redis as unknown as Redis, createLogger('test', 'silent'));
});
afterEach(() => vi.useRealTimers());

const hanging = () => vi.fn(() => new Promise<number>(() => undefined));

it('asks Redis as long as it answers', async () => {
  expect(await gate.through(async () => 7)).toBe(7);
});

it('lets nobody wait for a Redis that hangs, but one request a second', async () => {
  const ask = hanging();
  const first = gate.through(ask);
  await vi.advanceTimersByTimeAsync(600);
  expect([await first, ask.mock.calls.length]).toEqual([null, 1]);
  for (let count = 0; count < 10; count += 1) expect(await gate.through(ask)).toBeNull();
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  const looking = gate.through(ask);
  for (let count = 0; count < 10; count += 1) expect(await gate.through(ask)).toBeNull();
  expect(ask).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(600);
  expect(await looking).toBeNull();
});

it('asks nobody while the connection is down, and Redis again when it is back', async () => {
  expect(await gate.through(() => Promise.reject(new Error('gone')))).toBeNull();
  redis.status = 'reconnecting';
  await vi.advanceTimersByTimeAsync(5_000);
  const ask = hanging();
  expect(await gate.through(ask)).toBeNull();
  expect(ask).not.toHaveBeenCalled();
  redis.status = 'ready';
  expect(await gate.through(async () => 7)).toBe(7);
  expect(await gate.through(async () => 8)).toBe(8);
});
