import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fillYear } from '../testing/full-years.ts';

let service: TestService;
let owner: Client;
let calendar_id: number;
let list: string;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  calendar_id = await newCalendar('Vienna');
  list = `/holiday-calendars/${calendar_id}/holidays`;
});

const newCalendar = async (name: string): Promise<number> =>
  (await owner.call('POST', '/holiday-calendars', { name })).body.id;
const create = (date: string, fields: object = {}) =>
  owner.call('POST', list, { date, name: 'Christmas Day', ...fields });
const dates = async (query = '') =>
  (await owner.call('GET', `${list}${query}`)).body.data.map((one: any) => one.date);

async function expectRejected(act: () => Promise<any>, message: string): Promise<void> {
  const { result, ...left } = await recordedBy(service, owner.user.org_id, act);
  expect([result.status, result.body.details.fieldErrors]).toEqual([422, { date: [message] }]);
  expect(left).toEqual(nothing);
}

it('creates, changes and deletes a holiday, each with an event and an audit entry', async () => {
  const created = await recordedBy(service, owner.user.org_id, () => create('2026-12-25'));
  const { id } = created.result.body;
  expect(created.result).toMatchObject({
    status: 201,
    body: { calendar_id, date: '2026-12-25', name: 'Christmas Day', part: 'full' },
  });
  expect(created.events).toEqual([`holiday.post_create ${id}`]);
  expect(created.audit).toMatchObject([
    { action: 'create', resource: 'holiday', after: { date: '2026-12-25', calendar_id } },
  ]);

  const changed = await recordedBy(service, owner.user.org_id, () =>
    owner.call('PATCH', `${list}/${id}`, { date: '2026-12-24', part: 'afternoon' }),
  );
  expect(changed.result.body).toMatchObject({ date: '2026-12-24', part: 'afternoon' });
  expect(changed.events).toEqual([`holiday.post_update ${id}`]);
  expect(changed.audit).toMatchObject([{ before: { part: 'full' }, after: { part: 'afternoon' } }]);

  const deleted = await recordedBy(service, owner.user.org_id, () => owner.call('DELETE', `${list}/${id}`));
  expect([deleted.result.status, deleted.events]).toEqual([204, [`holiday.post_archive ${id}`]]);
  expect(await dates()).toEqual([]);
});

it('lists holidays by date, also of a period and by the part of the day', async () => {
  for (const date of ['2027-01-01', '2026-12-25', '2026-01-01']) await create(date);
  await create('2026-12-24', { part: 'afternoon' });
  expect(await dates()).toEqual(['2026-01-01', '2026-12-24', '2026-12-25', '2027-01-01']);
  expect(await dates('?date_from=2026-12-25&date_to=2027-01-01')).toEqual(['2026-12-25', '2027-01-01']);
  expect(await dates('?date=2026-12-25')).toEqual(['2026-12-25']);
  expect(await dates('?part=morning,afternoon')).toEqual(['2026-12-24']);
});

it('shows holidays only below their calendar', async () => {
  const { id } = (await create('2026-12-25')).body;
  const other = `/holiday-calendars/${await newCalendar('Graz')}/holidays`;
  expect((await owner.call('GET', other)).body.total).toBe(0);
  expect((await owner.call('GET', `${other}/${id}`)).status).toBe(404);
  expect((await owner.call('PATCH', `${other}/${id}`, { name: 'Moved' })).status).toBe(404);
});

it.each([
  ['date', '2027-02-29'],
  ['date', '25.12.2026'],
  ['name', ''],
  ['part', 'evening'],
])('rejects the %s %j', async (field, value) => {
  const { status, body } = await create('2026-12-25', { [field]: value });
  expect([status, Object.keys(body.details.fieldErrors)]).toEqual([422, [field]]);
});

describe('a date', () => {
  it('has one holiday of a calendar, regardless of the part of the day', async () => {
    const first = (await create('2026-12-25', { part: 'morning' })).body;
    await expectRejected(() => create('2026-12-25', { part: 'afternoon' }), 'Is already taken');
    const { id } = (await create('2026-12-26')).body;
    await expectRejected(
      () => owner.call('PATCH', `${list}/${id}`, { date: '2026-12-25' }),
      'Is already taken',
    );
    await owner.call('DELETE', `${list}/${first.id}`);
    expect((await create('2026-12-25')).status).toBe(201);
    await expectRejected(() => owner.call('POST', `${list}/${first.id}/restore`), 'Is already taken');
  });

  it('can have a holiday in each calendar', async () => {
    await create('2026-12-25');
    list = `/holiday-calendars/${await newCalendar('Graz')}/holidays`;
    expect((await create('2026-12-25')).status).toBe(201);
  });

  it('gets one holiday from two concurrent requests', async () => {
    const { result, events, audit } = await recordedBy(service, owner.user.org_id, () =>
      Promise.all([create('2026-12-25'), create('2026-12-25')]),
    );
    expect(result.map(({ status }) => status).sort()).toEqual([201, 422]);
    const rejected = result.find(({ status }) => status === 422);
    expect(rejected?.body.details.fieldErrors).toEqual({ date: ['Is already taken'] });
    expect([events.length, audit.length]).toEqual([1, 1]);
  });
});

describe('a year', () => {
  const tooMany = 'At most 200 holidays in a year of a calendar are allowed';

  it('has at most 200 holidays of a calendar', async () => {
    const ids = await fillYear(service, owner, calendar_id, 2026, 200);
    await expectRejected(() => create('2026-12-31'), tooMany);
    const { id } = (await create('2027-01-01')).body;
    await expectRejected(() => owner.call('PATCH', `${list}/${id}`, { date: '2026-12-31' }), tooMany);
    const within = await owner.call('PATCH', `${list}/${ids[0]}`, { date: '2026-12-30' });
    expect([within.status, within.body.date]).toEqual([200, '2026-12-30']);
    expect((await owner.call('PATCH', `${list}/${ids[1]}`, { name: 'Renamed' })).status).toBe(200);

    await owner.call('DELETE', `${list}/${ids[1]}`);
    expect((await create('2026-12-31')).status).toBe(201);
    await expectRejected(() => owner.call('POST', `${list}/${ids[1]}/restore`), tooMany);
  });
});
