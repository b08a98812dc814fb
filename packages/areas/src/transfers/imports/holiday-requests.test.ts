import { Prisma } from '@wfp/shared/db';
import type { Client } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  csv,
  csvFile,
  type HolidayService,
  holidayEvents,
  ics,
  newCalendar,
  startHolidayService,
  type TestFile,
  uploadFile,
} from '../testing/holidays.ts';
import { requestTransfer, waitUntilEnded } from '../testing/transfers.ts';

const { sql } = Prisma;

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

describe('a request for an import of holidays', () => {
  const request = async (by: Client, file: TestFile = csv) => {
    const file_id = await uploadFile(world.service, by, file);
    return recordedBy(world.service, by.user.org_id, () =>
      by.call('POST', `${calendar.path}/import`, { file_id }),
    );
  };

  it('is rejected for a calendar that does not exist, is deleted or belongs to another organization', async () => {
    const other = await world.service.newOrganization();
    const foreign = await request(other);
    expect([foreign.result.status, foreign.events]).toEqual([404, []]);
    await calendar.owner.call('DELETE', calendar.path);
    const deleted = await request(calendar.owner);
    expect(deleted.result).toMatchObject({ status: 404, body: { error: expect.any(String) } });
    expect(deleted).toMatchObject(nothing);
  });

  it('requires holiday:manage and holiday_calendar:update', async () => {
    const userWith = async (code: string, permissions: string[]) => {
      const listed = [...permissions, 'file:create', 'file:update', 'file:read'].map((permission) => ({
        ...{ permission, scopes: permission.startsWith('file') ? ['own'] : ['org'] },
      }));
      await calendar.owner.call('POST', '/roles', { code, name: code, permissions: listed });
      return world.service.newUser(calendar.owner, [code]);
    };
    const hr = await world.service.newUser(calendar.owner, ['hr']);
    expect((await request(hr)).result.status).toBe(202);
    const changer = await userWith('changer', [
      ...['read', 'create', 'update', 'archive'].map((right) => `holiday:${right}`),
      'holiday_calendar:manage',
    ]);
    expect((await request(changer)).result.status).toBe(403);
    const reader = await userWith('reader', ['holiday:manage', 'holiday_calendar:read']);
    expect((await request(reader)).result).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('holiday_calendar:update') },
    });
    const writer = await userWith('writer', ['holiday:manage', 'holiday_calendar:manage']);
    expect((await request(writer)).result.status).toBe(202);
  });

  it('requires the type text/calendar for a file named *.ics', async () => {
    const { result, ...left } = await request(calendar.owner, {
      ...ics,
      mime: 'application/octet-stream',
    });
    expect([result.status, result.body.details.fieldErrors]).toEqual([
      422,
      { file_id: ['The file is named *.ics, so its type must be text/calendar'] },
    ]);
    expect(left).toEqual(nothing);
  });
});

describe('concurrent imports', () => {
  it('of one file into one calendar write each holiday once', async () => {
    const file_id = await uploadFile(world.service, calendar.owner, ics);
    const second = await world.startWorker();
    try {
      const { result, events } = await recordedBy(world.service, calendar.owner.user.org_id, async () => {
        const ids = await Promise.all(
          [1, 2, 3].map(() => requestTransfer(calendar.owner, `${calendar.path}/import`, { file_id })),
        );
        return Promise.all(ids.map((id) => waitUntilEnded(calendar.owner, `/imports/${id}`)));
      });
      const created = result.map((one) => [one.status, one.result.created, one.result.unchanged]).sort();
      expect(created).toEqual([
        ['succeeded', 0, 3],
        ['succeeded', 0, 3],
        ['succeeded', 3, 0],
      ]);
      expect(types(events)).toEqual([...Array(3).fill('holiday.post_create'), 'holiday_calendar.imported']);
    } finally {
      await second.stop();
    }
  });

  it('and creates of the same holiday leave one', async () => {
    const file_id = await uploadFile(world.service, calendar.owner, csv);
    const [id, ...created] = await Promise.all([
      requestTransfer(calendar.owner, `${calendar.path}/import`, { file_id }),
      ...Array.from({ length: 5 }, () =>
        calendar.owner.call('POST', `${calendar.path}/holidays`, {
          date: '2026-12-25',
          name: 'Christmas Day',
        }),
      ),
    ]);
    expect(await waitUntilEnded(calendar.owner, `/imports/${id}`)).toMatchObject({ status: 'succeeded' });
    expect(created.filter(({ status }) => ![201, 422].includes(status))).toEqual([]);
    expect((await calendar.list()).map(([date]: any) => date)).toEqual(['2026-12-24', '2026-12-25']);
  });

  it('fails if the calendar is deleted before it starts', async () => {
    const file_id = await uploadFile(world.service, calendar.owner, csv);
    await worker.stop();
    const id = await requestTransfer(calendar.owner, `${calendar.path}/import`, { file_id });
    await calendar.owner.call('DELETE', calendar.path);
    worker = await world.startWorker();
    expect(await waitUntilEnded(calendar.owner, `/imports/${id}`)).toMatchObject({
      ...{ status: 'failed', result: null, error: expect.stringContaining('oliday calendar') },
    });
    expect(
      await world.service.rows(
        sql`select id from holidays where calendar_id = ${calendar.id} and org_id = ${calendar.owner.user.org_id}`,
      ),
    ).toEqual([]);
  });
});

it('names the limit of 10,000 rows, and writes nothing', async () => {
  const { result, events } = await calendar.runImport(
    csvFile(`date,name\n${'2026-01-01,Day\n'.repeat(10_001)}`),
  );
  expect([result.status, result.result.errors]).toEqual([
    'failed',
    [{ row: 10_002, field: null, message: 'More than 10000 rows' }],
  ]);
  expect(holidayEvents(events)).toEqual([]);
});

it('imports the holidays of several years in one transaction', async () => {
  const days = Array.from({ length: 60 }, (_, n) => {
    const day = Date.UTC(1900 + Math.floor(n / 20), 0, 1 + (n % 20));
    return `${new Date(day).toISOString().slice(0, 10)},Day ${n}\n`;
  });
  const { result, events } = await calendar.runImport(csvFile(`date,name\n${days.join('')}`));
  expect(result.result).toEqual({ rows: 60, created: 60, updated: 0, unchanged: 0, errors: [] });
  expect(types(events)).toEqual([...Array(60).fill('holiday.post_create'), 'holiday_calendar.imported']);
  // Timestamps are those of the transaction: one value means one transaction.
  const rows = await world.service.rows(
    sql`select distinct created_at from holidays where org_id = ${calendar.owner.user.org_id}`,
  );
  expect(rows).toHaveLength(1);
});
