import { describe, expect, it } from 'vitest';
import { InFlight } from './concurrency-limiter.ts';

const never = new AbortController().signal;

/** Whether a promise is settled by now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  await new Promise(setImmediate);
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

describe('the shares of a worker', () => {
  it('give an organization at most a half', async () => {
    const shares = new InFlight(20);
    expect(shares.more(1, 50)).toBe(10);
    const waits = shares.enter(1, never);
    expect(await isSettled(waits)).toBe(false);
    expect(shares.more(2, 50)).toBe(10);
    expect(shares.more(3, 1)).toBe(0);
  });

  it('go to whoever waits longest of those who may have more', async () => {
    const shares = new InFlight(4);
    shares.more(1, 2);
    shares.more(2, 2);
    const [first, second, third] = [shares.enter(1, never), shares.enter(3, never), shares.enter(2, never)];
    expect(shares.isWanted(9)).toBe(true);
    shares.leave(2, 1, false);
    expect([await isSettled(first), await isSettled(second), await isSettled(third)]).toEqual([
      false,
      true,
      false,
    ]);
    shares.leave(1, 1, false);
    expect([await first, await isSettled(third)]).toEqual([true, false]);
    shares.leave(3, 1, false);
    expect(await third).toBe(true);
    expect(shares.isWanted(9)).toBe(false);
  });

  it('that are free are not kept for somebody who may not have them', async () => {
    const shares = new InFlight(4);
    shares.more(1, 2);
    void shares.enter(1, never);
    expect(await shares.enter(2, never)).toBe(true);
    expect(shares.isWanted(2)).toBe(false);
    expect(shares.isWanted(1)).toBe(true);
  });

  it('leave three quarters to endpoints that answer', async () => {
    const shares = new InFlight(8);
    expect([1, 2, 3, 4].map((org) => shares.enterHanging(org))).toEqual([true, true, false, false]);
    expect(shares.more(5, 4) + shares.more(6, 4)).toBe(6);
    shares.leave(1, 1, true);
    expect(shares.enterHanging(3)).toBe(true);
  });

  it('are not waited for by a worker that drains', async () => {
    const shares = new InFlight(4);
    shares.more(1, 2);
    const draining = new AbortController();
    const waits = shares.enter(1, draining.signal);
    draining.abort();
    expect(await waits).toBe(false);
    expect(await shares.enter(2, draining.signal)).toBe(false);
    shares.leave(1, 1, false);
    expect(shares.taken).toBe(1);
  });
});
