import { AppError } from '@wfp/shared';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WorkShares } from './work-shares.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const verified = (org_id: number) => ({ org_id, is_unverified: false });
const unverified = (org_id: number) => ({ org_id, is_unverified: true });

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

it('remembers the use of an organization while thousands of others send requests', () => {
  const shares = new WorkShares();
  shares.count(verified(1), 5_000);
  for (let id = 2; id < 5_000; id += 1) shares.count(verified(id), 0);
  expect(rejectedFor(shares, verified(1))).toBe(2);
});
