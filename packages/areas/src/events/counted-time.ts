/** Days of UTC as numbers since 1970, the second one excluded. Infinite where there is no bound. */
export interface DayRange {
  from: number;
  to: number;
}

/** Moments as milliseconds since 1970, the second one excluded. */
export interface MomentRange {
  from: number;
  to: number;
}

/**
 * A stretch of time, in pieces that are counted in different ways: whole months and whole days by what is kept of
 * them; what is left at the edges event by event, to be added, or, where that is less work, to be taken away from a
 * day that is counted as if it were whole.
 */
export interface CountedTime {
  /** All of it; null where it has no bound. */
  from: number | null;
  to: number | null;
  /** What is counted by kept figures, months included; null when there is no whole day. */
  whole: DayRange | null;
  months: DayRange | null;
  /** The days of `whole` that are in no whole month. */
  days: DayRange[];
  corrections: { sign: 1 | -1; of: MomentRange }[];
}

const day = 86_400_000;
/** Before and after these there are no events, and calendars of PostgreSQL and of JavaScript part ways. */
const earliest = 0;
const latest = Date.UTC(9999, 0);

/**
 * The time strictly after `after` and strictly before `before`, in the milliseconds that events have; null when
 * nothing lies in between.
 */
export function countedTime(after: string | undefined, before: string | undefined): CountedTime | null {
  const from = after === undefined ? null : bounded(Math.floor(Date.parse(after)) + 1, 'from');
  const to = before === undefined ? null : bounded(Date.parse(before) + (hasFraction(before) ? 1 : 0), 'to');
  if (from !== null && to !== null && from >= to) return null;
  return { from, to, ...piecesOf(from, to) };
}

/** `Date` drops what is finer than a millisecond. */
function hasFraction(moment: string): boolean {
  return /\.\d{3}\d*[1-9]/.test(moment);
}

function bounded(moment: number, side: 'from' | 'to'): number | null {
  if (side === 'from') return moment <= earliest ? null : Math.min(moment, latest);
  return moment > latest ? null : Math.max(moment, earliest);
}

type Pieces = Omit<CountedTime, 'from' | 'to'>;

function piecesOf(from: number | null, to: number | null): Pieces {
  const oneDay = from !== null && to !== null && dayOf(from) === dayOf(to - 1);
  if (oneDay && to - from < day) return { ...noWholeDay, corrections: [{ sign: 1, of: { from, to } }] };
  const begin = from === null ? { edge: Number.NEGATIVE_INFINITY, correction: [] } : nearest(from, 1);
  const end = to === null ? { edge: Number.POSITIVE_INFINITY, correction: [] } : nearest(to, -1);
  const corrections = [...begin.correction, ...end.correction];
  if (begin.edge >= end.edge) return { ...noWholeDay, corrections };
  const whole = { from: begin.edge, to: end.edge };
  return { whole, ...inMonths(whole), corrections };
}

const noWholeDay = { whole: null, months: null, days: [] };

/** The beginning of a day that is nearer to a moment, and how counting from there (or up to there) is put right. */
function nearest(moment: number, inward: 1 | -1): { edge: number; correction: CountedTime['corrections'] } {
  const edge = Math.round(moment / day);
  const distance = moment - edge * day;
  if (distance === 0) return { edge, correction: [] };
  const of = { from: Math.min(moment, edge * day), to: Math.max(moment, edge * day) };
  return { edge, correction: [{ sign: Math.sign(distance) === inward ? -1 : 1, of }] };
}

function inMonths(whole: DayRange): Pick<Pieces, 'months' | 'days'> {
  const months = { from: monthBegin(whole.from, 1), to: monthBegin(whole.to, 0) };
  if (months.from >= months.to) return { months: null, days: [whole] };
  const before = { from: whole.from, to: months.from };
  const after = { from: months.to, to: whole.to };
  return { months, days: [before, after].filter((range) => range.from < range.to) };
}

/** The first of a day's month; with `next` the first of the following one, unless the day is the first itself. */
function monthBegin(of: number, next: 0 | 1): number {
  if (!Number.isFinite(of)) return of;
  const date = new Date(of * day);
  const add = next === 1 && date.getUTCDate() > 1 ? 1 : 0;
  return dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + add));
}

function dayOf(moment: number): number {
  return Math.floor(moment / day);
}

/** A day as PostgreSQL reads dates. */
export function dateOf(of: number): string {
  if (!Number.isFinite(of)) return of < 0 ? '-infinity' : 'infinity';
  return momentOf(of * day).slice(0, 10);
}

/** A moment as PostgreSQL reads them. */
export function momentOf(of: number): string {
  return new Date(of).toISOString();
}
