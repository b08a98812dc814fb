import { describe, expect, it } from 'vitest';
import { ConcurrencyLimiter, type PermitGroup, type Permits } from './concurrency-limiter.ts';

const never = new AbortController().signal;

/** True if a promise is settled. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  await new Promise(setImmediate);
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

/** The group of an organization, which gets half of the permits. */
const of = ({ max }: ConcurrencyLimiter, org: number): PermitGroup[] => [{ key: `org ${org}`, max: max / 2 }];

/** Acquires up to `total` permits of some groups. */
async function permitsFor(
  limiter: ConcurrencyLimiter,
  groups: readonly PermitGroup[],
  total: number,
): Promise<Permits> {
  const permits = await limiter.acquire(groups, never);
  if (!permits) throw new Error('No permit');
  permits.growTo(total);
  return permits;
}

describe('the concurrency limiter', () => {
  it('limits each group, and all of them to the total', async () => {
    const limiter = new ConcurrencyLimiter(20);
    expect((await permitsFor(limiter, of(limiter, 1), 50)).count).toBe(10);
    expect(await isSettled(limiter.acquire(of(limiter, 1), never))).toBe(false);
    expect((await permitsFor(limiter, of(limiter, 2), 50)).count).toBe(10);
    expect(await isSettled(limiter.acquire(of(limiter, 3), never))).toBe(false);
  });

  it('limits a run to the smallest of its groups', async () => {
    const limiter = new ConcurrencyLimiter(20);
    const receiver = { key: 'receiver', max: 4 };
    const first = await permitsFor(limiter, [...of(limiter, 1), receiver], 3);
    const second = await permitsFor(limiter, [...of(limiter, 2), receiver], 3);
    expect([first.count, second.count]).toEqual([3, 1]);
    expect(limiter.acquireNow([receiver])).toBeNull();
    expect((await permitsFor(limiter, of(limiter, 1), 50)).count).toBe(7);
  });

  it('admits the first waiter whose groups have a permit', async () => {
    const limiter = new ConcurrencyLimiter(4);
    const ofFirst = await permitsFor(limiter, of(limiter, 1), 2);
    const ofSecond = await permitsFor(limiter, of(limiter, 2), 2);
    const [first, second, third] = [1, 3, 2].map((org) => limiter.acquire(of(limiter, org), never)) as [
      Promise<Permits>,
      Promise<Permits>,
      Promise<Permits>,
    ];
    expect(limiter.isContended(of(limiter, 9))).toBe(true);
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
    expect(limiter.isContended(of(limiter, 9))).toBe(false);
  });

  it('is contended only for runs whose permits a waiter could use', async () => {
    const limiter = new ConcurrencyLimiter(4);
    const permits = await permitsFor(limiter, of(limiter, 1), 2);
    void limiter.acquire(of(limiter, 1), never);
    const other = await limiter.acquire(of(limiter, 2), never);
    expect([permits.isContended, other?.isContended]).toEqual([true, false]);
  });

  it('is not contended by a waiter that another group holds back', async () => {
    const limiter = new ConcurrencyLimiter(8);
    const [a, b] = [
      { key: 'a', max: 1 },
      { key: 'b', max: 1 },
    ];
    const [ofA, ofB] = [
      await permitsFor(limiter, [...of(limiter, 1), a], 1),
      await permitsFor(limiter, [...of(limiter, 1), b], 1),
    ];
    const waiting = limiter.acquire([...of(limiter, 1), a], never);
    expect([ofA.isContended, ofB.isContended]).toEqual([true, false]);
    ofB.release();
    expect(await isSettled(waiting)).toBe(false);
    ofA.release();
    expect(await isSettled(waiting)).toBe(true);
  });

  it('limits the number of waiting runs of a group', async () => {
    const limiter = new ConcurrencyLimiter(8);
    const receiver = { key: 'receiver', max: 1, maxWaiting: 2 };
    const permits = await permitsFor(limiter, [receiver], 1);
    const waiting = [limiter.acquire([receiver], never), limiter.acquire([receiver], never)];
    expect(await limiter.acquire([receiver], never)).toBeNull();
    permits.release();
    expect([await isSettled(waiting[0] as never), await isSettled(waiting[1] as never)]).toEqual([
      true,
      false,
    ]);
    expect(await isSettled(limiter.acquire([receiver], never))).toBe(false);
  });

  it('counts the first permit of a run in further groups, but not those by which it grows', async () => {
    const limiter = new ConcurrencyLimiter(8);
    const degraded = [{ key: 'degraded', max: 2 }];
    const runs = [1, 2, 3].map((org) => limiter.acquireNow(of(limiter, org), degraded));
    expect(runs.map((permits) => permits !== null)).toEqual([true, true, false]);
    runs[0]?.growTo(4);
    expect(runs[0]?.count).toBe(4);
    runs[0]?.shrinkTo(0);
    expect([runs[0]?.count, limiter.acquireNow(of(limiter, 3), degraded)]).toEqual([1, null]);
    runs[0]?.growTo(3);
    runs[0]?.release();
    expect(limiter.acquireNow(of(limiter, 3), degraded)).not.toBeNull();
    expect(limiter.used).toBe(2);
  });

  it('releases exactly the permits of a run at its end', async () => {
    const limiter = new ConcurrencyLimiter(20);
    const permits = await permitsFor(limiter, of(limiter, 1), 7);
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
    const permits = await permitsFor(limiter, of(limiter, 1), 2);
    const stopping = new AbortController();
    const waiting = limiter.acquire(of(limiter, 1), stopping.signal);
    stopping.abort();
    expect(await waiting).toBeNull();
    expect(await limiter.acquire(of(limiter, 2), stopping.signal)).toBeNull();
    permits.shrinkTo(1);
    expect(limiter.used).toBe(1);
  });
});
