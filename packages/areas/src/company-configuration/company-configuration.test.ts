import { Prisma } from '@wfp/shared/db';
import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, onlyDenial, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defaults } from './company-configuration.contract.ts';

const path = '/company-configuration';

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
});

const get = async (by = owner) => (await by.call('GET', path)).body;
const patch = (body: object, by = owner, headers = {}) => by.call('PATCH', path, body, headers);
const rowsOf = (client: Client) =>
  Prisma.sql`select id from company_configurations where org_id = ${client.user.org_id}`;
const record = (act: () => Promise<any>) => recordedBy(service, owner.user.org_id, act);

const halfDay = { minutes: 240, am_minutes: 240, pm_minutes: 0 };
const createSchedule = async (by = owner): Promise<number> =>
  (await by.call('POST', '/work-schedules', { name: 'Mornings', days: Array(7).fill(halfDay) })).body.id;
const createCalendar = async (by = owner): Promise<number> =>
  (await by.call('POST', '/holiday-calendars', { name: 'Vienna' })).body.id;

async function expectRejected(act: () => Promise<any>, fieldErrors: object): Promise<void> {
  const { result, ...left } = await record(act);
  expect([result.status, result.body.details.fieldErrors]).toEqual([422, fieldErrors]);
  expect(left).toEqual(nothing);
}

it('returns the defaults until the first change', async () => {
  // The founder is the first employee.
  const expected = { ...defaults, next_employee_number: 2, org_id: owner.user.org_id };
  expect(await get()).toEqual({ ...expected, updated_at: expect.any(String) });
});

it('changes fields with an event and an audit entry, and keeps the others', async () => {
  const change = {
    fiscal_year_start_month: 4,
    week_start: 'sunday',
    probation_days: 180,
    managers_see_compensation: true,
    kudos: { require_core_value: false, monthly_allowance: 100 },
    survey_defaults: { anonymity: 'named', min_group_size: 7 },
    pto_defaults: { unit: 'hours', year: 'fiscal', hr_approval_from_days: 10 },
  };
  const { result, events, audit } = await record(() => patch(change));
  expect(result).toMatchObject({
    status: 200,
    body: { ...change, enforce_headcount: 'off', employee_number_format: 'E{0000}' },
  });
  expect(await get()).toEqual(result.body);
  expect(events).toEqual([expect.stringMatching(/^company_configuration\.post_update \d+$/)]);
  expect(audit).toMatchObject([
    {
      ...{ action: 'update', resource: 'company_configuration' },
      ...{ before: { probation_days: 0, week_start: 'monday' }, after: change },
    },
  ]);
  const { result: second } = await record(() => patch({ probation_days: 90 }));
  expect(second.body).toMatchObject({ ...change, probation_days: 90 });
});

it('records nothing if nothing changes, before and after the first change', async () => {
  const unchanged = async () => {
    const { org_id, updated_at, ...body } = await get();
    return record(() => patch(body));
  };
  expect(await unchanged()).toMatchObject({ ...nothing, result: { status: 200 } });
  expect(await service.rows(rowsOf(owner))).toEqual([]);
  await patch({ probation_days: 90 });
  expect(await unchanged()).toMatchObject({ ...nothing, result: { status: 200 } });
});

it('rejects a change of an older version with 412', async () => {
  const { headers } = await owner.call('GET', path);
  const version = { 'If-Match': headers.get('etag') };
  expect((await patch({ probation_days: 1 }, owner, version)).status).toBe(200);
  const { result, ...left } = await record(() => patch({ probation_days: 2 }, owner, version));
  expect([result.status, left]).toEqual([412, nothing]);
});

it('inserts one row if two first changes arrive at the same time', async () => {
  const results = await Promise.all([patch({ probation_days: 5 }), patch({ week_start: 'sunday' })]);
  expect(results.map(({ status }) => status)).toEqual([200, 200]);
  expect(await get()).toMatchObject({ probation_days: 5, week_start: 'sunday' });
  expect(await service.rows(rowsOf(owner))).toHaveLength(1);
});

it.each([
  ['fiscal_year_start_month', 0],
  ['fiscal_year_start_month', 13],
  ['week_start', 'friday'],
  ['employee_number_format', 'E0000'],
  ['employee_number_format', 'E1{000}'],
  ['employee_number_format', 'E{}'],
  ['employee_number_format', 'E{0}X'],
  ['employee_number_format', '{0}{0}'],
  ['employee_number_format', 'E{0000000000}'],
  ['next_employee_number', 0],
  ['next_employee_number', 1_000_000_000],
  ['default_work_schedule_id', 999_999],
  ['default_holiday_calendar_id', 999_999],
  ['probation_days', -1],
  ['enforce_headcount', 'always'],
  ['managers_see_compensation', null],
  ['kudos', {}, 'kudos.require_core_value', 'kudos.monthly_allowance'],
  ['kudos', { require_core_value: true, monthly_allowance: 1, color: 'red' }, 'kudos.color'],
  ['survey_defaults', { anonymity: 'named', min_group_size: 2 }, 'survey_defaults.min_group_size'],
  ['pto_defaults', { unit: 'days', year: 'calendar' }, 'pto_defaults.hr_approval_from_days'],
  ['colour', 1],
])('rejects the %s %j', async (field, value, ...fields) => {
  const { result, ...left } = await record(() => patch({ week_start: 'sunday', [field]: value }));
  expect(result.status).toBe(422);
  expect(Object.keys(result.body.details.fieldErrors)).toEqual(fields.length > 0 ? fields : [field]);
  expect(left).toEqual(nothing);
});

describe('the default schedule and calendar', () => {
  it.each([
    ['default_work_schedule_id', '/work-schedules', createSchedule, 'work schedule'],
    ['default_holiday_calendar_id', '/holiday-calendars', createCalendar, 'holiday calendar'],
  ])('%s must be live, and cannot be deleted', async (field, list, create, noun) => {
    const id = await create(owner);
    const stranger = await service.newOrganization();
    await expectRejected(() => patch({ [field]: id + 1_000 }), { [field]: ['Does not exist'] });
    const theirs = await create(stranger);
    await expectRejected(() => patch({ [field]: theirs }), { [field]: ['Does not exist'] });
    expect((await patch({ [field]: id })).body[field]).toBe(id);
    await expectRejected(() => owner.call('DELETE', `${list}/${id}`), {
      id: [`Is the default ${noun} of the company; choose another default first`],
    });
    expect((await patch({ [field]: null })).status).toBe(200);
    expect((await owner.call('DELETE', `${list}/${id}`)).status).toBe(204);
    await expectRejected(() => patch({ [field]: id }), { [field]: ['Does not exist'] });
  });

  it('is never a deleted one, if it is deleted and chosen at the same time', async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = await createSchedule();
      const [chosen, deleted] = await Promise.all([
        patch({ default_work_schedule_id: id }),
        owner.call('DELETE', `/work-schedules/${id}`),
      ]);
      expect([[200, 422].join(), [422, 204].join()]).toContain([chosen.status, deleted.status].join());
      await patch({ default_work_schedule_id: null });
      if (deleted.status === 422) await owner.call('DELETE', `/work-schedules/${id}`);
    }
  });
});

it('lets every role read it, and HR change it', async () => {
  const [hr, employee] = [await service.newUser(owner, ['hr']), await service.newUser(owner, ['employee'])];
  expect((await get(employee)).probation_days).toBe(0);
  const { result, ...left } = await record(() => patch({ probation_days: 1 }, employee));
  expect([result.status, left]).toEqual([403, onlyDenial('update', 'company_configuration')]);
  expect((await patch({ probation_days: 1 }, hr)).status).toBe(200);
});

it('is separate for each organization', async () => {
  await patch({ probation_days: 33 });
  expect((await get(await service.newOrganization())).probation_days).toBe(0);
});
