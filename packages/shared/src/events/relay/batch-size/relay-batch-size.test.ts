import { expect, it } from 'vitest';
import { RelayBatchSize } from './relay-batch-size.ts';

/** The sizes after batches of the given counts and durations. */
function sizesAfter(max: number, batches: readonly [count: number, tookMs: number][]): number[] {
  const size = new RelayBatchSize(max);
  return batches.map(([count, tookMs]) => {
    size.finished(count, tookMs);
    return size.events;
  });
}

it('shrinks after a slow batch to what takes half a second, but not below 100 events', () => {
  expect(sizesAfter(1_000, [[1_000, 1_000]])).toEqual([1_000]);
  expect(sizesAfter(1_000, [[1_000, 2_000]])).toEqual([250]);
  expect(sizesAfter(1_000, [[1_000, 60_000]])).toEqual([100]);
  expect(sizesAfter(50, [[50, 60_000]])).toEqual([50]);
});

it('grows after full, fast batches only', () => {
  expect(
    sizesAfter(1_000, [
      [1_000, 2_000],
      [249, 1],
      [250, 600],
      [250, 500],
      [250, 400],
      [500, 499],
      [1_000, 10],
    ]),
  ).toEqual([250, 250, 250, 250, 500, 1_000, 1_000]);
});
