/** UTC days since 1970; `to` is exclusive. Infinite if unbounded. */
export interface DayRange {
  from: number;
  to: number;
}

/** Milliseconds since 1970; `to` is exclusive. Infinite if unbounded. */
export interface TimeRange {
  from: number;
  to: number;
}

/**
 * A time range, split by how its events are counted: whole months and days by stored counts, and the partial days at
 * both ends event by event. A partial day longer than half a day is counted as a whole day, minus the rest of it. The
 * number of parts is constant, so that the text of the statement is too; parts that are not needed are empty.
 */
export interface CountedRange extends TimeRange {
  /** All days that stored counts cover, including those in `months`. */
  whole: DayRange;
  months: DayRange;
  /** The days of `whole` before and after `months`. */
  days: readonly [DayRange, DayRange];
  corrections: readonly [Correction, Correction];
}

interface Correction {
  sign: 1 | -1;
  of: TimeRange;
}

const dayMs = 86_400_000;
/** No event is outside of these years, in which the calendars of PostgreSQL and JavaScript agree. */
const minTimeMs = 0;
const maxTimeMs = Date.UTC(9999, 0);

/**
 * Splits the range between two times, both exclusive. Times are converted to milliseconds, the precision of events.
 *
 * @returns null if the range is empty
 */
export function splitRange(after: string | undefined, before: string | undefined): CountedRange | null {
  const from = after === undefined ? Number.NEGATIVE_INFINITY : clampFrom(Math.floor(Date.parse(after)) + 1);
  const to =
    before === undefined
      ? Number.POSITIVE_INFINITY
      : clampTo(Date.parse(before) + (isFinerThanMs(before) ? 1 : 0));
  return from >= to ? null : { from, to, ...splitAtDays(from, to) };
}

/** True if a timestamp is more precise than a millisecond, which `Date` truncates. */
function isFinerThanMs(timestamp: string): boolean {
  return /\.\d{3}\d*[1-9]/.test(timestamp);
}

const clampFrom = (timeMs: number) =>
  timeMs <= minTimeMs ? Number.NEGATIVE_INFINITY : Math.min(timeMs, maxTimeMs);
const clampTo = (timeMs: number) =>
  timeMs > maxTimeMs ? Number.POSITIVE_INFINITY : Math.max(timeMs, minTimeMs);

const none = { from: 0, to: 0 };
const noCorrection: Correction = { sign: 1, of: none };
const noWholeDay = { whole: none, months: none, days: [none, none] } as const;

function splitAtDays(from: number, to: number): Omit<CountedRange, 'from' | 'to'> {
  if (to - from < dayMs && dayOf(from) === dayOf(to - 1)) {
    return { ...noWholeDay, corrections: [{ sign: 1, of: { from, to } }, noCorrection] };
  }
  const [first, last] = [findNearestDay(from, 1), findNearestDay(to, -1)];
  const corrections = [first.correction, last.correction] as const;
  if (first.edge >= last.edge) return { ...noWholeDay, corrections };
  const whole = { from: first.edge, to: last.edge };
  return { whole, ...splitAtMonths(whole), corrections };
}

/** The midnight nearest to a time, and the correction of a count from (or up to) that midnight. */
function findNearestDay(timeMs: number, inward: 1 | -1): { edge: number; correction: Correction } {
  if (!Number.isFinite(timeMs)) return { edge: timeMs, correction: noCorrection };
  const edge = Math.round(timeMs / dayMs);
  const distance = timeMs - edge * dayMs;
  if (distance === 0) return { edge, correction: noCorrection };
  const of = { from: Math.min(timeMs, edge * dayMs), to: Math.max(timeMs, edge * dayMs) };
  return { edge, correction: { sign: Math.sign(distance) === inward ? -1 : 1, of } };
}

function splitAtMonths(whole: DayRange): Pick<CountedRange, 'months' | 'days'> {
  const months = { from: startOfMonth(whole.from, 1), to: startOfMonth(whole.to, 0) };
  if (months.from >= months.to) return { months: none, days: [whole, none] };
  const days = [
    { from: whole.from, to: months.from },
    { from: months.to, to: whole.to },
  ] as const;
  return { months, days };
}

/** The first day of a day's month; with `next`, the first day of a month on or after the day. */
function startOfMonth(dayNumber: number, next: 0 | 1): number {
  if (!Number.isFinite(dayNumber)) return dayNumber;
  const date = new Date(dayNumber * dayMs);
  const add = next === 1 && date.getUTCDate() > 1 ? 1 : 0;
  return dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + add));
}

function dayOf(timeMs: number): number {
  return Math.floor(timeMs / dayMs);
}

export function isBounded({ from, to }: TimeRange): boolean {
  return Number.isFinite(from) || Number.isFinite(to);
}

export function toSqlDate(dayNumber: number): string {
  return Number.isFinite(dayNumber)
    ? toSqlTimestamp(dayNumber * dayMs).slice(0, 10)
    : toSqlTimestamp(dayNumber);
}

export function toSqlTimestamp(timeMs: number): string {
  if (!Number.isFinite(timeMs)) return timeMs < 0 ? '-infinity' : 'infinity';
  return new Date(timeMs).toISOString();
}
