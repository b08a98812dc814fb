import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
});

const day = (am_minutes: number, pm_minutes: number, minutes = am_minutes + pm_minutes) => ({
  minutes,
  am_minutes,
  pm_minutes,
});
const free = day(0, 0);
const week = (monday: object, count = 7) => [monday, ...Array.from({ length: count - 1 }, () => free)];

const create = (days: unknown, name = 'Full time') => owner.call('POST', '/work-schedules', { name, days });

async function expectRejected(act: () => Promise<any>, fieldErrors: object): Promise<void> {
  const { result, ...left } = await recordedBy(service, owner.user.org_id, act);
  expect([result.status, result.body.details.fieldErrors]).toEqual([422, fieldErrors]);
  expect(left).toEqual(nothing);
}

it('creates and changes a schedule of seven days, each change with an event and an audit entry', async () => {
  const days = [...Array.from({ length: 4 }, () => day(240, 240)), day(240, 0), free, free];
  const created = await recordedBy(service, owner.user.org_id, () => create(days));
  const { id } = created.result.body;
  expect(created.result).toMatchObject({ status: 201, body: { name: 'Full time', days } });
  expect(created.events).toEqual([`work_schedule.post_create ${id}`]);
  expect(created.audit).toMatchObject([{ action: 'create', resource: 'work_schedule', after: { days } }]);

  const path = `/work-schedules/${id}`;
  const changed = await recordedBy(service, owner.user.org_id, () =>
    owner.call('PATCH', path, { days: week(day(60, 0)) }),
  );
  expect(changed.result.body.days).toEqual(week(day(60, 0)));
  expect(changed.events).toEqual([`work_schedule.post_update ${id}`]);
  const same = await recordedBy(service, owner.user.org_id, () =>
    owner.call('PATCH', path, { days: week(day(60, 0)) }),
  );
  expect(same).toMatchObject({ ...nothing, result: { status: 200 } });
});

describe('rejects', () => {
  it.each([
    [6, 'Must have at least 7 items'],
    [8, 'Must have at most 7 items'],
  ])('a week of %i days', async (count, message) => {
    await expectRejected(() => create(week(day(240, 240), count)), { days: [message] });
  });

  it('a day whose minutes are not the sum of both halves, and names the day of the week by its index', async () => {
    const days = [day(240, 240), free, day(240, 240, 481), ...week(free, 4)];
    await expectRejected(() => create(days), {
      'days.2.minutes': ['Must be the sum of am_minutes and pm_minutes'],
    });
  });

  it('a week without working time, also as a change', async () => {
    const fieldErrors = { days: ['Must have working time on at least one day'] };
    await expectRejected(() => create(week(free)), fieldErrors);
    const { id } = (await create(week(day(1, 0)))).body;
    await expectRejected(
      () => owner.call('PATCH', `/work-schedules/${id}`, { days: week(free) }),
      fieldErrors,
    );
  });

  it.each([
    ['more than half a day before noon', day(721, 0), ['am_minutes']],
    ['more than half a day after noon', day(0, 721), ['pm_minutes']],
    ['negative minutes', day(60, -1), ['pm_minutes']],
    ['fractions', day(0.5, 0.5), ['am_minutes', 'pm_minutes']],
    ['an unknown field', { ...day(1, 1), night_minutes: 0 }, ['night_minutes']],
    ['a missing field', { minutes: 60, am_minutes: 60 }, ['pm_minutes']],
  ])('%s', async (_, monday, fields) => {
    const { status, body } = await create(week(monday));
    expect([status, Object.keys(body.details.fieldErrors)]).toEqual([
      422,
      fields.map((field) => `days.0.${field}`),
    ]);
  });

  it('a name that a live schedule has, regardless of case', async () => {
    const { id } = (await create(week(day(1, 0)))).body;
    await expectRejected(() => create(week(day(1, 0)), 'FULL TIME'), { name: ['Is already taken'] });
    await owner.call('DELETE', `/work-schedules/${id}`);
    expect((await create(week(day(1, 0)), 'FULL TIME')).status).toBe(201);
  });
});

it('scales with the full-time equivalent unless stated otherwise', async () => {
  const { id, scales_with_fte } = (await create(week(day(60, 60)))).body;
  expect(scales_with_fte).toBe(true);
  const path = `/work-schedules/${id}`;
  const { result, events, audit } = await recordedBy(service, owner.user.org_id, () =>
    owner.call('PATCH', path, { scales_with_fte: false }),
  );
  expect([result.body.scales_with_fte, events]).toEqual([false, [`work_schedule.post_update ${id}`]]);
  expect(audit).toMatchObject([{ before: { scales_with_fte: true }, after: { scales_with_fte: false } }]);
  await expectRejected(() => owner.call('PATCH', path, { scales_with_fte: null }), {
    scales_with_fte: ['Must be true or false'],
  });
});

it('accepts a day of 24 hours', async () => {
  expect((await create(week(day(720, 720)))).status).toBe(201);
});

it('lets every role read schedules, and HR change them', async () => {
  const { id } = (await create(week(day(60, 60)))).body;
  const path = `/work-schedules/${id}`;
  const [hr, employee] = [await service.newUser(owner, ['hr']), await service.newUser(owner, ['employee'])];
  expect((await employee.call('GET', path)).status).toBe(200);
  expect((await employee.call('PATCH', path, { name: 'Mine' })).status).toBe(403);
  expect((await hr.call('PATCH', path, { name: 'Ours' })).body.name).toBe('Ours');
  expect((await hr.call('POST', `${path}/restore`)).status).toBe(403);
});
