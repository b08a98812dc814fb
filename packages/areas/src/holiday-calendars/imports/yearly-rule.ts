import { CalendarDate } from '@wfp/shared/contract';
import { InvalidEvent } from './invalid-event.ts';

/** An inclusive range of years. */
export interface Years {
  from: number;
  to: number;
}

/** A yearly recurrence with at most one day in each year. */
export interface YearlyRule {
  interval: number;
  count: number | undefined;
  until: string | undefined;
  month: number;
  /** A day of the month, or the nth weekday in it; negative from the end of the month. */
  day: { ofMonth: number } | { nth: number; weekday: number };
}

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const supported = ['freq', 'interval', 'count', 'until', 'wkst', 'bymonth', 'bymonthday', 'byday'];

const invalidRule = (message: string) => new InvalidEvent('date', `RRULE ${message}`);

/**
 * Reads the parts of an RRULE as parsed by ical.js.
 *
 * @param start DTSTART, which determines the parts that the rule omits
 * @throws InvalidEvent
 */
export function readRule(parts: Readonly<Record<string, unknown>>, start: string): YearlyRule {
  if (parts.freq !== 'YEARLY') throw invalidRule('must have FREQ=YEARLY');
  const other = Object.keys(parts).find((name) => !supported.includes(name));
  if (other) throw invalidRule(`must not have ${other.slice(0, 20).toUpperCase()}`);
  const month = readNumber(parts, 'bymonth');
  const rule: YearlyRule = {
    interval: readNumber(parts, 'interval') ?? 1,
    count: readNumber(parts, 'count'),
    until: parts.until === undefined ? undefined : String(parts.until).slice(0, 10),
    month: month ?? Number(start.slice(5, 7)),
    day: readDay(parts, month !== undefined) ?? { ofMonth: Number(start.slice(8)) },
  };
  if (rule.count !== undefined && rule.count < 1) throw invalidRule('must have a COUNT of at least 1');
  if (rule.until !== undefined && !CalendarDate.safeParse(rule.until).success)
    throw invalidRule('must have a date as UNTIL');
  if (dayInYear(rule, Number(start.slice(0, 4))) !== start) throw invalidRule('must include DTSTART');
  return rule;
}

function readNumber(parts: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const value = parts[name];
  if (value === undefined) return undefined;
  if (!Number.isSafeInteger(value)) throw invalidRule(`must have one ${name.toUpperCase()}`);
  return value as number;
}

function readDay(parts: Readonly<Record<string, unknown>>, hasMonth: boolean): YearlyRule['day'] | undefined {
  const ofMonth = readNumber(parts, 'bymonthday');
  if (ofMonth === undefined && parts.byday === undefined) return undefined;
  // Without BYMONTH, these parts match several days of a year.
  if (!hasMonth) throw invalidRule('with BYMONTHDAY or BYDAY must have BYMONTH');
  if (parts.byday === undefined) return ofMonth === undefined ? undefined : { ofMonth };
  const found = /^([+-]?[1-5])([A-Z]{2})$/.exec(String(parts.byday));
  if (ofMonth !== undefined || !found)
    throw invalidRule('must have one day as BYDAY, such as 1MO or -1MO, and then no BYMONTHDAY');
  return { nth: Number(found[1]), weekday: weekdays.indexOf(found[2] as string) };
}

/** Lists the days of a rule in some years, from DTSTART on. */
export function listOccurrences(rule: YearlyRule, start: string, years: Years): string[] {
  const { interval, count, until = '9999-12-31' } = rule;
  const first = Number(start.slice(0, 4));
  // Without COUNT, it does not matter how many days are before the years.
  const skipped = count === undefined ? Math.max(0, Math.ceil((years.from - first) / interval)) : 0;
  const days: string[] = [];
  let found = 0;
  for (let year = first + skipped * interval; year <= years.to; year += interval) {
    const day = dayInYear(rule, year);
    if (day === undefined) continue;
    found += 1;
    if (day > until || (count !== undefined && found > count)) break;
    if (year >= years.from) days.push(day);
  }
  return days;
}

/** The day of a rule in a year; undefined if the year does not have it, such as 29 February. */
function dayInYear({ month, day }: YearlyRule, year: number): string | undefined {
  const length = daysInMonth(year, month);
  const number = 'nth' in day ? nthWeekday(year, month, length, day) : day.ofMonth;
  const counted = number < 0 ? length + 1 + number : number;
  return counted >= 1 && counted <= length ? toDate(year, month, counted) : undefined;
}

/** Returns the day of the month, which may be outside of the month. */
function nthWeekday(
  year: number,
  month: number,
  length: number,
  { nth, weekday }: { nth: number; weekday: number },
): number {
  if (nth > 0) {
    const first = new Date(toDate(year, month, 1)).getUTCDay();
    return 1 + ((weekday - first + 7) % 7) + (nth - 1) * 7;
  }
  const last = new Date(toDate(year, month, length)).getUTCDay();
  // Day 0 is before the month, and not the last day.
  return Math.max(0, length - ((last - weekday + 7) % 7) + (nth + 1) * 7);
}

const isLeapYear = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

const pad = (number: number, length: number) => String(number).padStart(length, '0');

const toDate = (year: number, month: number, day: number) =>
  `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
