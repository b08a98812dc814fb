import { Prisma } from '@wfp/shared/db';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { day, peopleOf, statusAndFields } from '@wfp/testing/people.ts';
import { nothing, onlyDenial, recordedBy } from '@wfp/testing/recorded.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let people: ReturnType<typeof peopleOf>;
let counter = 0;
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  people = peopleOf(owner);
});
afterAll(() => service.stop());

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const remove = async (id: number) =>
  expect((await owner.call('DELETE', `/employees/${id}`)).status).toBe(204);
const restore = (id: number, body?: object, by = owner) => by.call('POST', `/employees/${id}/restore`, body);
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
const memberships = (employee_id: number) =>
  service.rows<{ team_id: number; joined_on: string; left_on: string | null }>(sql`
    select team_id, joined_on::text, left_on::text from team_members
    where employee_id = ${employee_id} and org_id = ${owner.user.org_id} and deleted_at is null order by id`);

describe('POST /employees/:id/restore', () => {
  it('restores row, history, primary team, seat and the manager role, with events and audit entries', async () => {
    const boss = await someone();
    const [home, squad, seat] = [await team(), await team(), await position()];
    const fields = { team_id: home.id, manager_id: boss.id, position_id: seat.id, work_email: 'x@y.test' };
    const { user, ...before } = await someone(fields);
    await people.change(before.id, 'fte', '2024-01-01', { fte: '0.5' });
    await owner.call('POST', `/teams/${squad.id}/members`, { employee_id: before.id });
    const [row, history] = [
      await people.employee(before.id),
      await people.get(`/employees/${before.id}/history`),
    ];
    await remove(before.id);
    const { result, events, audit, outbox } = await recorded(() => restore(before.id));
    expect([result.status, result.body]).toEqual([200, { ...row, updated_at: expect.any(String) }]);
    expect(events.map((one) => one.split(' ')[0])).toEqual([
      'employee.post_restore',
      'team.member_joined',
      'grant.post_create',
    ]);
    expect([events[0], events[1], outbox]).toEqual([
      `employee.post_restore ${before.id}`,
      `team.member_joined ${home.id}`,
      3,
    ]);
    expect(audit).toMatchObject([
      {
        ...{ action: 'restore', resource: 'employee', record_id: before.id },
        ...{ before: { deleted_at: expect.any(String) }, after: { deleted_at: null } },
      },
      { action: 'update', resource: 'team_member', after: { left_on: null } },
      { action: 'create', resource: 'grant' },
    ]);
    expect(await people.employee(before.id, day(0))).toMatchObject({ fte: '0.5', ...fields });
    expect(await people.get(`/employees/${before.id}/history`)).toEqual(history);
    expect(await memberships(before.id)).toEqual([
      { team_id: home.id, joined_on: '2020-01-01', left_on: null },
      { team_id: squad.id, joined_on: day(0), left_on: day(0) },
    ]);
    expect((await boss.user.call('GET', '/users/me')).body.roles).toContain('manager');
    expect((await people.get(`/positions/${seat.id}`)).filled).toBe(1);
    expect((await user.call('GET', `/employees/${before.id}`)).status).toBe(200);
    expect((await restore(before.id)).status).toBe(404);
  });

  it('leaves changes cancelled that the deletion cancelled, with a warning', async () => {
    const { id } = await people.hire();
    const cancelled = await people.change(id, 'fte', day(5), { fte: '0.5' });
    await people.cancel(id, cancelled.id);
    const planned = await people.change(id, 'fte', day(9), { fte: '0.8' });
    await remove(id);
    expect((await restored(id)).warnings).toEqual([
      '1 proposed or scheduled change that the deletion cancelled was not restored',
    ]);
    const [change] = (await people.changes(id)).filter((one: { id: number }) => one.id === planned.id);
    expect(change).toMatchObject({ state: 'cancelled', note: 'Employee was deleted' });
    await remove(id);
    expect(await restored(id)).not.toHaveProperty('warnings');
  });

  it('returns reports who were moved away to no one, and a former employee as terminated', async () => {
    const [next, boss] = [await people.hire(), await people.hire()];
    const report = await people.hire({ manager_id: boss.id });
    await people.change(report.id, 'manager', day(0), { manager_id: next.id });
    await remove(boss.id);
    await restored(boss.id);
    expect((await people.employee(report.id)).manager_id).toBe(next.id);
    const former = await someone({ team_id: (await team()).id });
    await people.terminate(former.id, '2024-06-01');
    const row = await people.employee(former.id);
    await remove(former.id);
    await rejected(former.id, 'manager_id', { manager_id: next.id });
    const { result, events } = await recorded(() => restore(former.id, { manager_id: null }));
    expect([result.body, events]).toEqual([
      { ...row, updated_at: expect.any(String) },
      [`employee.post_restore ${former.id}`],
    ]);
    expect((await people.get(`/users/${former.user.user.id}`)).status).toBe('deactivated');
  });

  it('is rejected with 422 on a number, address or user that is taken', async () => {
    const user = await service.newUser(owner, ['employee']);
    for (const [field, value] of [
      ['employee_number', 'TAKEN-1'],
      ['work_email', 'taken@demo.test'],
      ['user_id', user.user.id],
    ] as const) {
      const { id } = await people.hire({ [field]: value });
      await remove(id);
      const other = await people.hire({ [field]: value });
      await rejected(id, field);
      await remove(other.id);
      expect((await restored(id))[field]).toBe(value);
      await rejected(other.id, field);
      await remove(id);
    }
  });

  it('returns 404 for live, missing and foreign employees, and 403 without employee:manage', async () => {
    const [live, gone] = [await people.hire(), await people.hire()];
    await remove(gone.id);
    const stranger = await service.newOrganization();
    for (const [id, by] of [
      [live.id, owner],
      [2_000_000_000, owner],
      [gone.id, stranger],
    ] as const) {
      const { result, ...left } = await recorded(() => restore(id, undefined, by));
      expect([result.status, left]).toEqual([404, nothing]);
    }
    for (const role of ['admin', 'manager', 'employee']) {
      const client = await service.newUser(owner, [role]);
      const { result, ...left } = await recorded(() => restore(gone.id, undefined, client));
      expect([result.status, left]).toEqual([403, onlyDenial('manage', 'employee', gone.id)]);
    }
    const hr = await service.newUser(owner, ['hr']);
    expect((await restore(gone.id, { fte: '0.5' }, hr)).status).toBe(422);
    expect((await restore(gone.id, {}, hr)).status).toBe(200);
  });

  it('changes nothing if its last step fails', async () => {
    const { id } = await people.hire({ team_id: (await team()).id });
    await remove(id);
    const database = new pg.Client({ connectionString: service.config.DATABASE_URL });
    await database.connect();
    await database.query(`create function fail() returns trigger language plpgsql as $$ begin raise exception 'simulated failure'; end $$;
      create trigger fail before update on team_members for each statement execute function fail()`);
    try {
      const { result, ...left } = await recorded(() => restore(id));
      expect([result.status, left]).toEqual([500, nothing]);
    } finally {
      await database.query('drop trigger fail on team_members').finally(() => database.end());
    }
    expect((await owner.call('GET', `/employees/${id}`)).status).toBe(404);
    await restored(id);
  });
});
