import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  calendarOf,
  csv,
  csvFile,
  type HolidayService,
  holidayEvents,
  ics,
  icsEvent,
  icsFile,
  newCalendar,
  startHolidayService,
  type TestFile,
} from '../testing/holidays.ts';

let world: HolidayService;
let worker: Awaited<ReturnType<HolidayService['startWorker']>>;
let calendar: Awaited<ReturnType<typeof newCalendar>>;
beforeAll(async () => {
  world = await startHolidayService();
  worker = await world.startWorker();
});
afterAll(async () => {
  await worker.stop();
  await world.stop();
});
beforeEach(async () => {
  calendar = await newCalendar(world);
});

const types = (events: readonly string[]) => holidayEvents(events).map((one) => one.split(' ')[0]);

describe('an import of holidays', () => {
  it.each([
    [
      'CSV',
      csv,
      [
        ['2026-12-24', 'Christmas Eve', 'afternoon'],
        ['2026-12-25', 'Christmas Day', 'full'],
      ],
    ],
    [
      'iCalendar',
      ics,
      [
        ['2026-12-25', 'Christmas', 'full'],
        ['2026-12-26', 'Christmas', 'full'],
        ['2027-01-01', 'New Year', 'full'],
      ],
    ],
  ])(
    'from %s creates them, with an event and an audit entry for each and an event of the calendar',
    async (_, file, rows) => {
      const { result, events, audit } = await calendar.runImport(file);
      expect(result).toMatchObject({
        ...{ resource: 'holiday', parent_id: calendar.id, status: 'succeeded', error: null },
        result: { rows: rows.length, created: rows.length, updated: 0, unchanged: 0, errors: [] },
      });
      expect(await calendar.list()).toEqual(rows);
      const { data } = (await calendar.owner.call('GET', `${calendar.path}/holidays`)).body;
      expect(holidayEvents(events)).toEqual([
        ...data.map(({ id }: any) => `holiday.post_create ${id}`),
        `holiday_calendar.imported ${calendar.id}`,
      ]);
      const entries = audit.filter(({ resource }) => resource === 'holiday');
      expect(entries).toMatchObject(
        rows.map(([date]) => ({ action: 'create', after: { date, calendar_id: calendar.id } })),
      );
    },
  );

  it.each([
    ['CSV', csv],
    ['iCalendar', ics],
  ])('changes nothing and writes no event when the same %s file is imported again', async (_, file) => {
    await calendar.runImport(file);
    const before = (await calendar.owner.call('GET', `${calendar.path}/holidays`)).body;
    for (const options of [{ dry_run: true }, {}]) {
      const { result, events, audit } = await calendar.runImport(file, options);
      expect(result).toMatchObject({
        status: 'succeeded',
        result: { created: 0, updated: 0, unchanged: before.total },
      });
      expect([holidayEvents(events), audit.filter(({ resource }) => resource === 'holiday')]).toEqual([
        [],
        [],
      ]);
    }
    expect((await calendar.owner.call('GET', `${calendar.path}/holidays`)).body).toEqual(before);
  });

  it('updates the holidays that differ, and keeps the part if the file has none', async () => {
    await calendar.runImport(csv);
    const again = icsFile(
      icsEvent('Eve', 'DTSTART;VALUE=DATE:20261224'),
      icsEvent('Christmas Day', 'DTSTART;VALUE=DATE:20261225'),
    );
    const { result, events } = await calendar.runImport(again);
    expect(result.result).toMatchObject({ created: 0, updated: 1, unchanged: 1 });
    expect(types(events)).toEqual(['holiday.post_update', 'holiday_calendar.imported']);
    expect(await calendar.list()).toEqual([
      ['2026-12-24', 'Eve', 'afternoon'],
      ['2026-12-25', 'Christmas Day', 'full'],
    ]);
  });

  it('writes nothing in a dry run', async () => {
    const { result, events } = await calendar.runImport(ics, { dry_run: true });
    expect(result).toMatchObject({ status: 'succeeded', dry_run: true, result: { rows: 3, created: 3 } });
    expect(holidayEvents(events)).toEqual([]);
    expect(await calendar.list()).toEqual([]);
  });

  it('creates a holiday again that was deleted', async () => {
    await calendar.runImport(csv);
    const { data } = (await calendar.owner.call('GET', `${calendar.path}/holidays`)).body;
    await calendar.owner.call('DELETE', `${calendar.path}/holidays/${data[0].id}`);
    expect((await calendar.runImport(csv)).result.result).toMatchObject({ created: 1, unchanged: 1 });
  });

  it('does not change holidays of another calendar on the same dates', async () => {
    await calendar.runImport(csv);
    const { owner } = calendar;
    const other = (await owner.call('POST', '/holiday-calendars', { name: 'Graz' })).body.id;
    const renamed = csvFile(csv.content.replaceAll('Christmas', 'Xmas'));
    const { result, events } = await calendarOf(world.service, owner, other).runImport(renamed);
    expect(result).toMatchObject({ parent_id: other, result: { created: 2, updated: 0 } });
    expect(events).toContain(`holiday_calendar.imported ${other}`);
    expect((await calendar.list())[0]).toEqual(['2026-12-24', 'Christmas Eve', 'afternoon']);
  });

  it('expands yearly events from the previous year to five years ahead', async () => {
    const year = new Date().getUTCFullYear();
    const { result } = await calendar.runImport(
      icsFile(icsEvent('Founding day', 'DTSTART;VALUE=DATE:19550515', 'RRULE:FREQ=YEARLY')),
    );
    expect(result.result).toMatchObject({ created: 7 });
    expect((await calendar.list()).map(([date]: any) => date)).toEqual(
      Array.from({ length: 7 }, (_, n) => `${year - 1 + n}-05-15`),
    );
  });
});

async function expectErrors(file: TestFile, errors: unknown[]): Promise<void> {
  const before = await calendar.list();
  for (const options of [{ dry_run: true }, {}]) {
    const { result, events } = await calendar.runImport(file, options);
    expect([result.status, result.result.created, result.result.errors]).toEqual(['failed', 0, errors]);
    expect(holidayEvents(events)).toEqual([]);
  }
  expect(await calendar.list()).toEqual(before);
}

describe('an import of holidays reports every error and writes nothing', () => {
  it('of a CSV file, by row and column', async () => {
    const text =
      'date,name,part\n2026-12-24,Eve,\n2026-02-30,Nothing,\n2026-12-26,,evening\n2026-12-24,Twice,full\n';
    await expectErrors(csvFile(text), [
      { row: 3, field: 'date', message: expect.any(String) },
      { row: 4, field: 'part', message: expect.stringContaining('full') },
      { row: 5, field: 'date', message: 'Is the same in rows 2 and 5' },
    ]);
    await expectErrors(csvFile('date\n2026-12-24\n'), [{ row: 2, field: 'name', message: 'Is required' }]);
  });

  it('of an iCalendar file, by event and field', async () => {
    const file = icsFile(
      icsEvent('Good', 'DTSTART;VALUE=DATE:20261224'),
      icsEvent('Meeting', 'DTSTART:20261224T100000Z'),
      icsEvent('x'.repeat(101), 'DTSTART;VALUE=DATE:20261226'),
      icsEvent('Weekly', 'DTSTART;VALUE=DATE:20261227', 'RRULE:FREQ=WEEKLY;COUNT=1000000000'),
      icsEvent('Twice', 'DTSTART;VALUE=DATE:20261223', 'DURATION:P2D'),
    );
    await expectErrors(file, [
      { row: 2, field: 'date', message: expect.stringContaining('DTSTART must be a date') },
      { row: 3, field: 'name', message: expect.stringContaining('100') },
      { row: 4, field: 'date', message: 'RRULE must have FREQ=YEARLY' },
      { row: 5, field: 'date', message: 'Is the same in rows 1 and 5' },
    ]);
  });

  it('of a file that is not iCalendar', async () => {
    const file = { ...csv, name: 'holidays.ics', mime: 'text/calendar' };
    await expectErrors(file, [{ row: 1, field: null, message: 'A line is not NAME:VALUE' }]);
  });

  it('of a year with more than 200 holidays', async () => {
    const days = Array.from({ length: 201 }, (_, n) =>
      new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10),
    );
    const file = csvFile(`date,name\n${days.map((date) => `${date},Day off\n`).join('')}`);
    const message = 'At most 200 holidays in a year of a calendar are allowed';
    await expectErrors(file, [{ row: 202, field: 'date', message }]);
  });
});
