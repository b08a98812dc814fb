import { EventEmitter } from 'node:events';
import { createLogger } from '@wfp/shared';
import type { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRateCounter, createRedisCircuitBreaker, type RedisCircuitBreaker } from './rate-counter.ts';

let redis: EventEmitter & { status: string };
let breaker: RedisCircuitBreaker;
let lines: string[];
const createBreaker = () => {
  const log = createLogger('test', 'silent');
  log.warn = ((_: unknown, text: string) => lines.push(text)) as never;
  log.info = ((text: string) => lines.push(text)) as never;
  return createRedisCircuitBreaker(redis as unknown as Redis, log);
};
beforeEach(() => {
  vi.useFakeTimers();
  redis = Object.assign(new EventEmitter(), { status: 'ready' });
  lines = [];
  breaker = createBreaker();
});
afterEach(() => vi.useRealTimers());

const hanging = () => vi.fn(() => new Promise<number>(() => undefined));

it('uses Redis while it responds', async () => {
  expect(await breaker.run(async () => 7)).toBe(7);
});

it('tries a hanging Redis with one request per second, while other requests do not wait', async () => {
  const command = hanging();
  const first = breaker.run(command);
  await vi.advanceTimersByTimeAsync(600);
  expect([await first, command.mock.calls.length]).toEqual([null, 1]);
  for (let count = 0; count < 10; count += 1) expect(await breaker.run(command)).toBeNull();
  expect(command).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  const retrying = breaker.run(command);
  for (let count = 0; count < 10; count += 1) expect(await breaker.run(command)).toBeNull();
  expect(command).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(600);
  expect(await retrying).toBeNull();
});

it('sends no command while disconnected, and uses Redis again after a reconnect', async () => {
  expect(await breaker.run(() => Promise.reject(new Error('gone')))).toBeNull();
  redis.status = 'reconnecting';
  await vi.advanceTimersByTimeAsync(5_000);
  const command = hanging();
  expect(await breaker.run(command)).toBeNull();
  expect(command).not.toHaveBeenCalled();
  redis.status = 'ready';
  expect(await breaker.run(async () => 7)).toBe(7);
  expect(await breaker.run(async () => 8)).toBe(8);
});

it('waits for the first connection', async () => {
  redis.status = 'connecting';
  const command = vi.fn(async () => 7);
  const running = createBreaker().run(command);
  await vi.advanceTimersByTimeAsync(100);
  expect(command).not.toHaveBeenCalled();
  redis.emit('ready');
  expect(await running).toBe(7);
});

it('logs when Redis becomes unavailable and available, once each', async () => {
  const fail = () => breaker.run(() => Promise.reject(new Error('gone')));
  await breaker.run(async () => 7);
  expect(lines).toEqual([]);
  const lost = 'Redis unavailable; rate limits apply per process';
  await Promise.all([fail(), fail()]);
  expect(lines).toEqual([lost]);
  await vi.advanceTimersByTimeAsync(999);
  expect(await breaker.run(async () => 7)).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect([await breaker.run(async () => 7), await breaker.run(async () => 8)]).toEqual([7, 8]);
  expect(lines).toEqual([lost, 'Redis available; rate limits apply to all processes together again']);
});

it('has no counter without a limit', () => {
  expect(createRateCounter(breaker, 'test', 0)).toBeNull();
});

it('counts in memory if Redis rejects the command', async () => {
  const counter = createRateCounter(breaker, 'test', 2);
  const states = [await counter?.consume('a'), await counter?.consume('a'), await counter?.consume('a')];
  expect(states.map((state) => [state?.isExceeded, state?.remaining])).toEqual([
    [false, 1],
    [false, 0],
    [true, 0],
  ]);
  expect(lines).toHaveLength(1);
});

it('counts in bounded memory while Redis is unavailable: more keys share counters', async () => {
  redis.status = 'reconnecting';
  await breaker.run(() => Promise.reject(new Error('gone')));
  const counter = createRateCounter(breaker, 'test', 1);
  const countAllowed = async (keys: number, name: string) => {
    let allowed = 0;
    for (let index = 0; index < keys; index += 1)
      allowed += (await counter?.consume(`${name}${index}`))?.isExceeded ? 0 : 1;
    return allowed;
  };
  expect(await counter?.consume('victim')).toMatchObject({ isExceeded: false, remaining: 0 });
  expect(await countAllowed(49_999, 'address:')).toBe(49_999);
  expect(await countAllowed(50_000, 'other:')).toBeLessThanOrEqual(4_096);
  expect(await counter?.consume('victim')).toMatchObject({ isExceeded: true });
});
