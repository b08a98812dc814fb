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
const correct = (id: number, corrects_id: number, effective_date: string, set: object = {}) =>
  people.requestChange(id, 'correction', effective_date, set, { corrects_id });
const latest = async (id: number, kind: string) =>
  (await people.changes(id)).find((one: any) => one.kind === kind && one.state !== 'cancelled');

describe('a correction', () => {
  it('replaces a change, keeping its fields and its order within the day', async () => {
    const [wrong, right] = [await people.team('Wrong'), await people.team('Right')];
    const { id } = await people.hire();
    const first = await people.change(id, 'transfer', '2024-02-01', { team_id: wrong.id, fte: '0.5' });
    await people.change(id, 'fte', '2024-02-01', { fte: '0.7' });
    const { result, events } = await recorded(() =>
      correct(id, first.id, '2024-02-01', { team_id: right.id }),
    );
    expect(result).toMatchObject({
      status: 201,
      body: {
        kind: 'correction',
        sequence: 1,
        corrects_id: first.id,
        set: { team_id: right.id, fte: '0.5' },
      },
    });
    expect(events).toEqual([
      `employee.change_cancelled ${id}`,
      `employee.change_applied ${id}`,
      `employee.post_update ${id}`,
      `team.member_left ${wrong.id}`,
      `team.member_joined ${right.id}`,
    ]);
    expect(await people.employee(id)).toMatchObject({ team_id: right.id, fte: '0.7' });
    const moved = (await correct(id, result.body.id, '2024-05-01')).body;
    expect(moved).toMatchObject({ sequence: 1, set: { team_id: right.id, fte: '0.5' } });
    expect((await people.employee(id)).fte).toBe('0.5');
    expect((await people.employee(id, '2024-04-30')).team_id).toBeNull();
  });

  it('reverts an applied change that it moves to the future', async () => {
    const team = await people.team('Too early');
    const { id } = await people.hire();
    const early = await people.change(id, 'team', '2024-02-01', { team_id: team.id });
    expect((await correct(id, early.id, day(5))).body.state).toBe('scheduled');
    expect((await people.employee(id)).team_id).toBeNull();
    expect((await people.employee(id, day(5))).team_id).toBe(team.id);
    expect((await people.get(`/teams/${team.id}/members`)).total).toBe(0);
  });

  it('moves a hire, but not past the next change or into the future', async () => {
    const { id } = await people.hire({ hire_date: '2024-03-01' });
    const hire = await latest(id, 'hire');
    expect((await correct(id, hire.id, '2023-06-01')).status).toBe(201);
    expect((await people.employee(id)).hire_date).toBe('2023-06-01');
    expect((await people.employee(id, '2023-06-01')).status).toBe('active');
    await people.change(id, 'fte', '2024-01-01', { fte: '0.5' });
    const again = await latest(id, 'correction');
    for (const [to, field] of [
      ['2024-01-02', 'effective_date'],
      [day(1), 'effective_date'],
    ] as const) {
      const { result, ...left } = await recorded(() => correct(id, again.id, to));
      expect(statusAndFields(result)).toEqual([422, [field]]);
      expect(left).toEqual(nothing);
    }
    expect((await correct(id, again.id, '2023-12-31', { fte: '0.9' })).status).toBe(201);
    expect(await people.employee(id, '2023-12-31')).toMatchObject({ fte: '0.9', hire_date: '2023-12-31' });
    expect((await people.employee(id)).fte).toBe('0.5');
  });

  it('moves a future hire, even to today', async () => {
    const team = await people.team('Starters');
    const { id } = await people.hire({ hire_date: day(30), team_id: team.id });
    const membership = async () =>
      (await people.get(`/teams/${team.id}/members?active_on=${day(40)}`)).data.map(
        (one: any) => one.joined_on,
      );
    const hire = await latest(id, 'hire');
    const moved = (await correct(id, hire.id, day(20), { fte: '0.6' })).body;
    expect(await people.employee(id)).toMatchObject({ status: 'pre_hire', hire_date: day(20), fte: '0.6' });
    expect(await membership()).toEqual([day(20)]);
    const { result, events } = await recorded(() => correct(id, moved.id, day(0)));
    expect(await membership()).toEqual([day(0)]);
    expect(result.body.state).toBe('applied');
    expect(events).toContain(`employee.hired ${id}`);
    expect(await people.employee(id)).toMatchObject({ status: 'active', hire_date: day(0) });
  });

  it.each([
    ['a missing change', { corrects_id: 999_999 }, 'corrects_id'],
    ['a cancelled change', {}, 'corrects_id'],
  ])('rejects a correction of %s', async (_, more, field) => {
    const { id } = await people.hire();
    const planned = await people.change(id, 'fte', day(3), { fte: '0.5' });
    await people.cancel(id, planned.id);
    const body = { corrects_id: planned.id, ...more };
    const { result, ...left } = await recorded(() =>
      people.requestChange(id, 'correction', day(4), {}, body),
    );
    expect(statusAndFields(result)).toEqual([422, [field]]);
    expect(left).toEqual(nothing);
  });

  it('cannot be proposed without employee_change:update', async () => {
    const lead = await service.newUser(owner, ['employee']);
    const boss = await people.hire({ user_id: lead.user.id });
    const report = await people.hire({ manager_id: boss.id });
    const hire = await latest(report.id, 'hire');
    const answer = await peopleOf(lead).requestChange(
      report.id,
      'correction',
      '2021-01-01',
      {},
      { corrects_id: hire.id },
    );
    expect(answer.status).toBe(403);
  });
});

describe('POST /employees/:id/rehire', () => {
  const rehire = (id: number, hire_date: string, more: object = {}, by = owner) =>
    by.call('POST', `/employees/${id}/rehire`, { hire_date, ...more });

  it('rehires a former employee and keeps the original hire date', async () => {
    const team = await people.team('Again');
    const { id } = await people.hire({ hire_date: '2020-01-01' });
    await people.terminate(id, '2023-01-01');
    const { result, events } = await recorded(() => rehire(id, '2024-01-01', { team_id: team.id }));
    expect(result).toMatchObject({
      status: 200,
      body: {
        employee: {
          status: 'active',
          hire_date: '2024-01-01',
          original_hire_date: '2020-01-01',
          end_date: null,
          team_id: team.id,
        },
        change: {
          kind: 'rehire',
          state: 'applied',
          previous: { status: 'terminated', end_date: '2023-01-01' },
        },
      },
    });
    expect(events).toEqual([
      `employee.change_applied ${id}`,
      `employee.post_update ${id}`,
      `employee.rehired ${id}`,
      `team.member_joined ${team.id}`,
    ]);
    expect((await people.employee(id, '2023-06-01')).status).toBe('terminated');
    const again = await latest(id, 'rehire');
    expect((await correct(id, again.id, '2023-08-01')).status).toBe(201);
    expect((await people.employee(id)).hire_date).toBe('2023-08-01');
    expect(statusAndFields(await correct(id, (await latest(id, 'correction')).id, '2022-06-01'))).toEqual([
      422,
      ['effective_date'],
    ]);
  });

  it('rejects a date on which the employee has not left', async () => {
    const { id } = await people.hire();
    expect(statusAndFields(await rehire(id, day(1)))).toEqual([422, ['hire_date']]);
    await people.terminate(id, day(10));
    expect(statusAndFields(await rehire(id, day(9)))).toEqual([422, ['hire_date']]);
    expect((await rehire(id, day(20))).body.change.state).toBe('scheduled');
    expect(statusAndFields(await rehire(id, day(15)))).toEqual([422, ['hire_date']]);
    expect(statusAndFields(await rehire(id, day(30)))).toEqual([422, ['hire_date']]);
    const admin = await service.newUser(owner, ['admin']);
    expect((await rehire(id, day(20), {}, admin)).status).toBe(403);
  });
});

describe('POST /employees/:id/link-user', () => {
  const link = (id: number, user_id: number) => owner.call('POST', `/employees/${id}/link-user`, { user_id });

  it('links a user, who gets the manager role, and rejects taken or foreign users', async () => {
    const user = await service.newUser(owner, ['employee']);
    const boss = await people.hire();
    await people.hire({ manager_id: boss.id });
    const { result, events } = await recorded(() => link(boss.id, user.user.id));
    expect([result.status, result.body.user_id]).toEqual([200, user.user.id]);
    expect(events.map((event) => event.split(' ')[0])).toEqual(['employee.post_update', 'grant.post_create']);
    const other = await people.hire();
    const stranger = await service.newOrganization();
    for (const [id, user_id] of [
      [boss.id, owner.user.id],
      [other.id, user.user.id],
      [other.id, stranger.user.id],
      [other.id, 999_999],
    ]) {
      const refused = await recorded(() => link(id, user_id));
      expect(statusAndFields(refused.result)).toEqual([422, ['user_id']]);
      expect(refused.events).toEqual([]);
    }
    expect((await link(999_999, user.user.id)).status).toBe(404);
  });
});
