import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConnectionShares, type Holder } from './connection-shares.ts';

const maxWaitMs = 3_000;
let shares: ConnectionShares;
/** The holders that have got a connection, in order, and the errors of those that waited too long. */
let settled: (Holder | string)[];
beforeEach(() => {
  vi.useFakeTimers();
  shares = new ConnectionShares(7, maxWaitMs);
  settled = [];
});
afterEach(() => {
  vi.useRealTimers();
});

const acquire = (holder: Holder, count = 1) => {
  for (let n = 0; n < count; n += 1)
    shares.acquire(holder, (error) => settled.push(error ? `${holder}: ${error.message}` : holder));
};
/** Returns what was settled since the last call. */
const since = () => settled.splice(0);

it.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [4, 3],
  [7, 5],
  [60, 40],
])('of %i connections, an organization holds at most %i', (size, max) => {
  expect(new ConnectionShares(size, 0).max).toBe(max);
});

describe('an organization with its share of the connections', () => {
  it('waits in order, while others get connections at once', () => {
    acquire(1, 9);
    expect([since(), shares.waiting, shares.waitingForShare]).toEqual([[1, 1, 1, 1, 1], 4, 4]);
    acquire(2);
    acquire(null);
    expect(since()).toEqual([2, null]);
    shares.release(1);
    expect([since(), shares.waiting]).toEqual([[1], 3]);
    shares.release(2);
    expect(since()).toEqual([]);
  });

  it('gets an error of its own after the maximum wait', () => {
    acquire(1, 6);
    vi.advanceTimersByTime(maxWaitMs);
    expect(since().slice(5)).toEqual([expect.stringMatching(/^1: Too many requests of the organization/)]);
    expect([shares.waiting, shares.waitingForShare]).toEqual([0, 0]);
    shares.release(1);
    acquire(1);
    expect(since()).toEqual([1]);
  });
});

describe('a pool without a free connection', () => {
  it('gives a released one to the organization that holds the fewest', () => {
    acquire(1, 5);
    acquire(2, 4);
    acquire(3, 2);
    expect(since()).toEqual([1, 1, 1, 1, 1, 2, 2]);
    for (const expected of [3, 3, 2, 2]) {
      shares.release(1);
      expect(since()).toEqual([expected]);
    }
  });

  it('serves organizations with equally many in order, and work of no organization among them', () => {
    acquire(1, 5);
    acquire(2, 2);
    acquire(5);
    acquire(null, 2);
    acquire(4);
    since();
    for (const expected of [5, null, null, 4]) {
      shares.release(1);
      expect(since()).toEqual([expected]);
    }
  });

  it('reports the timeout of the pool to organizations below their share', () => {
    acquire(1, 5);
    acquire(2, 3);
    expect([since().length, shares.waiting, shares.waitingForShare]).toEqual([7, 1, 0]);
    vi.advanceTimersByTime(maxWaitMs);
    expect(since()).toEqual(['2: timeout exceeded when trying to connect']);
  });
});

it('does not limit work of no organization', () => {
  acquire(null, 8);
  expect([since().length, shares.waiting]).toEqual([7, 1]);
  shares.release(null);
  expect(since()).toEqual([null]);
});

it('never gives out more connections than there are, nor loses one', async () => {
  vi.useRealTimers();
  shares = new ConnectionShares(7, 0);
  const held = new Map<Holder, number>();
  let [inUse, finished] = [0, 0];
  const use = async (holder: Holder, n: number) => {
    await new Promise<void>((resolve) => shares.acquire(holder, () => resolve()));
    inUse += 1;
    held.set(holder, (held.get(holder) ?? 0) + 1);
    expect(inUse).toBeLessThanOrEqual(7);
    if (holder !== null) expect(held.get(holder)).toBeLessThanOrEqual(5);
    await sleep((n * 7) % 3);
    inUse -= 1;
    held.set(holder, (held.get(holder) ?? 0) - 1);
    finished += 1;
    shares.release(holder);
  };
  await Promise.all(Array.from({ length: 300 }, (_, n) => use([1, 2, 3, null][(n * n) % 4] as Holder, n)));
  expect([finished, shares.waiting]).toEqual([300, 0]);
  acquire(null, 7);
  expect(since().length).toBe(7);
});
