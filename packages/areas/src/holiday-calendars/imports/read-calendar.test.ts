import { maxImportRows, UnreadableFile } from '@wfp/shared';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { event, start, years } from '../testing/calendar-text.ts';
import { readCalendar } from './read-calendar.ts';

const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//Test//EN', ...lines, 'END:VCALENDAR', ''].join(
    '\r\n',
  );
const read = (text: string | Buffer) => readCalendar(Buffer.from(text), years);
const readEvent = (...lines: string[]) => read(calendar(...event(...lines)));
const daysOf = async (...lines: string[]) => (await readEvent(...lines)).map(({ cells }) => cells.date);
const errorOf = async (...lines: string[]) => {
  const rows = await readEvent(...lines);
  expect(rows).toHaveLength(1);
  return rows[0]?.error;
};
const failureOf = async (text: string | Buffer) => {
  const error: unknown = await read(text).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UnreadableFile);
  const { row, message } = error as UnreadableFile;
  return [row, message];
};

describe('an event', () => {
  it('is one holiday for each day, without the end', async () => {
    expect(await readEvent('DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261227')).toEqual([
      { number: 1, cells: { date: '2026-12-24', name: 'Day off' } },
      { number: 1, cells: { date: '2026-12-25', name: 'Day off' } },
      { number: 1, cells: { date: '2026-12-26', name: 'Day off' } },
    ]);
  });

  it.each([
    ['no end', []],
    ['an end on the next day', ['DTEND;VALUE=DATE:20260102']],
    ['an end on the same day', ['DTEND;VALUE=DATE:20260101']],
    ['a duration', ['DURATION:P1D']],
  ])('has one day with %s', async (_, more) => {
    expect(await daysOf('DTSTART;VALUE=DATE:20260101', ...more)).toEqual(['2026-01-01']);
  });

  it('lasts over the end of a year, in weeks', async () => {
    const days = await daysOf('DTSTART;VALUE=DATE:20261228', 'DURATION:P1W');
    expect([days.length, days[0], days.at(-1)]).toEqual([7, '2026-12-28', '2027-01-03']);
  });

  it('has a name with escapes, folds within characters, and alarms that are not read', async () => {
    const folded = Buffer.from('SUMMARY;LANGUAGE=de:Allerheiligen\\, Österreich: ÄÖ');
    const umlaut = folded.indexOf('Ä') + 1;
    const text = Buffer.concat([
      Buffer.from('\ufeffBEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART;VALUE=DATE:20261101\n'),
      folded.subarray(0, 10),
      Buffer.from('\n\t'),
      folded.subarray(10, umlaut),
      Buffer.from('\r\n '),
      folded.subarray(umlaut),
      Buffer.from('\nBEGIN:VALARM\nDTSTART:20200101\nSUMMARY:Alarm\nEND:VALARM\nEND:VEVENT\nEND:VCALENDAR'),
    ]);
    expect(await read(text)).toEqual([
      { number: 1, cells: { date: '2026-11-01', name: 'Allerheiligen, Österreich: ÄÖ' } },
    ]);
  });

  it('is ignored if it is cancelled', async () => {
    expect(await daysOf('DTSTART;VALUE=DATE:20260101', 'STATUS:CANCELLED')).toEqual([]);
    expect(await daysOf('DTSTART;VALUE=DATE:20260101', 'STATUS:CONFIRMED')).toEqual(['2026-01-01']);
  });
});

describe('a yearly event', () => {
  it.each([
    ['on a date', '20100101', 'FREQ=YEARLY', [1, 1, 1, 1, 1].map((_, n) => `${2026 + n}-01-01`)],
    ['every third year', '20180501', 'FREQ=YEARLY;INTERVAL=3', ['2027-05-01', '2030-05-01']],
    ['until a date', '20240501', 'FREQ=YEARLY;UNTIL=20270501', ['2026-05-01', '2027-05-01']],
    ['until a time', '20240501', 'FREQ=YEARLY;UNTIL=20270430T220000Z', ['2026-05-01']],
    ['of three occurrences', '20250501', 'FREQ=YEARLY;COUNT=3', ['2026-05-01', '2027-05-01']],
    ['of leap days', '20240229', 'FREQ=YEARLY', ['2028-02-29']],
    ['of two leap days', '20240229', 'FREQ=YEARLY;COUNT=2', ['2028-02-29']],
    [
      'on the fourth Thursday of November',
      '20201126',
      'FREQ=YEARLY;BYMONTH=11;BYDAY=4TH',
      ['2026-11-26', '2027-11-25', '2028-11-23', '2029-11-22', '2030-11-28'],
    ],
    [
      'on the last Monday of May',
      '20200525',
      'FREQ=YEARLY;BYMONTH=5;BYDAY=-1MO;UNTIL=20281231',
      ['2026-05-25', '2027-05-31', '2028-05-29'],
    ],
    ['on the last day of a month', '20240229', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1;COUNT=3', ['2026-02-28']],
    ['after the years', '20310501', 'FREQ=YEARLY', []],
  ])('%s is expanded in some years', async (_, start, rule, days) => {
    expect(await daysOf(`DTSTART;VALUE=DATE:${start}`, `RRULE:${rule}`)).toEqual(days);
  });

  it('has no occurrence on its exceptions, and all days of the others', async () => {
    const days = await daysOf(
      ...['DTSTART;VALUE=DATE:20251231', 'DTEND;VALUE=DATE:20260102', 'RRULE:FREQ=YEARLY;COUNT=4'],
      ...['EXDATE;VALUE=DATE:20261231', 'EXDATE;VALUE=DATE:20281231,20291231'],
    );
    expect(days).toEqual(['2027-12-31', '2028-01-01']);
  });

  it('has the occurrences that ical.js computes', async () => {
    const weekday = fc.constantFrom('SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA');
    const nth = fc.integer({ min: -4, max: 4 }).filter((n) => n !== 0);
    const month = fc.integer({ min: 1, max: 12 }).map((one) => [one]);
    const rules = fc.record(
      {
        on: fc.oneof(
          fc.record({ byday: fc.tuple(nth, weekday).map((parts) => [parts.join('')]), bymonth: month }),
          fc.record({ bymonthday: fc.integer({ min: 1, max: 28 }).map((one) => [one]), bymonth: month }),
        ),
        interval: fc.integer({ min: 1, max: 4 }),
        count: fc.integer({ min: 1, max: 12 }),
        year: fc.integer({ min: 1990, max: 2030 }),
      },
      { requiredKeys: ['on', 'year'] },
    );
    await fc.assert(
      fc.asyncProperty(rules, async ({ on, year, ...rest }) => {
        const recur = ICAL.Recur.fromData({ freq: 'YEARLY', ...on, ...rest });
        const unlimited = ICAL.Recur.fromData({ freq: 'YEARLY', ...on });
        const start = unlimited.iterator(ICAL.Time.fromDateString(`${year}-01-01`)).next();
        const iterator = recur.iterator(start);
        const expected: string[] = [];
        for (let day = iterator.next(); day && day.year <= years.to; day = iterator.next())
          if (day.year >= years.from) expected.push(day.toString());
        const ical = start.toString().replaceAll('-', '');
        expect(await daysOf(`DTSTART;VALUE=DATE:${ical}`, `RRULE:${recur}`)).toEqual(expected);
      }),
      { numRuns: 300, seed: 7 },
    );
  });
});

describe('an event is reported', () => {
  it.each([
    [
      ['DTSTART:20260101T080000Z'],
      'DTSTART must be a date (VALUE=DATE); only all-day events can be imported',
    ],
    [['DTSTART:20260101'], /^DTSTART must be a date/],
    [['DTSTART;TZID=Europe/Vienna:20260101T000000'], /^DTSTART must be a date/],
    [['DTSTART;VALUE=DATE:20260230'], /^DTSTART must be a date/],
    [['DTSTART;VALUE=DATE:00000101'], /^DTSTART must be a date/],
    [['DTSTART;VALUE=DATE:tomorrow'], /^DTSTART (must be a date|is not valid)/],
    [[], 'DTSTART is required'],
    [['DTSTART;VALUE=DATE:20260101,20260102'], 'DTSTART must be one date'],
    [[start, 'DTEND;VALUE=DATE:20260102,20260103'], 'DTEND must be one date'],
    [[start, start], 'DTSTART must not occur more than once'],
    [[start, 'DTEND;VALUE=DATE:20251231'], 'DTEND must not be before DTSTART'],
    [[start, 'DTEND;VALUE=DATE:20260801'], 'Must have at most 200 days'],
    [[start, 'DTEND;VALUE=DATE:20260102', 'DURATION:P1D'], 'Must have DTEND or DURATION, not both'],
    [[start, 'DURATION:PT8H'], 'DURATION must be a number of days or weeks, such as P2D'],
    [['DTSTART;VALUE=DATE:99991231', 'DURATION:P2D'], 'Must not be after the year 9999'],
    [[start, 'RDATE;VALUE=DATE:20260301'], 'RDATE is not supported'],
    [[start, 'RECURRENCE-ID;VALUE=DATE:20260101'], 'RECURRENCE-ID is not supported'],
  ])('%j', async (lines, message) => {
    const expected = typeof message === 'string' ? message : expect.stringMatching(message);
    expect(await errorOf(...lines)).toEqual({ field: 'date', message: expected });
  });

  it.each([
    ['FREQ=SECONDLY', 'must have FREQ=YEARLY'],
    ['FREQ=WEEKLY;BYDAY=SU', 'must have FREQ=YEARLY'],
    ['FREQ=OFTEN', 'is not valid'],
    ['COUNT=1', 'must have FREQ=YEARLY'],
    ['FREQ', 'is not valid'],
    ['FREQ=YEARLY;BYDAY', 'is not valid'],
    ['FREQ=YEARLY;BYWEEKNO=20', 'must not have BYWEEKNO'],
    ['FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1;BYSETPOS=1', 'must not have BYSETPOS'],
    ['FREQ=YEARLY;CONSTRUCTOR=1', 'must not have CONSTRUCTOR'],
    ['FREQ=YEARLY;BYMONTH=1,2', 'must have one BYMONTH'],
    ['FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1,2', 'must have one BYMONTHDAY'],
    ['FREQ=YEARLY;BYMONTHDAY=1', 'with BYMONTHDAY or BYDAY must have BYMONTH'],
    ['FREQ=YEARLY;BYDAY=1TH', 'with BYMONTHDAY or BYDAY must have BYMONTH'],
    ['FREQ=YEARLY;BYMONTH=1;BYDAY=TH', /^must have one day as BYDAY/],
    ['FREQ=YEARLY;BYMONTH=1;BYDAY=1TH,2TH', /^must have one day as BYDAY/],
    ['FREQ=YEARLY;BYMONTH=1;BYDAY=1TH;BYMONTHDAY=1', /^must have one day as BYDAY/],
    ['FREQ=YEARLY;INTERVAL=0', 'must have an INTERVAL of at least 1'],
    ['FREQ=YEARLY;INTERVAL=-1', 'must have an INTERVAL of at least 1'],
    ['FREQ=YEARLY;BYMONTH=1L', 'must have a whole number as BYMONTH'],
    ['FREQ=YEARLY;BYMONTH=13', 'is not valid'],
    ['FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1st', 'must have a whole number as BYMONTHDAY'],
    ['FREQ=YEARLY;COUNT=3x', 'must have a whole number as COUNT'],
    ['FREQ=YEARLY;COUNT=0', 'must have a COUNT of at least 1'],
    ['FREQ=YEARLY;UNTIL=20269999', /^must have a date as UNTIL|^is not valid/],
    ['FREQ=YEARLY;BYMONTH=2', 'must include DTSTART'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'must include DTSTART'],
    ['FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=0', 'must include DTSTART'],
  ])('if its RRULE is %s', async (rule, message) => {
    const error = await errorOf(start, `RRULE:${rule}`);
    const reason = typeof message === 'string' ? message : expect.stringMatching(message);
    expect([error?.field, error?.message.replace(/^RRULE /, '')]).toEqual(['date', reason]);
  });

  it('without a name', async () => {
    const rows = await read(calendar('BEGIN:VEVENT', start, 'END:VEVENT', ...event(start)));
    expect(rows).toEqual([
      { number: 1, cells: {}, error: { field: 'name', message: 'SUMMARY is required' } },
      { number: 2, cells: { date: '2026-01-01', name: 'Day off' } },
    ]);
  });
});

describe('a file is rejected', () => {
  it.each([
    ['that is empty', '', 1, 'The file is empty; BEGIN:VCALENDAR is required'],
    ['of another kind', 'date,name\n2026-01-01,New Year', 1, 'A line is not NAME:VALUE'],
    ['without a calendar', event(start).join('\n'), 1, 'The file must begin with BEGIN:VCALENDAR'],
    ['that begins with a property', 'VERSION:2.0', 1, 'The file must begin with BEGIN:VCALENDAR'],
    ['that ends within an event', 'BEGIN:VCALENDAR\nBEGIN:VEVENT\n', 1, 'END:VEVENT is missing'],
    ['with an unmatched end', calendar('BEGIN:VEVENT', 'END:VTODO'), 1, 'END:VEVENT is missing'],
    ['with an event in an event', calendar(...event(...event(start))), 1, /^BEGIN:VEVENT must be directly/],
    ['that is not UTF-8', Buffer.from(calendar(...event('X:\xff')), 'latin1'), 1, 'The file must be UTF-8'],
    ['with NUL', calendar(...event('X:\0')), 1, 'The file must not contain NUL characters'],
    ['with a long line', calendar(`X:${'a'.repeat(70_000)}`), 1, 'A line has more than 64 KiB'],
  ])('%s', async (_, text, row, message) => {
    expect(await failureOf(text)).toEqual([
      row,
      typeof message === 'string' ? message : expect.stringMatching(message),
    ]);
  });
});

it('reads 10,000 events, and no more', async () => {
  const some = (count: number) => calendar(...Array.from({ length: count }, () => event(start)).flat());
  expect(await read(some(maxImportRows))).toHaveLength(maxImportRows);
  expect(await failureOf(some(maxImportRows + 1))).toEqual([10_001, 'More than 10000 events']);
});
