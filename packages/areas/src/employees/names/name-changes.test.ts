import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { day, peopleOf, statusAndFields } from '@wfp/testing/people.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runDueChangesAt } from '../testing/run-due-changes.ts';

let service: TestService;
let owner: Client;
let org_id: number;
let people: ReturnType<typeof peopleOf>;
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
});
beforeEach(async () => {
  owner = await service.newOrganization();
  org_id = owner.user.org_id;
  people = peopleOf(owner);
});
afterAll(() => service.stop());

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, org_id, work);
const marry = (id: number, on: string, set: object, more: object = {}) =>
  people.requestChange(id, 'name', on, set, more);
const nameOn = async (id: number, as_of?: string) => {
  const { first_name, last_name, preferred_name } = await people.employee(id, as_of);
  return [first_name, last_name, preferred_name];
};
const user = (id: number) => people.get(`/users/${id}`);
const listed = async (query: string) =>
  (await people.get(`/employees?${query}`)).data.map((one: any) => one.last_name);

describe('a change of a name', () => {
  it('is valid from its day on, in rows, lists, the org chart and the history', async () => {
    const { id } = await people.hire({ last_name: 'Byron' });
    const { result, events, audit } = await recorded(() =>
      marry(id, '2022-05-01', { last_name: 'King' }, { reason_code: 'marriage' }),
    );
    expect(result).toMatchObject({
      status: 201,
      body: { kind: 'name', state: 'applied', set: { last_name: 'King' }, previous: { last_name: 'Byron' } },
    });
    expect(events).toEqual([`employee.change_applied ${id}`, `employee.post_update ${id}`]);
    expect(audit).toMatchObject([
      { resource: 'employee_change', after: { set: { last_name: 'King' } } },
      { resource: 'employee', before: { last_name: 'Byron' }, after: { last_name: 'King' } },
    ]);
    expect(await nameOn(id)).toEqual(['Ada', 'King', null]);
    expect(await nameOn(id, '2022-05-01')).toEqual(['Ada', 'King', null]);
    expect(await nameOn(id, '2022-04-30')).toEqual(['Ada', 'Byron', null]);
    expect(await listed('q=byron')).toEqual([]);
    expect(await listed('q=king')).toEqual(['King']);
    expect(await listed('q=byron&as_of=2022-04-30')).toEqual(['Byron']);
    expect(await listed('as_of=2022-04-30&sort=name')).toEqual(['Byron']);
    const chart = async (on: string) =>
      (await people.get(`/employees/org-chart?as_of=${on}`)).data.map((one: any) => one.name);
    expect(await chart('2022-04-30')).toEqual(['Ada Byron']);
    expect(await chart('2022-05-01')).toEqual(['Ada King']);
    expect((await people.get(`/employees/${id}/history`)).data).toMatchObject([
      { since: '2022-05-01', kinds: ['name'], first_name: 'Ada', last_name: 'King' },
      { since: '2020-01-01', kinds: ['hire'], first_name: 'Ada', last_name: 'Byron', preferred_name: null },
    ]);
  });

  it('is applied by the lane when its day begins in the time zone of the employee', async () => {
    const { id } = await people.hire({ time_zone: 'Pacific/Kiritimati', preferred_name: 'Countess' });
    const planned = await marry(id, '2030-06-15', { last_name: 'King', preferred_name: null });
    expect(planned.body).toMatchObject({
      ...{ state: 'scheduled', applies_at: '2030-06-14T10:00:00.000Z' },
      previous: { last_name: 'Lovelace', preferred_name: 'Countess' },
    });
    expect(await nameOn(id)).toEqual(['Ada', 'Lovelace', 'Countess']);
    expect(await nameOn(id, '2030-06-15')).toEqual(['Ada', 'King', null]);
    await runDueChangesAt(service, org_id, '2030-06-14T09:59:59.999Z');
    expect(await nameOn(id)).toEqual(['Ada', 'Lovelace', 'Countess']);
    const { events, audit } = await recorded(() =>
      runDueChangesAt(service, org_id, '2030-06-14T10:00:00.000Z'),
    );
    expect(events).toEqual([`employee.change_applied ${id}`, `employee.post_update ${id}`]);
    expect(audit[1]).toMatchObject({
      resource: 'employee',
      after: { last_name: 'King', preferred_name: null },
    });
    expect(await nameOn(id)).toEqual(['Ada', 'King', null]);
  });

  it('made later for an earlier day is valid until the next change of the same name', async () => {
    const { id } = await people.hire();
    await people.change(id, 'name', '2023-01-01', { last_name: 'Third' });
    const late = await people.change(id, 'name', '2022-01-01', {
      last_name: 'Second',
      first_name: 'Augusta',
    });
    expect(late.previous).toEqual({ first_name: 'Ada', last_name: 'Lovelace' });
    expect(await nameOn(id, '2021-12-31')).toEqual(['Ada', 'Lovelace', null]);
    expect(await nameOn(id, '2022-01-01')).toEqual(['Augusta', 'Second', null]);
    expect(await nameOn(id)).toEqual(['Augusta', 'Third', null]);
  });

  it('can be cancelled before its day, and corrected', async () => {
    const { id } = await people.hire();
    const planned = await people.change(id, 'name', day(5), { last_name: 'King' });
    expect((await people.cancel(id, planned.id)).status).toBe(204);
    expect(await nameOn(id, day(5))).toEqual(['Ada', 'Lovelace', null]);
    const applied = await people.change(id, 'name', '2022-01-01', { last_name: 'Kng' });
    const { result, events } = await recorded(() =>
      people.requestChange(
        id,
        'correction',
        '2021-06-01',
        { last_name: 'King' },
        { corrects_id: applied.id },
      ),
    );
    expect(result.body).toMatchObject({ state: 'applied', set: { last_name: 'King' } });
    expect(events).toEqual([
      `employee.change_cancelled ${id}`,
      `employee.change_applied ${id}`,
      `employee.post_update ${id}`,
    ]);
    expect(await nameOn(id, '2021-05-31')).toEqual(['Ada', 'Lovelace', null]);
    expect(await nameOn(id, '2021-06-01')).toEqual(['Ada', 'King', null]);
    const future = { corrects_id: result.body.id };
    expect((await people.requestChange(id, 'correction', day(3), {}, future)).body.state).toBe('scheduled');
    expect(await nameOn(id)).toEqual(['Ada', 'Lovelace', null]);
    expect(await nameOn(id, day(3))).toEqual(['Ada', 'King', null]);
  });

  it('of the hire is corrected without a change of later names', async () => {
    const { id } = await people.hire({ last_name: 'Bryon' });
    await people.change(id, 'name', '2022-01-01', { last_name: 'King' });
    const hire = (await people.changes(id)).find((one: any) => one.kind === 'hire');
    expect(hire.set).toMatchObject({ last_name: 'Bryon', status: 'active' });
    const more = { corrects_id: hire.id };
    expect(
      (await people.requestChange(id, 'correction', '2020-01-01', { last_name: 'Byron' }, more)).status,
    ).toBe(201);
    expect(await nameOn(id, '2021-12-31')).toEqual(['Ada', 'Byron', null]);
    expect(await nameOn(id)).toEqual(['Ada', 'King', null]);
  });

  it.each([
    ['without a name', {}, 'set'],
    ['of another field', { fte: '0.5' }, 'set'],
    ['to an empty name', { last_name: ' ' }, 'set'],
    ['to no last name', { last_name: null }, 'set'],
  ])('is rejected %s', async (_, set, field) => {
    const { id } = await people.hire();
    const { result, ...left } = await recorded(() => marry(id, '2022-01-01', set));
    expect([result.status, Object.keys(result.body.details.fieldErrors)[0]]).toEqual([
      422,
      expect.stringMatching(`^${field}`),
    ]);
    expect(left).toEqual(nothing);
  });

  it('is rejected before the hire, and in a change of another kind', async () => {
    const { id } = await people.hire();
    expect(statusAndFields(await marry(id, '2019-12-31', { last_name: 'King' }))).toEqual([
      422,
      ['effective_date'],
    ]);
    const promotion = await people.requestChange(id, 'promotion', '2022-01-01', { last_name: 'King' });
    expect(statusAndFields(promotion)).toEqual([422, ['set.last_name']]);
    expect((await people.changes(id))[0].set).not.toHaveProperty('last_name');
  });

  it('is proposed by a manager, and has no effect before it is approved', async () => {
    const lead = await service.newUser(owner, ['employee']);
    const boss = await people.hire({ user_id: lead.user.id });
    const { id } = await people.hire({ manager_id: boss.id });
    const propose = (last_name: string) =>
      peopleOf(lead).requestChange(id, 'name', '2022-01-01', { last_name });
    const { result: proposal, events } = await recorded(() => propose('King'));
    expect(proposal.body).toMatchObject({ state: 'proposed', previous: { last_name: 'Lovelace' } });
    expect(events).toEqual([`employee.change_proposed ${id}`]);
    expect(await nameOn(id)).toEqual(['Ada', 'Lovelace', null]);
    const approved = await recorded(() => people.approve(id, proposal.body.id));
    expect(approved.result.body).toMatchObject({ state: 'applied', previous: { last_name: 'Lovelace' } });
    expect(approved.events).toEqual([`employee.change_applied ${id}`, `employee.post_update ${id}`]);
    expect(await nameOn(id)).toEqual(['Ada', 'King', null]);
    expect(await nameOn(id, '2021-12-31')).toEqual(['Ada', 'Lovelace', null]);
    const second = (await propose('Queen')).body;
    const withdraw = `/employees/${id}/changes/${second.id}/withdraw`;
    expect((await lead.call('POST', withdraw)).body.state).toBe('cancelled');
    expect(await nameOn(id)).toEqual(['Ada', 'King', null]);
    const self = await service.newUser(owner, ['employee']);
    expect((await peopleOf(self).requestChange(id, 'name', day(1), { last_name: 'Me' })).status).toBe(403);
  });

  it('is shown in the holders of a position on the day', async () => {
    const seat = (
      await owner.call('POST', '/positions', { title: 'Analyst', code: 'analyst', status: 'open' })
    ).body;
    const { id } = await people.hire({ position_id: seat.id });
    await people.change(id, 'name', '2022-01-01', { last_name: 'King' });
    const holders = async (query: string) =>
      (await people.get(`/positions/${seat.id}/holders?${query}`)).data.map((one: any) => one.last_name);
    expect(await holders('as_of=2021-12-31')).toEqual(['Lovelace']);
    expect(await holders('as_of=2021-12-31&q=lovelace&sort=name')).toEqual(['Lovelace']);
    expect(await holders('as_of=2021-12-31&q=king')).toEqual([]);
    expect(await holders('')).toEqual(['King']);
  });

  it('survives a rehire and a correction of the hire date', async () => {
    const { id } = await people.hire();
    await people.change(id, 'name', '2021-01-01', { last_name: 'King' });
    await people.terminate(id, '2022-01-01');
    expect((await owner.call('POST', `/employees/${id}/rehire`, { hire_date: '2023-01-01' })).status).toBe(
      200,
    );
    const hire = (await people.changes(id)).find((one: any) => one.kind === 'hire');
    await people.change(id, 'correction', '2019-01-01', {}, { corrects_id: hire.id });
    expect(await nameOn(id)).toEqual(['Ada', 'King', null]);
    expect(await nameOn(id, '2019-01-01')).toEqual(['Ada', 'Lovelace', null]);
  });
});

describe('the name of a user who follows that of the employee', () => {
  const follower = async () => {
    const client = await service.newUser(owner, ['employee']);
    const employee = await people.hire({ user_id: client.user.id });
    expect((await client.call('PATCH', '/users/me', { follow_employee_name: true })).status).toBe(200);
    return { client, id: employee.id, user_id: client.user.id };
  };

  it('changes with a dated change, in the same transaction', async () => {
    const { id, user_id } = await follower();
    const { events, audit } = await recorded(() => marry(id, '2022-01-01', { last_name: 'King' }));
    expect(events).toEqual([
      `employee.change_applied ${id}`,
      `employee.post_update ${id}`,
      `user.post_update ${user_id}`,
    ]);
    expect(audit[2]).toMatchObject({
      ...{ resource: 'user', record_id: user_id },
      ...{ before: { last_name: 'Lovelace' }, after: { last_name: 'King' } },
    });
    expect(await user(user_id)).toMatchObject({ first_name: 'Ada', last_name: 'King', display_name: null });
  });

  it('changes when the lane applies a scheduled change, and with a correction and an approval', async () => {
    const { id, user_id } = await follower();
    await marry(id, '2030-01-01', { first_name: 'Augusta' });
    expect((await user(user_id)).first_name).toBe('Ada');
    const { events } = await recorded(() => runDueChangesAt(service, org_id, '2030-01-01T00:00:00Z'));
    expect(events).toContain(`user.post_update ${user_id}`);
    expect((await user(user_id)).first_name).toBe('Augusta');
    const lead = await service.newUser(owner, ['employee']);
    const boss = await people.hire({ user_id: lead.user.id });
    await people.change(id, 'manager', '2022-01-01', { manager_id: boss.id });
    const proposal = (await peopleOf(lead).requestChange(id, 'name', '2022-01-01', { last_name: 'Kng' }))
      .body;
    const approval = await recorded(() => people.approve(id, proposal.id));
    expect(approval.events).toContain(`user.post_update ${user_id}`);
    const correction = await recorded(() =>
      people.requestChange(
        id,
        'correction',
        '2022-01-01',
        { last_name: 'King' },
        { corrects_id: proposal.id },
      ),
    );
    expect(correction.events).toContain(`user.post_update ${user_id}`);
    expect((await user(user_id)).last_name).toBe('King');
  });

  it('does not change otherwise: by default, after switching it off, or with the preferred name', async () => {
    const other = await service.newUser(owner, ['employee']);
    const employee = await people.hire({ user_id: other.user.id });
    const before = await user(other.user.id);
    const without = await recorded(() => marry(employee.id, '2022-01-01', { last_name: 'King' }));
    expect(without.events).toEqual([
      `employee.change_applied ${employee.id}`,
      `employee.post_update ${employee.id}`,
    ]);
    expect(await user(other.user.id)).toEqual(before);
    const { id, client, user_id } = await follower();
    const preferred = await recorded(() => marry(id, '2022-01-01', { preferred_name: 'Countess' }));
    expect(preferred.events).not.toContain(`user.post_update ${user_id}`);
    await client.call('PATCH', '/users/me', { follow_employee_name: false });
    await marry(id, '2022-01-01', { last_name: 'King' });
    expect(await user(user_id)).toMatchObject({ last_name: 'Lovelace', display_name: null });
  });
});
