import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
});

const create = (fields: object) => owner.call('POST', '/holiday-calendars', { name: 'Vienna', ...fields });

it('creates a calendar of a country and a region', async () => {
  const { result, events, audit } = await recordedBy(service, owner.user.org_id, () =>
    create({ country: 'at', region: 'Vienna' }),
  );
  expect(result).toMatchObject({ status: 201, body: { name: 'Vienna', country: 'AT', region: 'Vienna' } });
  expect(events).toEqual([`holiday_calendar.post_create ${result.body.id}`]);
  expect(audit).toMatchObject([{ action: 'create', resource: 'holiday_calendar' }]);
  await create({ name: 'Company' });
  const { body } = await owner.call('GET', '/holiday-calendars?country=AT');
  expect(body.data.map((one: any) => one.name)).toEqual(['Vienna']);
});

it.each([
  ['country', 'XX'],
  ['country', 'AUT'],
  ['region', 'two\nlines'],
  ['name', ''],
])('rejects the %s %j', async (field, value) => {
  const { result, ...left } = await recordedBy(service, owner.user.org_id, () => create({ [field]: value }));
  expect([result.status, Object.keys(result.body.details.fieldErrors)]).toEqual([422, [field]]);
  expect(left).toEqual(nothing);
});

it('rejects a name that a live calendar has, regardless of case', async () => {
  const { id } = (await create({})).body;
  const { result, ...left } = await recordedBy(service, owner.user.org_id, () => create({ name: 'VIENNA' }));
  expect([result.status, result.body.details.fieldErrors]).toEqual([422, { name: ['Is already taken'] }]);
  expect(left).toEqual(nothing);
  await owner.call('DELETE', `/holiday-calendars/${id}`);
  expect((await create({ name: 'VIENNA' })).status).toBe(201);
});

it('hides the holidays of a deleted calendar until it is restored', async () => {
  const path = `/holiday-calendars/${(await create({})).body.id}`;
  await owner.call('POST', `${path}/holidays`, { date: '2026-12-25', name: 'Christmas Day' });
  expect((await owner.call('DELETE', path)).status).toBe(204);
  expect((await owner.call('GET', `${path}/holidays`)).status).toBe(404);
  expect((await owner.call('POST', `${path}/copy-year`, { from: 2026, to: 2027 })).status).toBe(404);
  expect((await owner.call('POST', `${path}/restore`)).status).toBe(200);
  expect((await owner.call('GET', `${path}/holidays`)).body.total).toBe(1);
});

it('lets every role read calendars and holidays, and HR change, delete and restore them', async () => {
  const path = `/holiday-calendars/${(await create({})).body.id}`;
  const holiday = { date: '2026-12-25', name: 'Christmas Day' };
  const [hr, employee] = [await service.newUser(owner, ['hr']), await service.newUser(owner, ['employee'])];
  const { id } = (await hr.call('POST', `${path}/holidays`, holiday)).body;
  expect((await hr.call('PATCH', path, { region: 'Vienna' })).body.region).toBe('Vienna');
  expect((await hr.call('POST', `${path}/copy-year`, { from: 2026, to: 2027 })).body.copied).toBe(1);
  for (const one of [path, `${path}/holidays`, `${path}/holidays/${id}`])
    expect((await employee.call('GET', one)).status).toBe(200);
  expect((await employee.call('GET', `/events/holiday/${id}`)).body.total).toBe(1);
  const denied = [
    await employee.call('PATCH', path, { region: 'Mine' }),
    await employee.call('POST', `${path}/holidays`, { ...holiday, date: '2026-12-26' }),
    await employee.call('PATCH', `${path}/holidays/${id}`, { name: 'Mine' }),
    await employee.call('DELETE', `${path}/holidays/${id}`),
    await employee.call('POST', `${path}/copy-year`, { from: 2026, to: 2028 }),
  ];
  expect(denied.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  for (const one of [`${path}/holidays/${id}`, path]) {
    expect((await hr.call('DELETE', one)).status).toBe(204);
    expect((await hr.call('POST', `${one}/restore`)).status).toBe(200);
  }
  expect((await hr.call('GET', '/holiday-calendars?deleted=true')).status).toBe(200);
});

it('requires the right to change the calendar for changes of its holidays', async () => {
  const path = `/holiday-calendars/${(await create({})).body.id}`;
  const permissions = ['holiday_calendar:read', 'holiday:manage'].map((permission) => ({
    permission,
    scopes: ['org'],
  }));
  await owner.call('POST', '/roles', { code: 'holidays', name: 'Holidays', permissions });
  const user = await service.newUser(owner, ['holidays']);
  const denied = [
    await user.call('POST', `${path}/holidays`, { date: '2026-12-25', name: 'Christmas Day' }),
    await user.call('POST', `${path}/copy-year`, { from: 2026, to: 2027 }),
  ];
  expect(denied.map(({ status }) => status)).toEqual([403, 403]);
});
