import { type Client, startService, type TestService } from '@wfp/testing';
import { day, peopleOf, statusAndFields } from '@wfp/testing/people.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let people: ReturnType<typeof peopleOf>;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  people = peopleOf(owner);
});
afterAll(() => service.stop());

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const hired = async (many: number): Promise<number[]> => {
  const ids: number[] = [];
  for (let n = 0; n < many; n += 1) ids.push((await people.hire()).id);
  return ids;
};
const under = (id: number, manager_id: number | null, from: string) =>
  people.requestChange(id, 'manager', from, { manager_id });
const refused = [422, ['set.manager_id']];

describe('a reporting cycle', () => {
  it('is rejected if it would exist on any day', async () => {
    const [a = 0, b = 0] = await hired(2);
    expect((await under(a, b, day(0))).status).toBe(201);
    const { result, ...left } = await recorded(() => under(b, a, day(30)));
    expect(statusAndFields(result)).toEqual(refused);
    expect(result.body.details.fieldErrors['set.manager_id'][0]).toMatch(/report to themselves/);
    expect(left).toEqual(nothing);
    expect(statusAndFields(await under(b, a, '2024-01-01'))).toEqual(refused);
    expect(statusAndFields(await under(a, a, day(3)))).toEqual(refused);
  });

  it('is rejected through several levels, but only if the periods overlap', async () => {
    const [a = 0, b = 0, c = 0] = await hired(3);
    await under(a, b, day(10));
    await under(a, null, day(20));
    await under(b, c, day(5));
    // A reports to B from day 10 to day 20, and B to C from day 5 on: only C below A before day 20 closes the cycle.
    expect(statusAndFields(await under(c, a, day(1)))).toEqual(refused);
    expect(statusAndFields(await under(c, a, day(19)))).toEqual(refused);
    expect((await under(c, a, day(20))).status).toBe(201);
    const chart = await people.get(`/employees/org-chart?as_of=${day(21)}&root_id=${a}`);
    expect(chart.data[0].children[0]).toMatchObject({ employee_id: c, children: [{ employee_id: b }] });
  });

  it('is rejected if concurrent requests would close it', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [a = 0, b = 0, c = 0] = await hired(3);
      const answers = await Promise.all([
        under(a, b, day(round)),
        under(b, c, day(round + 1)),
        under(c, a, day(round + 2)),
      ]);
      expect(answers.map((one) => one.status).sort()).toEqual([201, 201, 422]);
    }
  });

  it('is rejected if cancelling a change would close it', async () => {
    const [a = 0, b = 0] = await hired(2);
    await under(a, b, '2024-01-01');
    const released = (await under(a, null, day(10))).body;
    expect((await under(b, a, day(20))).status).toBe(201);
    const { result, ...left } = await recorded(() => people.cancel(a, released.id));
    expect(statusAndFields(result)).toEqual([422, ['id']]);
    expect(left).toEqual(nothing);
  });

  it('is not the only limit: more than 50 levels are rejected', async () => {
    let top = (await people.hire()).id;
    const first = top;
    for (let level = 2; level <= 50; level += 1) top = (await people.hire({ manager_id: top })).id;
    const person = { first_name: 'Too', last_name: 'Deep', hire_date: '2024-01-01' };
    expect(statusAndFields(await owner.call('POST', '/employees', { ...person, manager_id: top }))).toEqual([
      422,
      ['manager_id'],
    ]);
    const [above = 0] = await hired(1);
    expect(statusAndFields(await under(first, above, day(4)))).toEqual(refused);
    const reports = async (query: string) => people.get(`/employees/${first}/reports?depth=50${query}`);
    const { data, total } = await reports('&limit=100');
    expect([total, data[0].level, data.at(-1).level]).toEqual([49, 1, 49]);
    expect((await reports('&sort=-level&limit=1')).data).toEqual([data.at(-1)]);
    expect((await reports(`&q=${data[7].employee_number}`)).data).toEqual([data[7]]);
  });
});

describe('a manager', () => {
  it('must be employed throughout the period', async () => {
    const [report = 0, boss = 0, leaver = 0] = await hired(3);
    const newcomer = (await people.hire({ hire_date: day(10) })).id;
    expect(statusAndFields(await under(report, newcomer, day(9)))).toEqual(refused);
    expect((await under(report, newcomer, day(10))).status).toBe(201);
    expect((await people.terminate(leaver, day(20))).status).toBe(200);
    const { body, ...answer } = await under(report, leaver, day(15));
    expect(statusAndFields({ body, ...answer })).toEqual(refused);
    expect(body.details.fieldErrors['set.manager_id']).toEqual([`Leaves on ${day(20)}`]);
    expect((await under(report, boss, day(18))).status).toBe(201);
    expect((await under(report, leaver, day(15))).status).toBe(201);
    expect(statusAndFields(await under(report, leaver, day(25)))).toEqual(refused);
  });

  it('cannot be deleted while a scheduled change refers to them', async () => {
    const [report = 0, boss = 0] = await hired(2);
    const planned = (await under(report, boss, day(10))).body;
    expect(statusAndFields(await owner.call('DELETE', `/employees/${boss}`))).toEqual([422, ['id']]);
    await people.cancel(report, planned.id);
    expect((await owner.call('DELETE', `/employees/${boss}`)).status).toBe(204);
  });

  it('is not terminated while a concurrent request assigns a report', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [report = 0, boss = 0] = await hired(2);
      const [came, went] = await Promise.all([
        under(report, boss, day(2)),
        people.terminate(boss, day(round)),
      ]);
      expect([
        [201, 422],
        [422, 200],
      ]).toContainEqual([came.status, went.status]);
    }
  });

  it('has the manager role while they have reports', async () => {
    const user = await service.newUser(owner, ['employee']);
    const boss = (await people.hire({ user_id: user.user.id })).id;
    const [report = 0] = await hired(1);
    const roles = async () => (await user.call('GET', '/users/me')).body.roles;
    const { events } = await recorded(() => under(report, boss, day(-3)));
    expect(events.map((event) => event.split(' ')[0])).toEqual([
      'employee.change_applied',
      'employee.post_update',
      'employee.manager_changed',
      'grant.post_create',
    ]);
    expect(await roles()).toEqual(['employee', 'manager']);
    await under(report, null, day(0));
    expect(await roles()).toEqual(['employee']);
  });
});

describe('a proposal', () => {
  it('has no effect until it is approved', async () => {
    const lead = await service.newUser(owner, ['employee']);
    const boss = (await people.hire({ user_id: lead.user.id })).id;
    const report = (await people.hire({ manager_id: boss })).id;
    const as = peopleOf(lead);
    const { result, events, audit } = await recorded(() =>
      as.requestChange(report, 'fte', day(-5), { fte: '0.6' }),
    );
    expect([result.status, result.body.state]).toEqual([201, 'proposed']);
    expect(events).toEqual([`employee.change_proposed ${report}`]);
    expect(audit).toMatchObject([{ action: 'propose' }]);
    expect((await people.employee(report)).fte).toBe('1');
    expect((await people.employee(report, day(0))).fte).toBe('1');
    expect((await as.approve(report, result.body.id)).status).toBe(403);
    expect((await as.cancel(report, result.body.id)).status).toBe(403);
    const confirmed = await recorded(() => people.approve(report, result.body.id));
    expect(confirmed.result).toMatchObject({
      status: 200,
      body: { state: 'applied', previous: { fte: '1' }, created_by: lead.user.id, updated_by: owner.user.id },
    });
    expect(confirmed.events).toEqual([`employee.change_applied ${report}`, `employee.post_update ${report}`]);
    expect((await people.employee(report)).fte).toBe('0.6');
    expect(statusAndFields(await people.approve(report, result.body.id))).toEqual([422, ['id']]);
  });

  it('can be withdrawn by its author only', async () => {
    const lead = await service.newUser(owner, ['employee']);
    const boss = (await people.hire({ user_id: lead.user.id })).id;
    const report = (await people.hire({ manager_id: boss })).id;
    const { id } = (await peopleOf(lead).requestChange(report, 'fte', day(3), { fte: '0.6' })).body;
    const withdraw = (by: Client) => by.call('POST', `/employees/${report}/changes/${id}/withdraw`);
    const refused = await recorded(() => withdraw(owner));
    expect([refused.result.status, refused.events]).toEqual([403, []]);
    const { result, events, audit } = await recorded(() => withdraw(lead));
    expect(result).toMatchObject({ status: 200, body: { id, state: 'cancelled' } });
    expect(events).toEqual([`employee.change_cancelled ${report}`]);
    expect(audit).toMatchObject([{ action: 'withdraw', after: { state: 'cancelled' } }]);
    const twice = await recorded(() => withdraw(lead));
    expect([statusAndFields(twice.result), twice.events]).toEqual([[422, ['id']], []]);
    const decided = (await peopleOf(lead).requestChange(report, 'fte', day(3), { fte: '0.7' })).body.id;
    await people.approve(report, decided);
    expect(
      statusAndFields(await lead.call('POST', `/employees/${report}/changes/${decided}/withdraw`)),
    ).toEqual([422, ['id']]);
  });

  it('is validated on approval, and limited to reports of the author', async () => {
    const lead = await service.newUser(owner, ['employee']);
    const boss = (await people.hire({ user_id: lead.user.id })).id;
    const report = (await people.hire({ manager_id: boss })).id;
    const [stranger = 0] = await hired(1);
    const as = peopleOf(lead);
    expect((await as.requestChange(stranger, 'fte', day(1), { fte: '0.6' })).status).toBe(403);
    expect((await as.requestChange(boss, 'fte', day(1), { fte: '0.6' })).status).toBe(403);
    const cycle = (await as.requestChange(report, 'manager', day(1), { manager_id: stranger })).body;
    await under(stranger, report, day(0));
    const { result, ...left } = await recorded(() => people.approve(report, cycle.id));
    expect(statusAndFields(result)).toEqual(refused);
    expect(left).toEqual(nothing);
    expect((await people.cancel(report, cycle.id)).status).toBe(204);
  });
});
