import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

const createTask = async (body: object = {}, by = owner) =>
  (await by.call('POST', '/tasks', { title: 'A task', ...body })).body;
const createTasks = async (count: number, body: object = {}): Promise<number[]> => {
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await createTask({ title: `Task ${n}`, ...body })).id);
  return ids;
};
const bulk = (body: object, by = owner) => by.call('POST', '/tasks/bulk', body);
const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const listColumn = async (status: string): Promise<number[]> => {
  const { data } = (await owner.call('GET', `/tasks?status=${status}&limit=100`)).body;
  expect(data.map((task: any) => task.position)).toEqual([...data.keys()]);
  return data.map((task: any) => task.id);
};
const getTask = async (id: number) => (await owner.call('GET', `/tasks/${id}`)).body;

describe('bulk patch', () => {
  it('returns unchanged tasks and records only changed ones', async () => {
    const [a = 0, b = 0] = await createTasks(2);
    await owner.call('PATCH', `/tasks/${a}`, { priority: 'urgent' });
    const before = await getTask(a);
    const { result, events } = await recorded(() => bulk({ ids: [a, b], patch: { priority: 'urgent' } }));
    expect(result.body.data).toEqual([before, await getTask(b)]);
    expect(events).toEqual([`task.post_update ${b}`]);
    const moved = await recorded(() => bulk({ ids: [b, a], patch: { status: 'todo', priority: 'urgent' } }));
    expect(moved).toMatchObject({ result: { status: 200 }, ...nothing });
  });

  it('updates every task with its event and audit entry, and keeps the order of ids', async () => {
    const [a = 0, b = 0, c = 0] = await createTasks(3, { assigned_to: owner.user.id });
    const team = (await owner.call('POST', '/teams', { name: 'Plumbing' })).body.id;
    const { result, events, audit, outbox } = await recorded(() =>
      bulk({ ids: [c, a], patch: { priority: 'urgent', assigned_team_id: team, tags: ['now'] } }),
    );
    expect(result.status).toBe(200);
    expect(result.body.total).toBe(2);
    expect(result.body.data).toEqual([await getTask(c), await getTask(a)]);
    for (const row of result.body.data) {
      expect(row).toMatchObject({
        priority: 'urgent',
        assigned_team_id: team,
        assigned_to: null,
        tags: ['now'],
      });
    }
    expect(events.sort()).toEqual([`task.post_update ${a}`, `task.post_update ${c}`].sort());
    expect(outbox).toBe(2);
    expect(audit.map((entry) => `${entry.action} ${entry.record_id}`).sort()).toEqual(
      [`update ${a}`, `update ${c}`].sort(),
    );
    expect(audit[0]).toMatchObject({ before: { priority: 'medium' }, after: { priority: 'urgent' } });
    expect((await getTask(b)).priority).toBe('medium');
    expect(await listColumn('todo')).toEqual([a, b, c]);
  });

  it('completes open tasks and leaves done tasks in place', async () => {
    const done = await createTasks(2, { status: 'done' });
    const open = await createTasks(4);
    const { result, events } = await recorded(() =>
      bulk({ ids: [open[3], done[0], open[1]], patch: { status: 'done' } }),
    );
    expect(result.status).toBe(200);
    expect(result.body.data.map((row: any) => row.position)).toEqual([2, 0, 3]);
    expect(events.filter((event) => event.startsWith('task.completed')).sort()).toEqual(
      [`task.completed ${open[1]}`, `task.completed ${open[3]}`].sort(),
    );
    expect(events).toHaveLength(4);
    expect(await listColumn('done')).toEqual([...done, open[3], open[1]]);
    expect(await listColumn('todo')).toEqual([open[0], open[2]]);
  });

  it('reports every task that violates a rule and changes nothing', async () => {
    const plain = (await createTask()).id;
    const due = (await createTask({ due_at: '2027-01-01T00:00:00Z' })).id;
    const reminded = (await createTask({ due_at: '2027-01-01T00:00:00Z', reminder_offset: '1h' })).id;
    const bulkErrors = async (body: object) => {
      const { result, ...left } = await recorded(() => bulk({ ids: [plain, due, reminded], ...body }));
      expect([result.status, left]).toEqual([422, nothing]);
      return result.body.details.fieldErrors;
    };
    expect(await bulkErrors({ patch: { reminder_offset: '1h' } })).toEqual({
      ids: [`Requires due_at because of reminder_offset: ${plain}`],
    });
    expect(await bulkErrors({ patch: { due_at: null } })).toEqual({
      ids: [`Requires due_at because of reminder_offset: ${reminded}`],
    });
    expect(await bulkErrors({ patch: { parent_task_id: due } })).toEqual({
      ids: [`Would be its own ancestor: ${due}`],
    });
    expect(await bulkErrors({ patch: { reminder_offset: '1h', due_at: null } })).toHaveProperty([
      'patch.reminder_offset',
    ]);
    expect(await bulkErrors({ patch: { assigned_to: 99_999_999 } })).toEqual({
      'patch.assigned_to': ['Does not exist'],
    });
    expect(await bulkErrors({ patch: { title: '', colour: 'red' } })).toMatchObject({
      'patch.title': [expect.any(String)],
      'patch.colour': [expect.any(String)],
    });
  });

  it('rejects cycles of parents and tasks that would be too deep', async () => {
    const top = (await createTask()).id;
    const middle = (await createTask({ parent_task_id: top })).id;
    const bottom = (await createTask({ parent_task_id: middle })).id;
    const other = (await createTask()).id;
    const { body } = await bulk({ ids: [other, top, middle], patch: { parent_task_id: bottom } });
    expect(body.details.fieldErrors).toEqual({ ids: [`Would be its own ancestor: ${top}, ${middle}`] });
    let deep = other;
    for (let level = 2; level < 20; level += 1) deep = (await createTask({ parent_task_id: deep })).id;
    const lone = (await createTask()).id;
    const answer = await bulk({ ids: [lone, top], patch: { parent_task_id: deep } });
    expect(answer.body.details.fieldErrors).toEqual({ ids: [`Would be too deep in the tree: ${top}`] });
    expect((await bulk({ ids: [lone], patch: { parent_task_id: deep } })).status).toBe(200);
  });
});

describe('bulk move', () => {
  it.each([
    [[4, 1], 'todo', 0, [4, 1, 0, 2, 3]],
    [[0, 3], 'todo', 1, [1, 0, 3, 2, 4]],
    [[1, 0], 'todo', 99, [2, 3, 4, 1, 0]],
    [[2], 'todo', undefined, [0, 1, 3, 4, 2]],
    [[3, 1, 0, 2, 4], 'todo', 2, [3, 1, 0, 2, 4]],
  ])('moves %j to %s at %s: %j', async (moved, status, position, expected) => {
    const ids = await createTasks(5);
    const named = moved.map((index) => ids[index]);
    const { result, events } = await recorded(() => bulk({ ids: named, move: { status, position } }));
    expect(result.body.data.map((row: any) => row.id)).toEqual(named);
    expect(await listColumn('todo')).toEqual(expected.map((index) => ids[index]));
    expect(events).toHaveLength(moved.length);
    for (const row of result.body.data) expect(row).toEqual(await getTask(row.id));
  });

  it('moves tasks of several columns to adjacent positions', async () => {
    const [todo, blocked, done] = [
      await createTasks(3),
      await createTasks(3, { status: 'blocked' }),
      await createTasks(3, { status: 'done' }),
    ];
    const ids = [done[1], todo[0], blocked[2], todo[2]];
    const { events } = await recorded(() => bulk({ ids, move: { status: 'done', position: 1 } }));
    expect(await listColumn('done')).toEqual([done[0], ...ids, done[2]]);
    expect(await listColumn('todo')).toEqual([todo[1]]);
    expect(await listColumn('blocked')).toEqual([blocked[0], blocked[1]]);
    expect(events.filter((event) => event.startsWith('task.completed'))).toHaveLength(3);
  });

  it('moves 200 tasks', async () => {
    const ids = await createTasks(200);
    const turned = ids.toReversed();
    const { body, status } = await bulk({ ids: turned, move: { status: 'reviewing', position: 0 } });
    expect(status).toBe(200);
    expect(body.data.map((row: any) => row.id)).toEqual(turned);
    expect((await listColumn('reviewing')).slice(0, 100)).toEqual(turned.slice(0, 100));
  });
});

describe('missing and forbidden tasks', () => {
  it('reports their ids and changes nothing', async () => {
    const employee = await service.newUser(owner, ['employee']);
    const stranger = await service.newOrganization();
    const foreign = (await createTask({}, stranger)).id;
    const mine = (await createTask({ assigned_to: employee.user.id })).id;
    const others = (await createTask()).id;
    const gone = (await createTask()).id;
    await owner.call('DELETE', `/tasks/${gone}`);
    for (const change of [{ patch: { title: 'x' } }, { move: { status: 'done', position: 0 } }]) {
      const ids = [mine, foreign, gone, 99_999_999, others];
      const { result, ...left } = await recorded(() => bulk({ ids, ...change }, employee));
      expect([result.status, left]).toEqual([422, nothing]);
      expect(result.body.details.fieldErrors.ids).toEqual([
        `Does not exist: ${foreign}, ${gone}, 99999999`,
        `Requires task:update: ${others}`,
      ]);
    }
    expect(await listColumn('todo')).toEqual([mine, others]);
    expect((await bulk({ ids: [mine], move: { status: 'done' } }, employee)).status).toBe(200);
    expect((await getTask(mine)).status).toBe('done');
  });

  it('does not reveal tasks that the caller cannot read', async () => {
    const user = await service.newUser(owner, []);
    const permissions = ['task:read', 'task:update'].map((permission) => ({ permission, scopes: ['own'] }));
    const role = (await owner.call('POST', '/roles', { code: 'narrow', name: 'Narrow', permissions })).body;
    await owner.call('POST', '/grants', { user_id: user.user.id, role_id: role.id });
    const unseen = (await createTask()).id;
    const { body } = await bulk({ ids: [unseen], patch: { due_at: null, reminder_offset: '1h' } }, user);
    expect(body.details.fieldErrors).toHaveProperty(['patch.reminder_offset']);
    const answer = await bulk({ ids: [unseen], patch: { reminder_offset: '1h' } }, user);
    expect(answer.body.details.fieldErrors).toEqual({ ids: [`Does not exist: ${unseen}`] });
  });
});

it.each([
  [{ patch: { title: 'x' } }, 'ids'],
  [{ ids: [], patch: { title: 'x' } }, 'ids'],
  [{ ids: [1, 1], patch: { title: 'x' } }, 'ids'],
  [{ ids: Array.from({ length: 201 }, (_, index) => index + 1), patch: { title: 'x' } }, 'ids'],
  [{ ids: [0], patch: { title: 'x' } }, 'ids.0'],
  [{ ids: [1] }, 'patch'],
  [{ ids: [1], patch: {}, move: { status: 'done' } }, 'patch'],
  [{ ids: [1], move: { position: 0 } }, 'move.status'],
  [{ ids: [1], move: { status: 'done', position: -1 } }, 'move.position'],
  [{ ids: [1], patch: { position: 1 } }, 'patch.position'],
  [{ ids: [1], patch: { assigned_to: 1, assigned_team_id: 1 } }, 'patch.assigned_to'],
  [{ ids: [1], patch: { title: 'x' }, all: true }, 'all'],
])('rejects %.60j with an error on %s', async (body, field) => {
  const { result, ...left } = await recorded(() => bulk(body));
  expect(result.status).toBe(422);
  expect(Object.keys(result.body.details.fieldErrors)).toContain(field);
  expect(left).toEqual(nothing);
});
