import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { fillYear } from '../testing/full-years.ts';

let service: TestService;
let owner: Client;
let calendar_id: number;
let calendar: string;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  calendar_id = (await owner.call('POST', '/holiday-calendars', { name: 'Vienna' })).body.id;
  calendar = `/holiday-calendars/${calendar_id}`;
});

const add = async (date: string, fields: object = {}): Promise<number> =>
  (await owner.call('POST', `${calendar}/holidays`, { date, name: 'Holiday', ...fields })).body.id;
const copy = (from: number, to: number) => owner.call('POST', `${calendar}/copy-year`, { from, to });
const recordCopy = (from: number, to: number) => recordedBy(service, owner.user.org_id, () => copy(from, to));
const list = async (year: number) =>
  (await owner.call('GET', `${calendar}/holidays?date_from=${year}-01-01&date_to=${year}-12-31`)).body.data;
const dates = async (year: number) => (await list(year)).map((one: any) => one.date);

it('copies the holidays of a year in one write, with an event and an audit entry for each', async () => {
  await add('2026-12-25', { name: 'Christmas Day' });
  await add('2026-12-24', { name: 'Christmas Eve', part: 'afternoon' });
  const deleted = await add('2026-05-01');
  await owner.call('DELETE', `${calendar}/holidays/${deleted}`);
  await add('2025-12-26');
  const { result, events, audit, outbox } = await recordCopy(2026, 2027);
  expect(result).toMatchObject({ status: 200, body: { copied: 2, existing: [], omitted: [] } });
  const copied = await list(2027);
  expect(copied).toMatchObject([
    { date: '2027-12-24', name: 'Christmas Eve', part: 'afternoon', created_by: owner.user.id },
    { date: '2027-12-25', name: 'Christmas Day', part: 'full', created_by: owner.user.id },
  ]);
  expect(events).toEqual(copied.map(({ id }: any) => `holiday.post_create ${id}`));
  expect(audit).toMatchObject([
    { action: 'create', resource: 'holiday', after: { date: '2027-12-24', calendar_id } },
    { action: 'create', resource: 'holiday', after: { date: '2027-12-25', calendar_id } },
  ]);
  expect(outbox).toBe(2);
  expect(await dates(2026)).toEqual(['2026-12-24', '2026-12-25']);
});

it('copies nothing the second time', async () => {
  await add('2026-01-01');
  await add('2026-12-25');
  await copy(2026, 2027);
  const { result, ...left } = await recordCopy(2026, 2027);
  expect(result).toMatchObject({
    status: 200,
    body: { copied: 0, existing: ['2027-01-01', '2027-12-25'], omitted: [] },
  });
  expect(left).toEqual(nothing);
});

it('does not change a holiday that exists on a date', async () => {
  await add('2026-01-01', { name: 'New Year' });
  await add('2026-12-25');
  const id = await add('2027-01-01', { name: 'Founding day', part: 'morning' });
  const { result, events } = await recordCopy(2026, 2027);
  expect(result.body).toEqual({ copied: 1, existing: ['2027-01-01'], omitted: [] });
  expect(events).toHaveLength(1);
  expect((await list(2027))[0]).toMatchObject({ id, name: 'Founding day', part: 'morning' });
});

it('leaves out 29 February in a year that does not have it', async () => {
  await add('2024-02-29');
  await add('2024-03-01');
  expect((await copy(2024, 2027)).body).toEqual({ copied: 1, existing: [], omitted: ['2024-02-29'] });
  expect(await dates(2027)).toEqual(['2027-03-01']);
  expect((await copy(2024, 2028)).body).toEqual({ copied: 2, existing: [], omitted: [] });
  expect(await dates(2028)).toEqual(['2028-02-29', '2028-03-01']);
});

it('copies the holidays of its own calendar only', async () => {
  const first = calendar;
  await add('2026-01-01');
  const other = (await owner.call('POST', '/holiday-calendars', { name: 'Graz' })).body.id;
  calendar = `/holiday-calendars/${other}`;
  expect((await copy(2026, 2027)).body.copied).toBe(0);
  await add('2027-01-01');
  calendar = first;
  expect((await copy(2026, 2027)).body).toEqual({ copied: 1, existing: [], omitted: [] });
});

it('copies each holiday once, with concurrent copies and a concurrent create', async () => {
  await add('2026-01-01');
  await add('2026-12-25');
  const { result, events } = await recordedBy(service, owner.user.org_id, () =>
    Promise.all([
      copy(2026, 2027),
      copy(2026, 2027),
      owner.call('POST', `${calendar}/holidays`, { date: '2027-01-01', name: 'New Year' }),
    ]),
  );
  const [first, second, created] = result;
  expect([first?.status, second?.status]).toEqual([200, 200]);
  expect([201, 422]).toContain(created?.status);
  expect(events).toHaveLength(2);
  expect(await dates(2027)).toEqual(['2027-01-01', '2027-12-25']);
});

it('copies as many holidays as a year can have, and rejects more', async () => {
  await fillYear(service, owner, calendar_id, 2026, 200);
  const full = await recordCopy(2026, 2027);
  expect([full.result.body.copied, full.events.length]).toEqual([200, 200]);
  await add('2028-12-31');
  const { result, ...left } = await recordCopy(2026, 2028);
  expect([result.status, result.body.details.fieldErrors]).toEqual([
    422,
    { to: ['At most 200 holidays in a year of a calendar are allowed; 2028 would have 201'] },
  ]);
  expect(left).toEqual(nothing);
});

it.each([
  ['to', { from: 2026, to: 2026 }],
  ['to', { from: 2026, to: 10_000 }],
  ['from', { from: 0, to: 2027 }],
  ['from', { from: '2026', to: 2027 }],
  ['to', { from: 2026 }],
])('rejects an invalid %s: %j', async (field, body) => {
  const { result, ...left } = await recordedBy(service, owner.user.org_id, () =>
    owner.call('POST', `${calendar}/copy-year`, body),
  );
  expect([result.status, Object.keys(result.body.details.fieldErrors)]).toEqual([422, [field]]);
  expect(left).toEqual(nothing);
});

it('replays the response of a repeated Idempotency-Key', async () => {
  await add('2026-01-01');
  const headers = { 'Idempotency-Key': 'copy-2027' };
  const once = () => owner.call('POST', `${calendar}/copy-year`, { from: 2026, to: 2027 }, headers);
  expect([(await once()).body.copied, (await once()).body.copied]).toEqual([1, 1]);
  expect(await dates(2027)).toEqual(['2027-01-01']);
});

it('requires holiday:read, because the response and hooks show holidays', async () => {
  await add('2026-12-25');
  await add('2027-12-25');
  const needed = ['holiday_calendar:read', 'holiday_calendar:update', 'holiday:create'];
  const userWith = async (code: string, permissions: string[]) => {
    const listed = permissions.map((permission) => ({ permission, scopes: ['org'] }));
    await owner.call('POST', '/roles', { code, name: code, permissions: listed });
    return service.newUser(owner, [code]);
  };
  const years = { from: 2026, to: 2027 };
  const without = await userWith('without', needed);
  const { result, events, outbox } = await recordedBy(service, owner.user.org_id, () =>
    without.call('POST', `${calendar}/copy-year`, years),
  );
  expect([result.status, result.body]).toEqual([
    403,
    {
      error: expect.stringContaining('Requires holiday:read'),
      reason: 'permission',
      permission: 'holiday:read',
    },
  ]);
  expect([events, outbox]).toEqual([[], 0]);
  const reader = await userWith('reader', [...needed, 'holiday:read']);
  expect((await reader.call('POST', `${calendar}/copy-year`, years)).body.existing).toEqual(['2027-12-25']);
});
