import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

const createTask = async (body: object = {}, by = owner) =>
  (await by.call('POST', '/tasks', { title: 'A task', ...body })).body;
const patch = (id: number, body: object, by = owner) => by.call('PATCH', `/tasks/${id}`, body);
const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);

describe('PATCH /tasks/:id', () => {
  it('changes only the given fields and records old and new values', async () => {
    const task = await createTask();
    const { result, events, audit } = await recorded(() =>
      patch(task.id, { title: 'Renamed', tags: ['now'] }),
    );
    expect(result.status).toBe(200);
    expect(result.body).toEqual({ ...task, title: 'Renamed', tags: ['now'], updated_at: expect.any(String) });
    expect(events).toEqual([`task.post_update ${task.id}`]);
    expect(audit).toMatchObject([
      { action: 'update', before: { title: 'A task', tags: [] }, after: { title: 'Renamed', tags: ['now'] } },
    ]);
  });

  it('emits task.completed only when the status changes to done', async () => {
    const { id } = await createTask();
    const eventsOf = async (body: object) => (await recorded(() => patch(id, body))).events;
    expect(await eventsOf({ status: 'in_progress' })).toEqual([`task.post_update ${id}`]);
    expect(await eventsOf({ status: 'done' })).toEqual([`task.post_update ${id}`, `task.completed ${id}`]);
    expect(await eventsOf({ status: 'done' })).toEqual([]);
    expect(await eventsOf({ title: 'Still done' })).toEqual([`task.post_update ${id}`]);
    expect(await eventsOf({ status: 'todo' })).toEqual([`task.post_update ${id}`]);
    expect(await eventsOf({ status: 'done', title: 'Again' })).toEqual([
      `task.post_update ${id}`,
      `task.completed ${id}`,
    ]);
  });

  it('does not record a PATCH without changes, of one field or of all', async () => {
    const task = await createTask({
      tags: ['b', 'a'],
      due_at: '2027-01-01T00:00:00Z',
      assigned_to: owner.user.id,
    });
    const { title, description, status, priority, label, category_code, effort, task_type, ...others } = task;
    const { assigned_employee_id, assigned_team_id, assigned_to, parent_task_id, initiative_id } = others;
    const { due_at, reminder_offset, tags } = others;
    const values = {
      ...{ title, description, status, priority, label, category_code, effort, task_type },
      ...{ assigned_employee_id, assigned_team_id, assigned_to, parent_task_id, initiative_id },
      ...{ due_at, reminder_offset, tags },
    };
    const bodies: object[] = [
      {},
      values,
      ...Object.entries(values).map(([name, value]) => ({ [name]: value })),
    ];
    for (const body of bodies) {
      const { result, ...left } = await recorded(() => patch(task.id, body));
      expect([body, result.status, result.body]).toEqual([body, 200, task]);
      expect([body, left]).toEqual([body, nothing]);
    }
  });

  it('checks If-Match of a PATCH without changes', async () => {
    const task = await createTask();
    const etag = (await owner.call('GET', `/tasks/${task.id}`)).headers.get('etag') ?? '';
    const statusOf = async (body: object, version: string) =>
      (await owner.call('PATCH', `/tasks/${task.id}`, body, { 'if-match': version })).status;
    for (const body of [{ title: task.title }, { status: task.status }]) {
      expect([await statusOf(body, etag), await statusOf(body, '"stale"')]).toEqual([200, 412]);
    }
    await patch(task.id, { label: 'new' });
    expect(await statusOf({ title: task.title }, etag)).toBe(412);
    expect(await statusOf({ status: task.status }, etag)).toBe(412);
  });

  it('rejects a PATCH without changes of a read-only task', async () => {
    const task = await createTask();
    const viewer = await service.newUser(owner, ['viewer']);
    const stranger = await service.newOrganization();
    const employee = await service.newUser(owner, ['employee']);
    expect((await patch(task.id, { title: task.title }, viewer)).status).toBe(403);
    expect((await patch(task.id, { title: task.title }, employee)).status).toBe(403);
    expect((await patch(task.id, { title: task.title }, stranger)).status).toBe(404);
  });

  it('replaces the assignee', async () => {
    const team = (await owner.call('POST', '/teams', { name: 'Plumbing' })).body;
    const { id } = await createTask({ assigned_to: owner.user.id });
    expect((await patch(id, { assigned_team_id: team.id })).body).toMatchObject({
      assigned_team_id: team.id,
      assigned_to: null,
    });
    expect((await patch(id, { assigned_team_id: null })).body).toMatchObject({
      assigned_team_id: null,
      assigned_to: null,
    });
    expect((await patch(id, { assigned_to: owner.user.id, assigned_team_id: team.id })).status).toBe(422);
  });

  it('requires a due date for a reminder', async () => {
    const { id } = await createTask();
    expect((await patch(id, { reminder_offset: '1h' })).body.details.fieldErrors).toHaveProperty(
      'reminder_offset',
    );
    expect((await patch(id, { reminder_offset: '1h', due_at: '2027-01-01T00:00:00Z' })).status).toBe(200);
    expect((await patch(id, { due_at: null })).body.details.fieldErrors).toHaveProperty('due_at');
    expect((await patch(id, { due_at: null, reminder_offset: null })).status).toBe(200);
  });

  it.each([
    [{ position: 1 }, 'position'],
    [{ id: 4 }, 'id'],
    [{ title: '' }, 'title'],
    [{ status: 'gone' }, 'status'],
  ])('rejects %j and writes nothing', async (body, field) => {
    const { id } = await createTask();
    const { result, ...left } = await recorded(() => patch(id, body));
    expect(result.status).toBe(422);
    expect(result.body.details.fieldErrors).toHaveProperty(field);
    expect(left).toEqual(nothing);
  });

  it('rejects a cycle of parents', async () => {
    const top = await createTask();
    const middle = await createTask({ parent_task_id: top.id });
    const bottom = await createTask({ parent_task_id: middle.id });
    for (const parent of [top, middle, bottom]) {
      const { result, ...left } = await recorded(() => patch(top.id, { parent_task_id: parent.id }));
      expect(result.body.details.fieldErrors).toHaveProperty('parent_task_id');
      expect(left).toEqual(nothing);
    }
  });

  it('rejects one of two concurrent patches that together form a cycle', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [a, b] = [await createTask(), await createTask()];
      const both = await Promise.all([
        patch(a.id, { parent_task_id: b.id }),
        patch(b.id, { parent_task_id: a.id }),
      ]);
      expect(both.map((answer) => answer.status).sort()).toEqual([200, 422]);
    }
  });

  it('returns 404 for a missing task, and does not support PUT', async () => {
    const stranger = await service.newOrganization();
    const { id } = await createTask();
    const foreign = await patch(id, { title: 'Mine now' }, stranger);
    const missing = await patch(99_999_999, { title: 'x' });
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    expect(foreign.body).toEqual(missing.body);
    expect((await owner.call('PUT', `/tasks/${id}`, {})).headers.get('allow')).toBe(
      'GET, HEAD, PATCH, DELETE',
    );
  });
});

describe('DELETE /tasks/:id', () => {
  it('hides the task, keeps its history and closes the gap in its column', async () => {
    const first = await createTask({ status: 'blocked' });
    const second = await createTask({ status: 'blocked' });
    await owner.call('POST', `/tasks/${first.id}/comments`, { body: 'Kept' });
    const { result, events, audit } = await recorded(() => owner.call('DELETE', `/tasks/${first.id}`));
    expect([result.status, result.body]).toEqual([204, null]);
    expect(events).toEqual([`task.post_archive ${first.id}`]);
    expect(audit).toMatchObject([{ action: 'archive', after: { deleted_at: expect.any(String) } }]);
    expect((await owner.call('GET', `/tasks/${first.id}`)).status).toBe(404);
    expect((await owner.call('GET', `/tasks/${second.id}`)).body.position).toBe(0);
    expect((await owner.call('DELETE', `/tasks/${first.id}`)).status).toBe(404);
    expect((await patch(first.id, { title: 'x' })).status).toBe(404);
    const history = (await owner.call('GET', `/events/task/${first.id}`)).body.data;
    expect(history.map((event: any) => event.event_type)).toEqual([
      'task.post_create',
      'task.comment.created',
      'task.post_archive',
    ]);
  });
});

describe('row scope', () => {
  it('lets an employee read all tasks, update own and team tasks and delete own ones', async () => {
    const employee = await service.newUser(owner, ['employee']);
    const foreign = await createTask();
    const mine = await createTask({ assigned_to: employee.user.id });
    expect((await employee.call('GET', `/tasks/${foreign.id}`)).status).toBe(200);
    const rejected = await recorded(() => patch(foreign.id, { title: 'x' }, employee));
    expect(rejected.result.status).toBe(403);
    expect((await patch(foreign.id, { status: 'done' }, employee)).status).toBe(403);
    expect((await employee.call('DELETE', `/tasks/${foreign.id}`)).status).toBe(403);
    expect((await owner.call('GET', `/tasks/${foreign.id}`)).body).toEqual(foreign);
    expect(rejected.events).toEqual([]);
    expect((await patch(mine.id, { status: 'done' }, employee)).status).toBe(200);
    expect((await employee.call('DELETE', `/tasks/${mine.id}`)).status).toBe(204);
  });

  it('includes tasks of reports and of teams in lists, counts and single reads', async () => {
    const boss = await service.newUser(owner, []);
    const team = (await owner.call('POST', '/teams', { name: 'Night shift' })).body;
    const hire = async (body: object) =>
      (
        await owner.call('POST', '/employees', {
          first_name: 'E',
          last_name: 'F',
          hire_date: '2024-01-01',
          ...body,
        })
      ).body;
    const chief = await hire({ user_id: boss.user.id, team_id: team.id });
    const below = await hire({ manager_id: (await hire({ manager_id: chief.id })).id });
    const rights = [{ permission: 'task:read', scopes: ['own', 'reports', 'team'] }];
    const role = (await owner.call('POST', '/roles', { code: 'narrow', name: 'Narrow', permissions: rights }))
      .body;
    await owner.call('POST', '/grants', { user_id: boss.user.id, role_id: role.id });
    // Having reports also grants the manager role, which reads every task; this test needs the narrow role.
    await executeOperational(
      service.platform,
      sql`update grants set deleted_at = now() where user_id = ${boss.user.id} and source = 'hierarchy' returning id`,
    );
    const seen = [
      await createTask({ assigned_to: boss.user.id }),
      await createTask({ assigned_employee_id: chief.id }),
      await createTask({ assigned_employee_id: below.id }),
      await createTask({ assigned_team_id: team.id }),
    ].map((task) => task.id);
    const unseen = await createTask();
    const list = (await boss.call('GET', '/tasks?limit=100')).body;
    expect(list.data.map((task: any) => task.id).sort()).toEqual([...seen].sort());
    expect(list.total).toBe(4);
    expect((await boss.call('GET', `/tasks/${unseen.id}`)).status).toBe(404);
    expect((await boss.call('GET', `/tasks/${seen[2]}`)).status).toBe(200);
    expect((await patch(seen[0] ?? 0, { title: 'x' }, boss)).status).toBe(403);
  });
});
