import { type Client, startService, type TestService } from '@wfp/testing';
import { day, peopleOf, statusAndFields } from '@wfp/testing/people.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runDueChangesAt } from '../testing/run-due-changes.ts';

let service: TestService;
let owner: Client;
let people: ReturnType<typeof peopleOf>;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
});
beforeEach(async () => {
  owner = await service.newOrganization();
  people = peopleOf(owner);
});
afterAll(() => service.stop());

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const halfDay = { minutes: 240, am_minutes: 240, pm_minutes: 0 };
const week = Array.from({ length: 7 }, () => halfDay);
const person = (more: object) => ({ first_name: 'A', last_name: 'B', hire_date: '2024-01-01', ...more });

async function expectRejected(work: () => Promise<any>, fieldErrors: object): Promise<void> {
  const { result, ...left } = await recorded(work);
  expect([result.status, result.body.details?.fieldErrors]).toEqual([422, fieldErrors]);
  expect(left).toMatchObject(nothing);
}

describe.each([
  {
    field: 'work_schedule_id',
    path: '/work-schedules',
    fields: { days: week },
    resource: 'work_schedule',
    noun: 'work schedule',
  },
  {
    field: 'holiday_calendar_id',
    path: '/holiday-calendars',
    fields: {},
    resource: 'holiday_calendar',
    noun: 'holiday calendar',
  },
])('the $noun of an employee', ({ field, path, fields, resource, noun }) => {
  const create = async (name: string, by = owner): Promise<number> =>
    (await by.call('POST', path, { name, ...fields })).body.id;
  const remove = (id: number) => owner.call('DELETE', `${path}/${id}`);
  const give = (id: number, value: number | null, on = day(0)) =>
    people.requestChange(id, 'schedule', on, { [field]: value });

  it('is given on hire, and changed from a date on with events and audit entries', async () => {
    const [first, second] = [await create('First'), await create('Second')];
    const hired = await recorded(() => people.hire({ [field]: first }));
    const { id } = hired.result;
    expect(hired.result[field]).toBe(first);
    expect(hired.audit).toMatchObject([{ resource: 'employee', after: { [field]: first } }]);
    const changed = await recorded(() => give(id, second, '2024-05-01'));
    expect(changed.result).toMatchObject({
      status: 201,
      body: { kind: 'schedule', state: 'applied', set: { [field]: second }, previous: { [field]: first } },
    });
    expect(changed.events).toEqual([`employee.change_applied ${id}`, `employee.post_update ${id}`]);
    expect(changed.audit).toMatchObject([
      { resource: 'employee_change', action: 'change_applied' },
      { resource: 'employee', before: { [field]: first }, after: { [field]: second } },
    ]);
    expect((await people.employee(id))[field]).toBe(second);
    expect((await people.employee(id, '2024-04-30'))[field]).toBe(first);
    const history = (await people.get(`/employees/${id}/history`)).data;
    expect(history.map((one: any) => [one.since, one[field]])).toEqual([
      ['2024-05-01', second],
      ['2020-01-01', first],
    ]);
  });

  it('filters lists, also those of a day', async () => {
    const [first, second] = [await create('First'), await create('Second')];
    const { id } = await people.hire({ [field]: first });
    await people.hire();
    await give(id, second, day(10));
    const listed = async (value: number, as_of = '') =>
      (await people.get(`/employees?${field}=${value}${as_of}`)).data.map((one: any) => one.id);
    expect([await listed(first), await listed(second)]).toEqual([[id], []]);
    const later = `&as_of=${day(10)}`;
    expect([await listed(first, later), await listed(second, later)]).toEqual([[], [id]]);
  });

  it('cannot be patched, and is set by the kinds schedule, transfer and promotion only', async () => {
    const value = await create('First');
    const { id } = await people.hire();
    const patched = await recorded(() => owner.call('PATCH', `/employees/${id}`, { [field]: value }));
    expect([patched.result.status, patched.events]).toEqual([422, []]);
    expect(JSON.stringify(patched.result.body)).toContain('use POST /employees/:id/changes');
    await expectRejected(() => people.requestChange(id, 'place', day(0), { [field]: value }), {
      [`set.${field}`]: ['Cannot be set by a change of kind "place"'],
    });
    for (const kind of ['transfer', 'promotion']) {
      await people.change(id, kind, day(0), { [field]: value });
      expect((await people.employee(id))[field]).toBe(value);
      await give(id, null);
      expect((await people.employee(id))[field]).toBeNull();
    }
  });

  it('ends with the employment, and can be given on rehire', async () => {
    const value = await create('First');
    const { id } = await people.hire({ [field]: value });
    await people.terminate(id, '2024-06-01');
    expect((await people.employee(id))[field]).toBeNull();
    const body = { hire_date: '2024-07-01', [field]: value };
    expect((await owner.call('POST', `/employees/${id}/rehire`, body)).status).toBe(200);
    expect((await people.employee(id))[field]).toBe(value);
    expect((await people.employee(id, '2024-06-15'))[field]).toBeNull();
  });

  it('takes effect on the day of a scheduled change', async () => {
    const value = await create('First');
    const { id } = await people.hire();
    await give(id, value, '2031-03-01');
    expect((await people.employee(id))[field]).toBeNull();
    const { events } = await recorded(() =>
      runDueChangesAt(service, owner.user.org_id, '2031-03-01T12:00:00Z'),
    );
    expect(events).toEqual([`employee.change_applied ${id}`, `employee.post_update ${id}`]);
    expect((await people.employee(id))[field]).toBe(value);
  });

  it('must be a live one of the organization', async () => {
    const foreign = await create('Theirs', await service.newOrganization());
    const gone = await create('Gone');
    await remove(gone);
    const { id } = await people.hire();
    for (const value of [foreign, gone]) {
      await expectRejected(() => owner.call('POST', '/employees', person({ [field]: value })), {
        [field]: ['Does not exist'],
      });
      for (const on of [day(0), day(5)])
        await expectRejected(() => give(id, value, on), { [`set.${field}`]: ['Does not exist'] });
    }
  });

  it('must be one that the caller may read', async () => {
    const value = await create('First');
    const permissions = ['employee:read', 'employee:create'].map((permission) => ({
      ...{ permission, scopes: ['org'] },
    }));
    await owner.call('POST', '/roles', { code: 'hirer', name: 'Hirer', permissions });
    const hirer = await service.newUser(owner, ['hirer']);
    const { result, ...left } = await recorded(() =>
      hirer.call('POST', '/employees', person({ [field]: value })),
    );
    expect([statusAndFields(result), left.events]).toEqual([[422, [field]], []]);
  });

  it('is rejected if it was deleted before a proposal is approved', async () => {
    const value = await create('First');
    const boss = await service.newUser(owner, ['manager']);
    const { id: manager_id } = await people.hire({ user_id: boss.user.id });
    const { id } = await people.hire({ manager_id });
    const proposal = await peopleOf(boss).requestChange(id, 'schedule', day(0), { [field]: value });
    expect(proposal.body).toMatchObject({ state: 'proposed' });
    expect((await remove(value)).status).toBe(204);
    await expectRejected(() => people.approve(id, proposal.body.id), {
      [`set.${field}`]: ['Does not exist'],
    });
  });

  it('is rejected if it was deleted, and a correction would give it again', async () => {
    const [old, now] = [await create('Old'), await create('Now')];
    const { id } = await people.hire({ [field]: old });
    const changed = await people.change(id, 'schedule', day(-5), { [field]: now });
    expect((await remove(old)).status).toBe(204);
    const correct = (effective_date: string, corrects_id: number, set: object = {}) =>
      people.requestChange(id, 'correction', effective_date, set, { corrects_id });
    const deleted = { [field]: [`Was deleted; choose another ${noun}, or null`] };
    await expectRejected(() => correct(day(5), changed.id), deleted);
    const [, hire] = await people.changes(id);
    expect((await correct('2020-01-01', hire.id, { fte: '0.5' })).status).toBe(201);
  });

  it('is rejected if it was deleted, when an employee is restored, who can get another one', async () => {
    const [old, other] = [await create('Old'), await create('Other')];
    const { id } = await people.hire({ [field]: old });
    await owner.call('DELETE', `/employees/${id}`);
    expect((await remove(old)).status).toBe(204);
    const restore = (body: object) => owner.call('POST', `/employees/${id}/restore`, body);
    await expectRejected(() => restore({}), { [field]: ['Does not exist'] });
    const { result, events } = await recorded(() => restore({ [field]: other }));
    expect([result.status, result.body[field]]).toEqual([200, other]);
    expect(events).toEqual([`employee.post_restore ${id}`, `employee.change_applied ${id}`]);
  });

  describe('its deletion', () => {
    it('is rejected with the number of its current and future people, each counted once', async () => {
      const value = await create('First');
      const { id: here } = await people.hire({ [field]: value });
      await expectRejected(() => remove(value), { id: ['Still has 1 person'] });
      await people.hire({ [field]: value, hire_date: day(20) });
      const { id: coming } = await people.hire();
      await give(coming, value, day(10));
      await give(here, null, day(3));
      await give(here, value, day(9));
      await expectRejected(() => remove(value), { id: ['Still has 3 people'] });
    });

    it('is rejected while a former employee gets it by a scheduled rehire', async () => {
      const value = await create('First');
      const { id } = await people.hire();
      await people.terminate(id, day(-1));
      const body = { hire_date: day(5), [field]: value };
      expect((await owner.call('POST', `/employees/${id}/rehire`, body)).status).toBe(200);
      await expectRejected(() => remove(value), { id: ['Still has 1 person'] });
    });

    it('ignores people who left, have another one, were deleted, or whose change was cancelled', async () => {
      const [value, other] = [await create('First'), await create('Other')];
      const [left, changed, deleted, cancelled] = [
        await people.hire({ [field]: value }),
        await people.hire({ [field]: value }),
        await people.hire({ [field]: value }),
        await people.hire(),
      ];
      await people.terminate(left.id, day(-1));
      await give(changed.id, other);
      await owner.call('DELETE', `/employees/${deleted.id}`);
      const planned = await give(cancelled.id, value, day(5));
      await expectRejected(() => remove(value), { id: ['Still has 1 person'] });
      await people.cancel(cancelled.id, planned.body.id);
      const { result, events } = await recorded(() => remove(value));
      expect([result.status, events]).toEqual([204, [`${resource}.post_archive ${value}`]]);
    });

    it.each([
      ['a hire', (value: number) => owner.call('POST', '/employees', person({ [field]: value }))],
      ['a change', (value: number, id: number) => give(id, value)],
      ['a scheduled change', (value: number, id: number) => give(id, value, day(5))],
    ] as const)('leaves no person without it, at the same time as %s', async (_, assign) => {
      for (let round = 0; round < 6; round += 1) {
        const value = await create(`Race ${round}`);
        const { id } = await people.hire();
        const both = [() => remove(value), () => assign(value, id)];
        const order = round % 2 ? both.toReversed() : both;
        const { result } = await recorded(() => Promise.all(order.map((one) => one())));
        const [deletion, assignment] = round % 2 ? result.toReversed() : result;
        expect(['204 422', '422 201']).toContain(`${deletion?.status} ${assignment?.status}`);
      }
    });
  });
});

it('reports people and places together when a holiday calendar is deleted', async () => {
  const calendar = { name: 'Austria' };
  const { id } = (await owner.call('POST', '/holiday-calendars', calendar)).body;
  await people.hire({ holiday_calendar_id: id });
  const place = { name: 'Vienna', kind: 'city', holiday_calendar_id: id };
  expect((await owner.call('POST', '/places', place)).status).toBe(201);
  await expectRejected(() => owner.call('DELETE', `/holiday-calendars/${id}`), {
    id: ['Still has 1 person, 1 place'],
  });
});
