import { isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type FileRow, maxImportRows, UnreadableFile } from '@wfp/shared';
import ICAL from 'ical.js';
import { type EventProperties, eventProperties, fieldOf, listDays, readName } from './calendar-event.ts';
import { contentLines, maxLineBytes } from './content-lines.ts';
import { InvalidEvent } from './invalid-event.ts';
import { findLenientError } from './lenient-values.ts';
import type { Years } from './yearly-rule.ts';

/** The worker parses this long without a turn of the event loop. */
const maxTurnMs = 10;
/** The time that ical.js needs grows with the square of the number of parameters. */
const maxPropertyLength = 8 * 1024;
/** The maximum number of exceptions of an event before the last EXDATE. */
const maxExceptions = 1_000;
/** A calendar, an event, and an alarm of the event are three. */
const maxDepth = 10;

/**
 * Reads the all-day events of an iCalendar file (RFC 5545) as holidays, one for each day. Rows are numbered by event,
 * from 1. ical.js parses only the properties that are needed, one by one, so that no file can make it run for long.
 *
 * @param years the years in which recurring events are expanded
 * @throws UnreadableFile
 */
export async function readCalendar(bytes: Buffer, years: Years): Promise<FileRow[]> {
  const reader: Reader = { open: [], events: 0, properties: new Map(), invalid: null, rows: [] };
  let turnStart = performance.now();
  for (const line of contentLines(bytes)) {
    if (performance.now() - turnStart > maxTurnMs) {
      await nextTurn();
      turnStart = performance.now();
    }
    if (line === null) throw unreadable(reader, `A line has more than ${maxLineBytes / 1024} KiB`);
    if (line.length > 0) acceptLine(reader, decode(line, reader.events), years);
  }
  if (reader.open.length > 0) throw unreadable(reader, `END:${reader.open.at(-1)} is missing`);
  if (bytes.length === 0) throw unreadable(reader, 'The file is empty; BEGIN:VCALENDAR is required');
  return reader.rows;
}

interface Reader {
  /** The names of the components that have begun and not ended. */
  open: string[];
  /** The number of events that have begun. */
  events: number;
  /** The properties of the current event. */
  properties: Map<string, unknown[]>;
  /** The first error of the current event. */
  invalid: InvalidEvent | null;
  rows: FileRow[];
}

const unreadable = ({ events }: { events: number }, message: string) =>
  new UnreadableFile(Math.max(1, events), message);

function decode(line: Buffer, events: number): string {
  if (!isUtf8(line)) throw unreadable({ events }, 'The file must be UTF-8');
  // PostgreSQL cannot store NUL characters.
  if (line.includes(0)) throw unreadable({ events }, 'The file must not contain NUL characters');
  return line.toString('utf8').replace(/^\ufeff/, '');
}

function acceptLine(reader: Reader, line: string, years: Years): void {
  const [, name = '', value = ''] = /^([\w-]{1,100})[;:](.*)$/s.exec(line) ?? [];
  const component = value.trim().toUpperCase().slice(0, 100);
  const { open } = reader;
  if (!name) throw unreadable(reader, 'A line is not NAME:VALUE');
  if (open.length === 0 && `${name.toUpperCase()}:${component}` !== 'BEGIN:VCALENDAR')
    throw unreadable(reader, 'The file must begin with BEGIN:VCALENDAR');
  if (name.toUpperCase() === 'BEGIN') begin(reader, component);
  else if (name.toUpperCase() === 'END') end(reader, component, years);
  else if (isEvent(open)) acceptProperty(reader, name.toLowerCase(), line);
}

/** True within an event, but not within one of its components, such as alarms. */
const isEvent = (open: readonly string[]) => open.length === 2 && open[1] === 'VEVENT';

function begin(reader: Reader, component: string): void {
  const { open } = reader;
  if (component === 'VEVENT' && open.length !== 1)
    throw unreadable(reader, 'BEGIN:VEVENT must be directly below VCALENDAR');
  open.push(component);
  if (open.length > maxDepth)
    throw unreadable(reader, `Components must not be nested more than ${maxDepth} deep`);
  if (!isEvent(open)) return;
  reader.events += 1;
  if (reader.events > maxImportRows) throw unreadable(reader, `More than ${maxImportRows} events`);
  reader.properties = new Map();
  reader.invalid = null;
}

function end(reader: Reader, component: string, years: Years): void {
  const { open, rows } = reader;
  if (open.at(-1) !== component) throw unreadable(reader, `END:${open.at(-1)} is missing`);
  if (isEvent(open)) {
    for (const row of toRows(reader, years)) rows.push(row);
    if (rows.length > maxImportRows) throw unreadable(reader, `More than ${maxImportRows} holidays`);
  }
  open.pop();
}

function acceptProperty(reader: Reader, name: string, line: string): void {
  if (reader.invalid || !eventProperties.includes(name)) return;
  const values = line.length > maxPropertyLength ? undefined : parseProperty(line);
  const lenient = findLenientError(name, line.slice(line.lastIndexOf(':') + 1).trim());
  const before = reader.properties.get(name);
  if (!values) reader.invalid = new InvalidEvent(fieldOf(name), `${name.toUpperCase()} is not valid`);
  else if (lenient) reader.invalid = lenient;
  else if (before && name !== 'exdate')
    reader.invalid = new InvalidEvent(fieldOf(name), `${name.toUpperCase()} must not occur more than once`);
  else if (before && before.length >= maxExceptions)
    reader.invalid = new InvalidEvent('date', `EXDATE must have at most ${maxExceptions} dates`);
  else if (before) before.push(...values);
  else reader.properties.set(name, values);
}

/** Returns the values of a property; undefined if ical.js rejects it, with an error of any class. */
function parseProperty(line: string): unknown[] | undefined {
  try {
    const [, , , ...values] = ICAL.parse.property(line) as unknown[];
    return values;
  } catch {
    return undefined;
  }
}

function toRows({ events: number, properties, invalid }: Reader, years: Years): FileRow[] {
  try {
    if (invalid) throw invalid;
    return listHolidays(properties, years).map((cells) => ({ number, cells }));
  } catch (error) {
    if (!(error instanceof InvalidEvent)) throw error;
    return [{ number, cells: {}, error: { field: error.field, message: error.message } }];
  }
}

function listHolidays(event: EventProperties, years: Years): { date: string; name: string }[] {
  const days = listDays(event, years);
  if (days.length === 0) return [];
  const name = readName(event);
  return days.map((date) => ({ date, name }));
}
