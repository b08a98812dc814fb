import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let org_id: number;
let counter = 0;
const today = new Date().toISOString().slice(0, 10);

beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  org_id = owner.user.org_id;
});
afterAll(() => service.stop());

const newTeam = async (fields: object = {}, by = owner) => {
  counter += 1;
  return (await by.call('POST', '/teams', { name: `Team ${counter}`, ...fields })).body;
};
const newEmployee = async (fields: object = {}) => {
  const person = { first_name: 'Ada', last_name: 'L', hire_date: '2024-01-01', ...fields };
  return (await owner.call('POST', '/employees', person)).body;
};
const join = async (team_id: number, employee_id: number, fields: object = {}) =>
  (await owner.call('POST', `/teams/${team_id}/members`, { employee_id, ...fields })).body;
const newTask = async (assigned_team_id: number, fields: object = {}) =>
  (await owner.call('POST', '/tasks', { title: 'Ours', assigned_team_id, ...fields })).body;
const merge = (id: number, into_id: unknown, by = owner) =>
  by.call('POST', `/teams/${id}/merge`, { into_id });
const get = async (path: string) => (await owner.call('GET', path)).body;

const deadlocks = async () => {
  const [row] = await service.rows<{ deadlocks: number }>(
    Prisma.sql`select pg_stat_force_next_flush(), deadlocks::int from pg_stat_database where datname = current_database()`,
  );
  return row?.deadlocks;
};

describe('POST /teams/:id/merge', () => {
  it('moves members, child teams, open tasks and the lead, archives the source and records all of it', async () => {
    const [shared, only, lead] = [await newEmployee(), await newEmployee(), await newEmployee()];
    const [source, target] = [await newTeam({ lead_employee_id: lead.id }), await newTeam()];
    const child = await newTeam({ parent_id: source.id });
    await join(source.id, shared.id, { role: 'deputy' });
    const existing = await join(target.id, shared.id, { role: 'lead' });
    await join(source.id, only.id, { role: 'deputy', allocation_percent: 30, joined_on: '2024-05-01' });
    const open = await newTask(source.id);
    const done = await newTask(source.id, { status: 'done' });
    const { result, events, audit, outbox } = await recordedBy(service, org_id, () =>
      merge(source.id, target.id),
    );
    expect(result.status).toBe(200);
    expect(result.body).toMatchObject({ id: target.id, lead_employee_id: lead.id, deleted_at: null });
    expect(result.body).toEqual(await get(`/teams/${target.id}`));
    expect(events).toEqual([
      `team.member_joined ${target.id}`,
      `team.member_left ${source.id}`,
      `team.member_left ${source.id}`,
      `team.post_update ${child.id}`,
      `team.moved ${child.id}`,
      `team.post_update ${target.id}`,
      `task.post_update ${open.id}`,
      `team.post_archive ${source.id}`,
      `team.merged ${source.id}`,
    ]);
    expect(outbox).toBe(events.length);
    expect(audit).toHaveLength(7);
    expect(audit.at(-1)).toMatchObject({ action: 'archive', resource: 'team', record_id: source.id });
    expect((await owner.call('GET', `/teams/${source.id}`)).status).toBe(404);
    expect((await get(`/teams/${child.id}`)).parent_id).toBe(target.id);
    expect((await get(`/tasks/${open.id}`)).assigned_team_id).toBe(target.id);
    expect((await get(`/tasks/${done.id}`)).assigned_team_id).toBe(source.id);
    const members = (await get(`/teams/${target.id}/members`)).data;
    expect(members).toHaveLength(2);
    expect(members).toContainEqual(existing);
    expect(members).toContainEqual(
      expect.objectContaining({
        employee_id: only.id,
        role: 'deputy',
        allocation_percent: 30,
        joined_on: today,
        left_on: null,
      }),
    );
  });

  it('keeps the lead of the target, and moves future members', async () => {
    const [one, other] = [await newEmployee(), await newEmployee()];
    const source = await newTeam({ lead_employee_id: one.id });
    const target = await newTeam({ lead_employee_id: other.id });
    await join(source.id, one.id, { joined_on: '2999-01-01' });
    expect((await merge(source.id, target.id)).body.lead_employee_id).toBe(other.id);
    const { data } = await get(`/teams/${target.id}/members`);
    expect(data).toMatchObject([{ employee_id: one.id, joined_on: '2999-01-01' }]);
  });

  it('moves hundreds of tasks and keeps the board order', async () => {
    const [source, target] = [await newTeam(), await newTeam()];
    const ids: number[] = [];
    for (let n = 0; n < 13; n += 1) {
      const made = await Promise.all(Array.from({ length: 40 }, () => newTask(source.id)));
      ids.push(...made.map((task) => task.id));
    }
    const before = await get('/tasks?status=todo&limit=100');
    const { events } = await recordedBy(service, org_id, () => merge(source.id, target.id));
    const moved = events.filter((event) => event.startsWith('task.post_update'));
    expect(moved).toHaveLength(ids.length);
    expect(new Set(moved).size).toBe(ids.length);
    const after = await get('/tasks?status=todo&limit=100');
    const positions = (list: typeof after) =>
      list.data.map((task: { id: number; position: number }) => [task.id, task.position]);
    expect(positions(after)).toEqual(positions(before));
  });

  it('rejects a team with more open tasks than one transaction can move', async () => {
    const [source, target] = [await newTeam(), await newTeam()];
    await executeOperational(
      service.platform,
      Prisma.sql`insert into tasks (org_id, title, slot, assigned_team_id, created_by, updated_by)
        select ${org_id}, 'One of many', 1000000 + n, ${source.id}, ${owner.user.id}, ${owner.user.id}
        from generate_series(0, 10000) n returning id`,
    );
    const { result, ...recorded } = await recordedBy(service, org_id, () => merge(source.id, target.id));
    expect(result.body.details.fieldErrors.id[0]).toMatch(/10000 open tasks/);
    expect(recorded).toEqual(nothing);
  });

  it('rejects itself, descendants, deleted and foreign teams, and too deep a tree', async () => {
    const source = await newTeam();
    const below = await newTeam({ parent_id: (await newTeam({ parent_id: source.id })).id });
    const gone = await newTeam();
    await owner.call('DELETE', `/teams/${gone.id}`);
    const theirs = await newTeam({}, await service.newOrganization());
    let deep = await newTeam();
    for (let level = 2; level <= 9; level += 1) deep = await newTeam({ parent_id: deep.id });
    for (const into_id of [source.id, below.id, gone.id, theirs.id, 999_999, deep.id, null]) {
      const { result, ...recorded } = await recordedBy(service, org_id, () => merge(source.id, into_id));
      expect(result.status).toBe(422);
      expect(Object.keys(result.body.details.fieldErrors)).toEqual(['into_id']);
      expect(recorded).toEqual(nothing);
    }
    expect((await merge(theirs.id, source.id)).status).toBe(404);
  });

  it('rejects moving members to a department that is not their primary team', async () => {
    const [squad, department] = [await newTeam(), await newTeam({ kind: 'department' })];
    await join(squad.id, (await newEmployee()).id);
    await newTask(squad.id);
    const { result, ...recorded } = await recordedBy(service, org_id, () => merge(squad.id, department.id));
    expect(result.body.details.fieldErrors).toHaveProperty('into_id');
    expect(recorded).toEqual(nothing);
  });

  it('does not deadlock with concurrent task writes', async () => {
    const [source, target] = [await newTeam(), await newTeam()];
    const tasks = await Promise.all(Array.from({ length: 12 }, () => newTask(source.id)));
    const mark = await deadlocks();
    const answers = await Promise.all([
      merge(source.id, target.id),
      ...tasks.map((task, n) =>
        n % 2 === 0
          ? owner.call('POST', `/tasks/${task.id}/move`, { status: 'in_progress', position: 0 })
          : owner.call('PATCH', `/tasks/${task.id}`, { title: 'Renamed' }),
      ),
      ...tasks.map(() => owner.call('POST', '/tasks', { title: 'New', assigned_team_id: target.id })),
    ]);
    expect(answers.filter((answer) => answer.status >= 300)).toEqual([]);
    expect(await deadlocks()).toBe(mark);
    expect((await get(`/tasks?assigned_team_id=${source.id}`)).total).toBe(0);
  });

  it('lets one of two opposite merges succeed', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [a, b] = [await newTeam(), await newTeam()];
      const answers = await Promise.all([merge(a.id, b.id), merge(b.id, a.id)]);
      const statuses = answers.map((answer) => answer.status).sort();
      expect([
        [200, 404],
        [200, 422],
      ]).toContainEqual(statuses);
    }
  });

  it('moves a member who joins concurrently', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [source, target] = [await newTeam(), await newTeam()];
      const employee = await newEmployee();
      const [merged, joined] = await Promise.all([
        merge(source.id, target.id),
        owner.call('POST', `/teams/${source.id}/members`, { employee_id: employee.id }),
      ]);
      expect(merged.status).toBe(200);
      expect([201, 404]).toContain(joined.status);
      const { total } = await get(`/teams/${target.id}/members`);
      expect(total).toBe(joined.status === 201 ? 1 : 0);
    }
  });

  it('requires team:manage on both teams', async () => {
    const manager = await service.newUser(owner, ['manager']);
    const [source, target] = [await newTeam(), await newTeam()];
    expect((await merge(source.id, target.id, manager)).status).toBe(403);
    const permissions = [
      { permission: 'team:read', scopes: ['org'] },
      { permission: 'team:manage', scopes: ['team'] },
    ];
    await owner.call('POST', '/roles', { code: 'divider', name: 'Divider', permissions });
    const divider = await service.newUser(owner, ['divider']);
    const self = await newEmployee({ user_id: divider.user.id });
    await join(source.id, self.id);
    const { result, events } = await recordedBy(service, org_id, () => merge(source.id, target.id, divider));
    expect([result.status, events]).toEqual([403, []]);
    await join(target.id, self.id);
    expect((await merge(source.id, target.id, divider)).status).toBe(200);
  });
});
