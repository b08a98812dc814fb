import type { Platform } from '@wfp/shared';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LeaseSize } from './lease-size.ts';

const lane = { org_id: 1, webhook_id: 1 };

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** Sizes of leases that are taken after the given delays. */
const sizesAfter = (size: LeaseSize, ...delaysMs: number[]) =>
  delaysMs.map((ms) => {
    vi.advanceTimersByTime(ms);
    return size.next();
  });

describe('the lease size', () => {
  it('quadruples up to 400 while leases are sent quickly, and halves down to 10 otherwise', () => {
    const size = new LeaseSize({} as Platform, lane);
    expect(sizesAfter(size, 100, 100, 100, 100)).toEqual([40, 160, 400, 400]);
    expect(sizesAfter(size, 1_000, 1_501, 1_501, 1_501, 1_501, 1_501, 1_501)).toEqual([
      400, 200, 100, 50, 25, 12, 10,
    ]);
  });

  it('is stored in the process for the next run of the lane', () => {
    const platform = {} as Platform;
    sizesAfter(new LeaseSize(platform, lane), 100, 100);
    expect(sizesAfter(new LeaseSize(platform, lane), 1_000)).toEqual([160]);
    expect(sizesAfter(new LeaseSize(platform, { ...lane, webhook_id: 2 }), 1_000)).toEqual([10]);
    expect(sizesAfter(new LeaseSize({} as Platform, lane), 1_000)).toEqual([10]);
  });

  it('leases ahead at half of a lease only while responses are quick', () => {
    const size = new LeaseSize({} as Platform, lane);
    size.attemptFinished(performance.now());
    expect(size.ahead).toBe(0);
    sizesAfter(size, 100);
    expect(size.ahead).toBe(20);
    vi.advanceTimersByTime(500);
    expect(size.ahead).toBe(0);
  });
});
