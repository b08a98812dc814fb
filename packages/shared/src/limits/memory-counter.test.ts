import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MemoryCounter } from './memory-counter.ts';

const maxKeys = 1_000;
const sharedCounters = 4_096;

let counter: MemoryCounter;
beforeEach(() => {
  vi.useFakeTimers();
  counter = new MemoryCounter(maxKeys);
});
afterEach(() => vi.useRealTimers());

function countKeys(length: number, name: string): void {
  for (let index = 0; index < length; index += 1) counter.increment(`${name}${index}`);
}

it('counts each key in a window of a minute', () => {
  expect(counter.increment('a')).toEqual({ count: 1, msLeft: 60_000 });
  vi.advanceTimersByTime(20_000);
  expect(counter.increment('b')).toEqual({ count: 1, msLeft: 60_000 });
  expect(counter.increment('a')).toEqual({ count: 2, msLeft: 40_000 });
  vi.advanceTimersByTime(40_000);
  expect(counter.increment('a')).toEqual({ count: 1, msLeft: 60_000 });
  expect(counter.increment('b')).toEqual({ count: 2, msLeft: 20_000 });
});

it('counts several at once', () => {
  expect([counter.increment('a', 3).count, counter.increment('a').count]).toEqual([3, 4]);
});

it('counts a bounded number of keys', () => {
  countKeys(20 * maxKeys, 'address:');
  expect(counter.size).toBeGreaterThan(maxKeys);
  expect(counter.size).toBeLessThanOrEqual(maxKeys + sharedCounters);
});

it('does not forget a key while others flood it', () => {
  for (let count = 1; count <= 7; count += 1) counter.increment('account:victim');
  countKeys(2 * maxKeys, 'account:');
  expect(counter.increment('account:victim').count).toBe(8);
});

it('counts a new key at the bound, with others at most', () => {
  countKeys(maxKeys, 'account:');
  for (let count = 1; count <= 10; count += 1) expect(counter.increment('account:new').count).toBe(count);
  countKeys(20 * maxKeys, 'address:');
  expect(counter.increment('account:new').count).toBeGreaterThanOrEqual(11);
});

it('counts every key separately again after the flood', () => {
  countKeys(2 * maxKeys, 'address:');
  vi.advanceTimersByTime(60_000);
  expect(counter.increment('later:').count).toBe(1);
  expect(counter.size).toBe(1);
});
