import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CountedRange, splitRange, toSqlDate } from './counted-range.ts';

const day = 86_400_000;
const start = Date.UTC(2026, 0, 1);
const nothing = { sign: 1, of: { from: 0, to: 0 } };
const at = (moment: number) => new Date(moment).toISOString();

/** Returns how many times the parts count a time. */
function timesCounted(time: CountedRange, moment: number): number {
  const inDays = (range: { from: number; to: number }) =>
    moment >= range.from * day && moment < range.to * day ? 1 : 0;
  const byFigures = inDays(time.months) + time.days.reduce((sum, range) => sum + inDays(range), 0);
  expect(byFigures).toBe(inDays(time.whole));
  return time.corrections.reduce(
    (sum, { sign, of }) => sum + (moment >= of.from && moment < of.to ? sign : 0),
    byFigures,
  );
}

describe('the parts of a time range', () => {
  const span = 100 * day;
  // Includes midnights and the milliseconds around them, as edge cases.
  const moment = fc.oneof(
    fc.integer({ min: 0, max: span }),
    fc
      .tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: -2, max: 2 }))
      .map(([n, ms]) => n * day + ms),
  );
  const bound = fc.option(moment, { nil: undefined });

  it('count each time inside the range once, and none outside', () => {
    fc.assert(
      fc.property(bound, bound, fc.array(moment, { minLength: 20 }), (after, before, moments) => {
        const text = (of: number | undefined) => (of === undefined ? undefined : at(start + of));
        const time = splitRange(text(after), text(before));
        const around = [after, before].flatMap((one) => (one === undefined ? [] : [one - 1, one, one + 1]));
        for (const one of [...moments, ...around]) {
          const isIn = (after === undefined || one > after) && (before === undefined || one < before);
          expect([one, time ? timesCounted(time, start + one) : 0]).toEqual([one, isIn ? 1 : 0]);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('leave at most half a day at either end to count event by event, unless the range is within a day', () => {
    fc.assert(
      fc.property(moment, moment, (after, before) => {
        const time = splitRange(at(start + after), at(start + before));
        if (!time || before - after <= day) return;
        for (const { of } of time.corrections) expect(of.to - of.from).toBeLessThanOrEqual(day / 2);
      }),
    );
  });

  it('from midnight to midnight leave only the first millisecond to count event by event', () => {
    expect(splitRange('2026-01-15T00:00:00Z', '2026-04-03T00:00:00Z')).toMatchObject({
      months: { from: Date.UTC(2026, 1) / day, to: Date.UTC(2026, 3) / day },
      corrections: [{ sign: -1, of: { from: start + 14 * day, to: start + 14 * day + 1 } }, nothing],
    });
  });

  it('are whole months for an unbounded range', () => {
    const time = splitRange(undefined, undefined);
    expect(time?.corrections).toEqual([nothing, nothing]);
    expect([toSqlDate(time?.months.from ?? 0), toSqlDate(time?.months.to ?? 0)]).toEqual([
      '-infinity',
      'infinity',
    ]);
  });
});

describe('the bounds of a time range', () => {
  it.each([
    ['2026-03-01T10:00:00.0005Z', 1],
    ['2026-03-01T10:00:00.000Z', 0],
    ['2026-03-01T10:00:00.000000Z', 0],
    ['2026-03-01T10:00:00.00000001Z', 1],
    ['2026-03-01T12:00:00+02:00', 0],
  ])('are exclusive, also below a millisecond: %s', (bound, rounded) => {
    const moment = Date.UTC(2026, 2, 1, 10);
    expect(splitRange(bound, undefined)?.from).toBe(moment + 1);
    expect(splitRange(undefined, bound)?.to).toBe(moment + rounded);
  });

  it('beyond the supported years count as unbounded', () => {
    expect(splitRange('0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00')).toMatchObject({
      from: Number.NEGATIVE_INFINITY,
      to: Number.POSITIVE_INFINITY,
    });
    expect(splitRange('9999-12-31T23:59:59-14:00', undefined)?.from).toBe(Date.UTC(9999, 0));
    expect(splitRange('2026-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00')).toBeNull();
  });
});
