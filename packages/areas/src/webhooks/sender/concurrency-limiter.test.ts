import { describe, expect, it } from 'vitest';
import { ConcurrencyLimiter, type Permits } from './concurrency-limiter.ts';

const never = new AbortController().signal;

/** True if a promise is settled. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  await new Promise(setImmediate);
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

/** Acquires up to `total` permits for an organization. */
async function permitsFor(limiter: ConcurrencyLimiter, org_id: number, total: number): Promise<Permits> {
  const permits = await limiter.acquire(org_id, never);
  if (!permits) throw new Error('No permit');
  permits.growTo(total);
  return permits;
}

describe('the concurrency limiter', () => {
  it('limits an organization to half of the permits', async () => {
    const limiter = new ConcurrencyLimiter(20);
    expect((await permitsFor(limiter, 1, 50)).count).toBe(10);
    expect(await isSettled(limiter.acquire(1, never))).toBe(false);
    expect((await permitsFor(limiter, 2, 50)).count).toBe(10);
    expect(await isSettled(limiter.acquire(3, never))).toBe(false);
  });

  it('admits the first waiter whose organization is below its limit', async () => {
    const limiter = new ConcurrencyLimiter(4);
    const ofFirst = await permitsFor(limiter, 1, 2);
    const ofSecond = await permitsFor(limiter, 2, 2);
    const [first, second, third] = [1, 3, 2].map((org) => limiter.acquire(org, never)) as [
      Promise<Permits>,
      Promise<Permits>,
      Promise<Permits>,
    ];
    expect(limiter.isContended(9)).toBe(true);
    ofSecond.shrinkTo(1);
    expect([await isSettled(first), await isSettled(second), await isSettled(third)]).toEqual([
      false,
      true,
      false,
    ]);
    ofFirst.shrinkTo(1);
    expect([(await first).count, await isSettled(third)]).toEqual([1, false]);
    (await second).release();
    expect((await third).count).toBe(1);
    expect(limiter.isContended(9)).toBe(false);
  });

  it('does not reserve free permits for a waiter whose organization is at its limit', async () => {
    const limiter = new ConcurrencyLimiter(4);
    const permits = await permitsFor(limiter, 1, 2);
    void limiter.acquire(1, never);
    const other = await limiter.acquire(2, never);
    expect([permits.isContended, other?.isContended]).toEqual([true, false]);
  });

  it('limits degraded endpoints to a quarter of the permits', async () => {
    const limiter = new ConcurrencyLimiter(8);
    const degraded = [1, 2, 3, 4].map((org) => limiter.acquireDegraded(org));
    expect(degraded.map((permits) => permits !== null)).toEqual([true, true, false, false]);
    const others = [await permitsFor(limiter, 5, 4), await permitsFor(limiter, 6, 4)];
    expect(others.map(({ count }) => count)).toEqual([4, 2]);
    degraded[0]?.release();
    expect(limiter.acquireDegraded(3)).not.toBeNull();
  });

  it('releases exactly the permits of a run at its end', async () => {
    const limiter = new ConcurrencyLimiter(20);
    const permits = await permitsFor(limiter, 1, 7);
    permits.growTo(3);
    expect([permits.count, limiter.used]).toEqual([7, 7]);
    permits.shrinkTo(9);
    expect([permits.count, limiter.used]).toEqual([7, 7]);
    permits.shrinkTo(2);
    expect([permits.count, limiter.used]).toEqual([2, 2]);
    permits.release();
    expect(limiter.used).toBe(0);
  });

  it('stops waiting when the signal is aborted', async () => {
    const limiter = new ConcurrencyLimiter(4);
    const permits = await permitsFor(limiter, 1, 2);
    const stopping = new AbortController();
    const waiting = limiter.acquire(1, stopping.signal);
    stopping.abort();
    expect(await waiting).toBeNull();
    expect(await limiter.acquire(2, stopping.signal)).toBeNull();
    permits.shrinkTo(1);
    expect(limiter.used).toBe(1);
  });
});
