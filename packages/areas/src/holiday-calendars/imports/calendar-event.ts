import { CalendarDate } from '@wfp/shared/contract';
import { maxHolidaysPerYear } from '../holidays/holidays.contract.ts';
import { InvalidEvent } from './invalid-event.ts';
import { listOccurrences, readRule, type Years } from './yearly-rule.ts';

/** The values of a property as parsed by ical.js; several properties of one name are combined. */
export type EventProperties = ReadonlyMap<string, readonly unknown[]>;

/** The properties of an event that an import reads. Of `exdate` there may be several. */
export const eventProperties: readonly string[] = [
  ...['dtstart', 'dtend', 'duration', 'rrule', 'exdate', 'rdate', 'recurrence-id', 'summary', 'status'],
];

/** The field of a holiday that a property determines. */
export const fieldOf = (property: string) => (property === 'summary' ? 'name' : 'date');

/**
 * Lists the days of an all-day event, those of a recurring event only in some years. A cancelled event has none.
 *
 * @throws InvalidEvent
 */
export function listDays(event: EventProperties, years: Years): string[] {
  if (String(event.get('status')?.[0]).toUpperCase() === 'CANCELLED') return [];
  for (const name of ['rdate', 'recurrence-id'])
    if (event.has(name)) throw new InvalidEvent('date', `${name.toUpperCase()} is not supported`);
  const start = readDate(event, 'dtstart');
  if (start === undefined) throw new InvalidEvent('date', 'DTSTART is required');
  const length = countDays(event, start);
  const excluded = new Set(event.get('exdate')?.map((value) => String(value).slice(0, 10)));
  return listStarts(event, start, years)
    .filter((day) => !excluded.has(day))
    .flatMap((first) => Array.from({ length }, (_, n) => addDays(first, n)));
}

/** The name of the holidays. @throws InvalidEvent */
export function readName(event: EventProperties): string {
  const name = event.get('summary')?.[0];
  if (typeof name !== 'string') throw new InvalidEvent('name', 'SUMMARY is required');
  return name;
}

function listStarts(event: EventProperties, start: string, years: Years): string[] {
  const [rule] = event.get('rrule') ?? [];
  if (rule === undefined) return [start];
  return listOccurrences(readRule(rule as Record<string, unknown>, start), start, years);
}

function readDate(event: EventProperties, name: string): string | undefined {
  const [value] = event.get(name) ?? [];
  if (value === undefined) return undefined;
  const parsed = CalendarDate.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new InvalidEvent(
    'date',
    `${name.toUpperCase()} must be a date (VALUE=DATE); only all-day events can be imported`,
  );
}

/** DTEND is the day after the last one. Events that end on the day on which they start have one day. */
function countDays(event: EventProperties, start: string): number {
  const end = readDate(event, 'dtend');
  const duration = readDuration(event);
  if (end !== undefined && duration !== undefined)
    throw new InvalidEvent('date', 'Must have DTEND or DURATION, not both');
  const days = duration ?? (end === undefined ? 1 : (Date.parse(end) - Date.parse(start)) / dayMs);
  if (days < 0) throw new InvalidEvent('date', 'DTEND must not be before DTSTART');
  if (days > maxHolidaysPerYear)
    throw new InvalidEvent('date', `Must have at most ${maxHolidaysPerYear} days`);
  return Math.max(1, days);
}

function readDuration(event: EventProperties): number | undefined {
  const [value] = event.get('duration') ?? [];
  if (value === undefined) return undefined;
  const [, number, unit] = /^P(\d{1,3})([DW])$/.exec(String(value)) ?? [];
  if (!unit) throw new InvalidEvent('date', 'DURATION must be a number of days or weeks, such as P2D');
  return Number(number) * (unit === 'W' ? 7 : 1);
}

const dayMs = 24 * 60 * 60 * 1000;

function addDays(date: string, days: number): string {
  if (days === 0) return date;
  const added = new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);
  if (added.startsWith('+')) throw new InvalidEvent('date', 'Must not be after the year 9999');
  return added;
}
