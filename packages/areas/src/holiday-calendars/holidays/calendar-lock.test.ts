import { type Client, startService, type TestService } from '@wfp/testing';
import { waitUntilBlocking } from '@wfp/testing/lock-waits.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { fillYear } from '../testing/full-years.ts';

let service: TestService;
let owner: Client;
let calendar_id: number;
let calendar: string;
/** Another transaction, which holds a lock of the calendar and adds a holiday. */
let other: pg.Client;
beforeAll(async () => {
  service = await startService();
  other = new pg.Client(service.config.DATABASE_URL);
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await service.stop();
});
beforeEach(async () => {
  owner = await service.newOrganization();
  calendar_id = (await owner.call('POST', '/holiday-calendars', { name: 'Vienna' })).body.id;
  calendar = `/holiday-calendars/${calendar_id}`;
});
afterEach(() => other.query('rollback'));

/** Calls while the other transaction adds a holiday, which it commits when the call waits for it. */
async function callDuringInsert(date: string, call: () => Promise<any>): Promise<any> {
  const key = [owner.user.org_id, calendar_id];
  await other.query('begin');
  await other.query('select id from holiday_calendars where org_id = $1 and id = $2 for share', key);
  await other.query('insert into holidays (org_id, calendar_id, date, name) values ($1, $2, $3, $4)', [
    ...key,
    date,
    'Founding day',
  ]);
  const response = call();
  await waitUntilBlocking(other);
  await other.query('commit');
  return response;
}

it('a new holiday is counted after those that are being added', async () => {
  await fillYear(service, owner, calendar_id, 2026, 199);
  const { status, body } = await callDuringInsert('2026-12-30', () =>
    owner.call('POST', `${calendar}/holidays`, { date: '2026-12-31', name: 'New Year’s Eve' }),
  );
  expect([status, Object.keys(body.details.fieldErrors)]).toEqual([422, ['date']]);
  const { total } = (await owner.call('GET', `${calendar}/holidays`)).body;
  expect(total).toBe(200);
});

it('a copy finds the holidays that are being added', async () => {
  await fillYear(service, owner, calendar_id, 2026, 2);
  const { status, body } = await callDuringInsert('2027-01-01', () =>
    owner.call('POST', `${calendar}/copy-year`, { from: 2026, to: 2027 }),
  );
  expect([status, body]).toEqual([200, { copied: 1, existing: ['2027-01-01'], omitted: [] }]);
});
