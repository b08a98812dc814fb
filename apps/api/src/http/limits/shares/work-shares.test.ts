import { AppError } from '@wfp/shared';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WorkShares } from './work-shares.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const verified = (org_id: number, user_id: number | null = null) => ({
  org_id,
  user_id,
  is_unverified: false,
});
const unverified = (org_id: number, user_id: number | null = null) => ({
  org_id,
  user_id,
  is_unverified: true,
});

/** Returns the seconds after which a rejected client may try again; null if it is not rejected. */
function rejectedFor(shares: WorkShares, client: ReturnType<typeof verified>): number | null {
  try {
    shares.rejectBusy(client);
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    expect((error as AppError).kind).toBe('rate_limited');
    return Number((error as AppError).headers?.['Retry-After']);
  }
}

describe('a verified organization', () => {
  it('may use 4 s of CPU time at once, and then half a second each second', () => {
    const shares = new WorkShares();
    shares.count(verified(1), 4_000);
    expect(rejectedFor(shares, verified(1))).toBeNull();
    shares.count(verified(1), 1_000);
    expect(rejectedFor(shares, verified(1))).toBe(2);
    vi.advanceTimersByTime(1_999);
    expect(rejectedFor(shares, verified(1))).toBe(1);
    vi.advanceTimersByTime(1);
    expect(rejectedFor(shares, verified(1))).toBeNull();
  });

  it('is not rejected because of others', () => {
    const shares = new WorkShares();
    for (let id = 1; id <= 20; id += 1) {
      shares.count(verified(id), 10_000);
      shares.count(unverified(100 + id), 10_000);
    }
    shares.count(verified(50), 500);
    expect(rejectedFor(shares, verified(50))).toBeNull();
  });
});

describe('unverified organizations', () => {
  it('may use 2 s at once, and then a quarter of a second each second', () => {
    const shares = new WorkShares();
    shares.count(unverified(1), 2_250);
    expect(rejectedFor(shares, unverified(1))).toBe(1);
    vi.advanceTimersByTime(1_000);
    expect(rejectedFor(shares, unverified(1))).toBeNull();
  });

  it('may use as much together, except for those that use little', () => {
    const shares = new WorkShares();
    for (let id = 1; id <= 50; id += 1) shares.count(unverified(id), 50);
    shares.count(unverified(99), 20);
    expect(rejectedFor(shares, unverified(1))).toBe(3);
    expect(rejectedFor(shares, unverified(99))).toBeNull();
    expect(rejectedFor(shares, unverified(100))).toBeNull();
  });
});

describe('unverified organizations that pace their requests', () => {
  const turn = { ms: 24, everyMs: 110 };

  /** Sends requests of each organization for 10 s, as often as permitted. Returns the CPU time used in the last 5 s. */
  function pace(shares: WorkShares, ids: readonly number[], others: () => void): number {
    let used = 0;
    for (let at = 0; at < 10_000; at += turn.everyMs) {
      for (const id of ids) {
        if (rejectedFor(shares, unverified(id)) !== null) continue;
        shares.count(unverified(id), turn.ms);
        if (at >= 5_000) used += turn.ms;
      }
      others();
      vi.advanceTimersByTime(turn.everyMs);
    }
    return used;
  }

  it.each([1, 4, 12, 100])('get at most half of the time of a process if they are %d', (count) => {
    const shares = new WorkShares();
    const ids = Array.from({ length: count }, (_, n) => n + 1);
    expect(pace(shares, ids, () => undefined)).toBeLessThan(2_500);
  });

  it('do not keep others from sending some requests', () => {
    const shares = new WorkShares();
    const ids = Array.from({ length: 12 }, (_, n) => n + 1);
    const rejected: (number | null)[] = [];
    pace(shares, ids, () => {
      rejected.push(rejectedFor(shares, unverified(99)));
      shares.count(unverified(99), 2);
    });
    expect(rejected.filter((one) => one !== null)).toEqual([]);
  });

  it('are counted as few again after they have ended', () => {
    const shares = new WorkShares();
    for (let id = 1; id <= 1_000; id += 1) shares.count(unverified(id), 0);
    shares.count(unverified(2), 3_000);
    shares.count(unverified(1), 100);
    vi.advanceTimersByTime(1_000);
    expect(rejectedFor(shares, unverified(1))).not.toBeNull();
    vi.advanceTimersByTime(9_000);
    shares.count(unverified(2), 3_000);
    shares.count(unverified(1), 100);
    vi.advanceTimersByTime(1_000);
    expect(rejectedFor(shares, unverified(1))).toBeNull();
  });
});

it('rejects for no longer than 8 s because of what unverified organizations have used together', () => {
  const shares = new WorkShares();
  for (let id = 1; id <= 1_000; id += 1) shares.count(unverified(id), 30);
  expect(rejectedFor(shares, unverified(1))).toBe(8);
});

describe('a user', () => {
  it('may use half of the share of the organization, and others the rest', () => {
    const shares = new WorkShares();
    shares.count(verified(1, 11), 2_000);
    expect(rejectedFor(shares, verified(1, 11))).toBeNull();
    shares.count(verified(1, 11), 500);
    expect(rejectedFor(shares, verified(1, 11))).toBe(2);
    expect(rejectedFor(shares, verified(1, 12))).toBeNull();
    vi.advanceTimersByTime(2_000);
    expect(rejectedFor(shares, verified(1, 11))).toBeNull();
  });

  it('gets half of the smaller share while the organization is unverified', () => {
    const shares = new WorkShares();
    shares.count(unverified(1, 11), 1_125);
    expect(rejectedFor(shares, unverified(1, 11))).toBe(1);
    expect(rejectedFor(shares, unverified(1, 12))).toBeNull();
  });
});

it('remembers the use of an organization while thousands of others send requests', () => {
  const shares = new WorkShares();
  shares.count(verified(1), 5_000);
  for (let id = 2; id < 5_000; id += 1) shares.count(verified(id), 0);
  expect(rejectedFor(shares, verified(1))).toBe(2);
});
