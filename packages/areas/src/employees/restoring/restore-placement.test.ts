import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { day, peopleOf, statusAndFields } from '@wfp/testing/people.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDueChangesAt } from '../testing/run-due-changes.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let people: ReturnType<typeof peopleOf>;
let counter = 0;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  people = peopleOf(owner);
});
afterAll(() => service.stop());

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const remove = async (id: number) =>
  expect((await owner.call('DELETE', `/employees/${id}`)).status).toBe(204);
const restore = (id: number, body?: object) => owner.call('POST', `/employees/${id}/restore`, body);
const rejected = async (id: number, field: string, body?: object) => {
  const { result, ...left } = await recorded(() => restore(id, body));
  expect([statusAndFields(result), left]).toEqual([[422, [field]], nothing]);
};
const restored = async (id: number, body?: object) => {
  const response = await restore(id, body);
  expect([response.status, response.body]).toMatchObject([200, { id, deleted_at: null }]);
  return response.body;
};
const someone = async (fields: object = {}) => {
  const user = await service.newUser(owner, ['employee']);
  return { user, ...(await people.hire({ user_id: user.user.id, ...fields })) };
};
const team = () => {
  counter += 1;
  return people.team(`Team ${counter}`);
};
const position = async () => {
  counter += 1;
  const seat = { title: 'Seat', code: `R-${counter}`, status: 'open' };
  return (await owner.call('POST', '/positions', seat)).body;
};
const execute = (statement: Prisma.Sql) => executeOperational(service.platform, statement);
const memberships = (employee_id: number) =>
  service.rows<{ team_id: number; joined_on: string; left_on: string | null }>(sql`
    select team_id, joined_on::text, left_on::text from team_members
    where employee_id = ${employee_id} and org_id = ${owner.user.org_id} and deleted_at is null order by id`);

describe('references of a restored employee that have become invalid', () => {
  it('are rejected with 422: a deleted team, a deleted or terminated manager, a frozen or deleted position', async () => {
    const [home, seat, other] = [await team(), await position(), await position()];
    const [deleted, leaver] = [await people.hire(), await people.hire()];
    const ids = await Promise.all(
      [
        { team_id: home.id },
        { manager_id: deleted.id },
        { manager_id: leaver.id },
        { position_id: seat.id },
        { position_id: other.id },
      ].map(async (fields) => (await people.hire(fields)).id as number),
    );
    for (const id of ids) await remove(id);
    expect((await owner.call('DELETE', `/teams/${home.id}`)).status).toBe(204);
    await remove(deleted.id);
    expect((await people.terminate(leaver.id, day(-1))).status).toBe(200);
    expect((await owner.call('POST', `/positions/${seat.id}/freeze`)).status).toBe(200);
    expect((await owner.call('DELETE', `/positions/${other.id}`)).status).toBe(204);
    const fields = ['team_id', 'manager_id', 'manager_id', 'position_id', 'position_id'];
    for (const [index, id] of ids.entries()) {
      await rejected(id, fields[index] as string);
      expect((await restored(id, { [fields[index] as string]: null }))[fields[index] as string]).toBeNull();
    }
  });

  it('are replaced by those of the body from today on', async () => {
    const [from, to, boss, next, seat] = [
      await team(),
      await team(),
      await people.hire(),
      await someone(),
      await position(),
    ];
    const { id } = await people.hire({ team_id: from.id, manager_id: boss.id });
    await remove(id);
    // As if the deletion had been some days ago.
    await execute(sql`update team_members set left_on = ${day(-5)}::date
      where org_id = ${owner.user.org_id} and employee_id = ${id} returning id`);
    await rejected(id, 'manager_id', { manager_id: id });
    const set = { team_id: to.id, manager_id: next.id, position_id: seat.id };
    const { result, events, audit } = await recorded(() => restore(id, set));
    expect([result.status, result.body]).toMatchObject([200, set]);
    expect(events.map((one) => one.split(' ')[0])).toEqual([
      'employee.post_restore',
      'employee.change_applied',
      'team.member_changed',
      'team.member_joined',
      'grant.post_create',
    ]);
    expect(audit[1]).toMatchObject({
      action: 'change_applied',
      resource: 'employee_change',
      after: { set },
    });
    expect(await people.employee(id, day(-1))).toMatchObject({ team_id: from.id, manager_id: boss.id });
    expect(await people.employee(id, day(0))).toMatchObject(set);
    const [change] = await people.changes(id);
    expect(change).toMatchObject({
      ...{ kind: 'transfer', effective_date: day(0), state: 'applied', set },
      previous: { team_id: from.id, manager_id: boss.id, position_id: null },
    });
    expect(await memberships(id)).toEqual([
      { team_id: from.id, joined_on: '2020-01-01', left_on: day(0) },
      { team_id: to.id, joined_on: day(0), left_on: null },
    ]);
  });

  it('adds the membership of a team that the employee joined and left on the day of the deletion', async () => {
    const [from, to] = [await team(), await team()];
    const { id } = await people.hire({ hire_date: day(-5), team_id: from.id });
    await remove(id);
    await execute(sql`update team_members set left_on = joined_on
      where org_id = ${owner.user.org_id} and employee_id = ${id} returning id`);
    const { events } = await recorded(() => restore(id, { team_id: to.id }));
    expect(events.slice(2)).toEqual([
      `team.member_joined ${from.id}`,
      `team.member_left ${from.id}`,
      `team.member_joined ${to.id}`,
    ]);
  });
});

describe('a restored employee before their first day', () => {
  it('is hired on the same day, with the values of the body', async () => {
    const [home, boss] = [await team(), await someone()];
    const { id } = await people.hire({ hire_date: day(8), team_id: home.id, fte: '0.6' });
    const planned = await people.change(id, 'fte', day(20), { fte: '0.8' });
    await remove(id);
    const { result, events, audit } = await recorded(() => restore(id, { manager_id: boss.id }));
    expect(result.body).toMatchObject({
      ...{ status: 'pre_hire', hire_date: day(8), manager_id: boss.id, team_id: home.id },
      warnings: ['1 proposed or scheduled change that the deletion cancelled was not restored'],
    });
    expect(events).toEqual([
      `employee.post_restore ${id}`,
      `employee.change_scheduled ${id}`,
      `team.member_joined ${home.id}`,
      expect.stringMatching(/^grant\.post_create /),
    ]);
    expect(audit[1]).toMatchObject({ action: 'change_scheduled', resource: 'employee_change' });
    await runDueChangesAt(service, owner.user.org_id, `${day(9)}T12:00:00Z`);
    expect(await people.employee(id)).toMatchObject({
      ...{ status: 'active', fte: '0.6', manager_id: boss.id, team_id: home.id },
    });
    const states = (await people.changes(id)).map((one: any) => [one.kind, one.state]);
    expect(states).toEqual([
      ['fte', 'cancelled'],
      ['hire', 'applied'],
      ['hire', 'cancelled'],
    ]);
    expect(planned.state).toBe('scheduled');
  });

  it('is employed if that day has passed', async () => {
    const home = await team();
    const { id } = await people.hire({ hire_date: day(8), team_id: home.id });
    await remove(id);
    // As if the deletion had been two weeks ago.
    await execute(sql`with hire as (
        update employee_changes set effective_date = effective_date - 14, set = set || jsonb_build_object('hire_date', ${day(-6)}::text)
        where org_id = ${owner.user.org_id} and employee_id = ${id} returning id)
      update employees set hire_date = hire_date - 14 where org_id = ${owner.user.org_id} and id = ${id} returning id`);
    const { result, events } = await recorded(() => restore(id));
    expect(result.body).toMatchObject({ status: 'active', hire_date: day(-6), team_id: home.id });
    expect(events).toEqual([
      `employee.post_restore ${id}`,
      `employee.hired ${id}`,
      `employee.change_applied ${id}`,
      `team.member_joined ${home.id}`,
    ]);
    const { updated_at: _, ...row } = await people.employee(id);
    expect(await people.employee(id, day(0))).toMatchObject(row);
  });
});
