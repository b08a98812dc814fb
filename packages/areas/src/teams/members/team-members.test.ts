import { Prisma } from '@wfp/shared/db';
import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let org_id: number;
let squad: { id: number };
let counter = 0;
const today = new Date().toISOString().slice(0, 10);

beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  org_id = owner.user.org_id;
  squad = (await owner.call('POST', '/teams', { name: 'Squad' })).body;
});
afterAll(() => service.stop());

const newEmployee = async (fields: object = {}) => {
  counter += 1;
  const person = { first_name: 'Ada', last_name: `No ${counter}`, hire_date: '2024-01-01', ...fields };
  return (await owner.call('POST', '/employees', person)).body;
};
const join = (employee_id: number, fields: object = {}, by = owner) =>
  by.call('POST', `/teams/${squad.id}/members`, { employee_id, ...fields });
const members = async () => (await owner.call('GET', `/teams/${squad.id}/members?limit=100`)).body;

describe('POST /teams/:teamId/members', () => {
  it('adds a member from today on, with an event of the team', async () => {
    const employee = await newEmployee();
    const { result, events, audit, outbox } = await recordedBy(service, org_id, () =>
      join(employee.id, { role: 'deputy' }),
    );
    expect(result.status).toBe(201);
    expect(result.body).toMatchObject({
      team_id: squad.id,
      employee_id: employee.id,
      role: 'deputy',
      joined_on: today,
      left_on: null,
    });
    expect(events).toEqual([`team.member_joined ${squad.id}`]);
    expect(outbox).toBe(1);
    expect(audit).toMatchObject([{ action: 'create', resource: 'team_member', record_id: result.body.id }]);
    expect((await members()).data).toContainEqual(result.body);
  });

  it('adds an employee once among concurrent requests', async () => {
    const employee = await newEmployee();
    const answers = await Promise.all([1, 2, 3, 4].map(() => join(employee.id)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 422, 422, 422]);
    expect((await join(employee.id)).body.details.fieldErrors).toEqual({
      employee_id: ['Is already a member'],
    });
  });

  it.each([
    [{ employee_id: 999_999 }, 'employee_id'],
    [{}, 'employee_id'],
    [{ employee_id: 1, role: 'boss' }, 'role'],
    [{ employee_id: 1, joined_on: '2025-02-29' }, 'joined_on'],
    [{ employee_id: 1, joined_on: '2025-02-01T00:00:00Z' }, 'joined_on'],
    [{ employee_id: 1, team_id: 4 }, 'team_id'],
  ])('rejects %j with 422 on %s and records nothing', async (body, field) => {
    const work = () => owner.call('POST', `/teams/${squad.id}/members`, body);
    const { result, ...recorded } = await recordedBy(service, org_id, work);
    expect(result.status).toBe(422);
    expect(Object.keys(result.body.details.fieldErrors)).toEqual([field]);
    expect(recorded).toEqual(nothing);
  });

  it('rejects a period that overlaps a past membership, and permits a later one', async () => {
    const employee = await newEmployee();
    const { id } = (await join(employee.id, { joined_on: '2024-03-01' })).body;
    await owner.call('DELETE', `/teams/${squad.id}/members/${id}`);
    const work = () => join(employee.id, { joined_on: '2024-06-01' });
    const { result, ...left } = await recordedBy(service, org_id, work);
    expect([result.status, result.body.details.fieldErrors]).toEqual([
      422,
      { joined_on: ['Overlaps another period'] },
    ]);
    expect(left).toEqual(nothing);
    expect((await join(employee.id)).status).toBe(201);
  });

  it('rejects deleted employees and departments', async () => {
    const gone = await newEmployee();
    await owner.call('DELETE', `/employees/${gone.id}`);
    expect((await join(gone.id)).status).toBe(422);
    const department = (await owner.call('POST', '/teams', { name: 'Department', kind: 'department' })).body;
    const employee = await newEmployee();
    const answer = await owner.call('POST', `/teams/${department.id}/members`, { employee_id: employee.id });
    expect(answer.body.details.fieldErrors.employee_id[0]).toMatch(/team_id/);
  });

  it('requires team_member:create on the team', async () => {
    const manager = await service.newUser(owner, ['manager']);
    const boss = await newEmployee({ user_id: manager.user.id });
    const employee = await newEmployee();
    expect((await join(employee.id, {}, manager)).status).toBe(403);
    await join(boss.id);
    expect((await join(employee.id, {}, manager)).status).toBe(201);
    const stranger = await service.newOrganization();
    expect((await join(employee.id, {}, stranger)).status).toBe(404);
  });
});

describe('PATCH /teams/:teamId/members/:id', () => {
  it('updates role and allocation, with an event of the team', async () => {
    const member = (await join((await newEmployee()).id)).body;
    const path = `/teams/${squad.id}/members/${member.id}`;
    const work = () => owner.call('PATCH', path, { role: 'lead', allocation_percent: 60 });
    const { result, events, audit, outbox } = await recordedBy(service, org_id, work);
    expect(result.status).toBe(200);
    const { updated_at, ...rest } = result.body;
    expect(rest).toEqual({ ...member, role: 'lead', allocation_percent: 60, updated_at: undefined });
    expect(events).toEqual([`team.member_changed ${squad.id}`]);
    expect(outbox).toBe(1);
    expect(audit).toMatchObject([
      {
        action: 'update',
        resource: 'team_member',
        record_id: member.id,
        before: { role: 'member', allocation_percent: null },
        after: { role: 'lead', allocation_percent: 60 },
      },
    ]);
    expect((await owner.call('GET', path)).body).toEqual(result.body);
  });

  it.each([
    ['the current values', { role: 'deputy', allocation_percent: 60 }],
    ['no field', {}],
  ])('returns the member for a body with %s and records nothing', async (_, body) => {
    const fields = { role: 'deputy', allocation_percent: 60 };
    const member = (await join((await newEmployee()).id, fields)).body;
    const path = `/teams/${squad.id}/members/${member.id}`;
    const { result, ...left } = await recordedBy(service, org_id, () => owner.call('PATCH', path, body));
    expect([result.status, result.body]).toEqual([200, member]);
    expect(left).toEqual(nothing);
    expect((await owner.call('GET', path)).body).toEqual(member);
  });

  it.each([
    [{ allocation_percent: 101 }, 'allocation_percent'],
    [{ allocation_percent: 0 }, 'allocation_percent'],
    [{ allocation_percent: 12.5 }, 'allocation_percent'],
    [{ role: null }, 'role'],
    [{ joined_on: '2020-01-01' }, 'joined_on'],
    [{ employee_id: 1 }, 'employee_id'],
  ])('rejects %j with 422 on %s and records nothing', async (body, field) => {
    const member = (await join((await newEmployee()).id)).body;
    const path = `/teams/${squad.id}/members/${member.id}`;
    const { result, ...recorded } = await recordedBy(service, org_id, () => owner.call('PATCH', path, body));
    expect(result.status).toBe(422);
    expect(Object.keys(result.body.details.fieldErrors)).toEqual([field]);
    expect(recorded).toEqual(nothing);
  });

  it('rejects former members, other teams and callers without permission', async () => {
    const member = (await join((await newEmployee()).id)).body;
    const path = `/teams/${squad.id}/members/${member.id}`;
    const manager = await service.newUser(owner, ['manager']);
    expect((await manager.call('PATCH', path, { role: 'lead' })).status).toBe(403);
    const other = (await owner.call('POST', '/teams', { name: 'Elsewhere' })).body;
    const through = `/teams/${other.id}/members/${member.id}`;
    for (const method of ['GET', 'PATCH']) {
      const body = method === 'GET' ? undefined : { role: 'lead' };
      expect((await owner.call(method, through, body)).status).toBe(404);
    }
    await owner.call('DELETE', path);
    expect((await owner.call('PATCH', path, { role: 'lead' })).status).toBe(404);
    expect((await owner.call('GET', path)).body).toMatchObject({ id: member.id, left_on: today });
  });
});

describe('GET /teams/:teamId/members', () => {
  it('lists current members, those of a day, or former ones', async () => {
    const team = (await owner.call('POST', '/teams', { name: 'Turnover' })).body;
    const [stays, leaves, comes] = [await newEmployee(), await newEmployee(), await newEmployee()];
    const add = async (employee_id: number, fields: object) =>
      (await owner.call('POST', `/teams/${team.id}/members`, { employee_id, ...fields })).body;
    await add(stays.id, { joined_on: '2024-01-01', role: 'lead' });
    const gone = await add(leaves.id, { joined_on: '2024-01-01' });
    await add(comes.id, { joined_on: '2999-01-01' });
    await owner.call('DELETE', `/teams/${team.id}/members/${gone.id}`);
    const who = async (query: string) => {
      const { data, total } = (await owner.call('GET', `/teams/${team.id}/members?${query}`)).body;
      expect(total).toBe(data.length);
      return data.map((row: { employee_id: number }) => row.employee_id);
    };
    expect(await who('')).toEqual([stays.id, comes.id]);
    expect(await who('left=true')).toEqual([leaves.id]);
    expect(await who('active_on=2024-06-01')).toEqual([stays.id, leaves.id]);
    expect(await who('active_on=2024-06-01&left=true')).toEqual([leaves.id]);
    expect(await who(`active_on=${today}`)).toEqual([stays.id]);
    expect(await who('active_on=2023-12-31')).toEqual([]);
    expect(await who('active_on=2999-01-01')).toEqual([stays.id, comes.id]);
    expect(await who('role=lead')).toEqual([stays.id]);
    expect(await who(`employee_id=${comes.id}`)).toEqual([comes.id]);
    expect((await owner.call('GET', `/teams/${team.id}/members?active_on=soon`)).status).toBe(422);
  });
});

describe('DELETE /teams/:teamId/members/:id', () => {
  it('ends the membership today and keeps the row', async () => {
    const employee = await newEmployee();
    const member = (await join(employee.id)).body;
    const path = `/teams/${squad.id}/members/${member.id}`;
    const { result, events, audit } = await recordedBy(service, org_id, () => owner.call('DELETE', path));
    expect([result.status, result.body]).toEqual([204, null]);
    expect(events).toEqual([`team.member_left ${squad.id}`]);
    expect(audit).toMatchObject([
      { action: 'archive', before: { left_on: null }, after: { left_on: today } },
    ]);
    expect((await members()).data.map((row: { id: number }) => row.id)).not.toContain(member.id);
    expect((await owner.call('DELETE', path)).status).toBe(404);
    expect((await join(employee.id)).status).toBe(201);
  });

  it('ends a future membership on its first day', async () => {
    const employee = await newEmployee();
    const member = (await join(employee.id, { joined_on: '2999-12-31' })).body;
    expect((await owner.call('DELETE', `/teams/${squad.id}/members/${member.id}`)).status).toBe(204);
    const [row] = await service.rows(
      Prisma.sql`select left_on::text from team_members where id = ${member.id}`,
    );
    expect(row).toEqual({ left_on: '2999-12-31' });
    expect((await members()).data.map((one: { id: number }) => one.id)).not.toContain(member.id);
  });

  it('rejects the membership of the primary team with 422', async () => {
    const home = (await owner.call('POST', '/teams', { name: 'Home', kind: 'department' })).body;
    await newEmployee({ team_id: home.id });
    const [member] = (await owner.call('GET', `/teams/${home.id}/members`)).body.data;
    const work = () => owner.call('DELETE', `/teams/${home.id}/members/${member.id}`);
    const { result, ...recorded } = await recordedBy(service, org_id, work);
    expect(result.body.details.fieldErrors).toHaveProperty('id');
    expect(recorded).toEqual(nothing);
  });

  it('finds a member only below their own team', async () => {
    const other = (await owner.call('POST', '/teams', { name: 'Other' })).body;
    const member = (await join((await newEmployee()).id)).body;
    expect((await owner.call('DELETE', `/teams/${other.id}/members/${member.id}`)).status).toBe(404);
  });
});
