import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, onlyDenial, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let tasks: number[] = [];
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const relationPath = (task: number, id?: number) =>
  `/tasks/${task}/relations${id === undefined ? '' : `/${id}`}`;
const relate = (from: number, kind: string, to: number, by = owner) =>
  by.call('POST', relationPath(from), { kind, other_task_id: to });
const listRelations = async (task: number, by = owner) =>
  (await by.call('GET', relationPath(task))).body.data.map(
    (one: any) => `${one.kind} ${one.other_task.title}`,
  );

/** Creates tasks with single-letter names. */
async function createTasks(count: number, by = owner): Promise<number[]> {
  tasks = [];
  for (const title of 'ABCDEFGHIJKL'.slice(0, count))
    tasks.push((await by.call('POST', '/tasks', { title })).body.id);
  return tasks;
}

it.each([
  ['blocks', 'blocked_by'],
  ['precedes', 'preceded_by'],
  ['duplicates', 'duplicated_by'],
  ['relates_to', 'relates_to'],
])('%s reads as %s on the other task', async (kind, inverse) => {
  const [a = 0, b = 0] = await createTasks(2);
  const { result, events, audit } = await recorded(() => relate(a, kind, b));
  expect(result.status).toBe(201);
  expect(result.body).toEqual({
    id: expect.any(Number),
    org_id: owner.user.org_id,
    task_id: a,
    other_task_id: b,
    kind,
    direction: 'outgoing',
    other_task: { id: b, title: 'B', status: 'todo' },
    created_at: expect.any(String),
    updated_at: expect.any(String),
    created_by: owner.user.id,
    updated_by: owner.user.id,
    deleted_at: null,
  });
  expect(events).toEqual([`task.relation_added ${a}`]);
  expect(audit).toMatchObject([{ action: 'create', resource: 'task_relation', record_id: result.body.id }]);
  expect((await owner.call('GET', relationPath(a))).body).toMatchObject({ data: [result.body], total: 1 });
  expect((await owner.call('GET', relationPath(b, result.body.id))).body).toMatchObject({
    task_id: b,
    other_task_id: a,
    kind: inverse,
    direction: 'incoming',
    other_task: { id: a, title: 'A' },
  });
});

it('is deleted from either task; the event is about the task on which it was created', async () => {
  const [a = 0, b = 0] = await createTasks(2);
  for (const end of [a, b]) {
    const { id } = (await relate(a, 'blocks', b)).body;
    const { result, events, audit } = await recorded(() => owner.call('DELETE', relationPath(end, id)));
    expect(result.status).toBe(204);
    expect(events).toEqual([`task.relation_removed ${a}`]);
    expect(audit).toMatchObject([{ action: 'archive', resource: 'task_relation', record_id: id }]);
    expect(await listRelations(a)).toEqual([]);
    expect((await owner.call('DELETE', relationPath(end, id))).status).toBe(404);
  }
  const { id } = (await relate(a, 'blocks', b)).body;
  const [c = 0] = await createTasks(1);
  expect((await owner.call('GET', relationPath(c, id))).status).toBe(404);
  expect((await owner.call('DELETE', relationPath(c, id))).status).toBe(404);
});

describe('restore', () => {
  const restore = (task: number, id: number, by = owner) =>
    by.call('POST', `${relationPath(task, id)}/restore`);
  async function removed(kind = 'blocks') {
    const [a = 0, b = 0] = await createTasks(2);
    const { id } = (await relate(a, kind, b)).body;
    await owner.call('DELETE', relationPath(a, id));
    return { a, b, id };
  }

  it.each(['outgoing', 'incoming'])(
    'restores from the %s end; the event is about the task that it belongs to',
    async (side) => {
      const { a, b, id } = await removed();
      const end = side === 'outgoing' ? a : b;
      const { body } = await owner.call('GET', `${relationPath(end)}?deleted=true`);
      expect(body).toMatchObject({ total: 1, data: [{ id, task_id: end, direction: side }] });
      const { result, events, audit } = await recorded(() => restore(end, id));
      expect([result.status, result.body]).toEqual([
        200,
        (await owner.call('GET', relationPath(end, id))).body,
      ]);
      expect(result.body).toMatchObject({
        task_id: end,
        other_task_id: side === 'outgoing' ? b : a,
        direction: side,
      });
      expect(events).toEqual([`task.relation_restored ${a}`]);
      expect(audit).toMatchObject([{ action: 'restore', resource: 'task_relation', record_id: id }]);
      expect([await listRelations(a), await listRelations(b)]).toEqual([['blocks B'], ['blocked_by A']]);
      expect((await restore(end, id)).status).toBe(404);
    },
  );

  it('rejects a cycle and a duplicate', async () => {
    for (const kind of ['blocks', 'precedes', 'relates_to']) {
      const { a, b, id } = await removed(kind);
      expect((await relate(b, kind, a)).status).toBe(201);
      for (const end of [a, b]) {
        const { result, ...left } = await recorded(() => restore(end, id));
        expect([result.status, Object.keys(result.body.details.fieldErrors)]).toEqual([
          422,
          ['other_task_id'],
        ]);
        expect(left).toEqual(nothing);
      }
    }
  });

  it('rejects it while a task is deleted, and by a user who may change only the other task', async () => {
    const { a, b, id } = await removed();
    const employee = await service.newUser(owner, ['employee']);
    await owner.call('PATCH', `/tasks/${b}`, { assigned_to: employee.user.id });
    const { result, ...left } = await recorded(() => restore(b, id, employee));
    expect([result.status, left]).toEqual([404, nothing]);
    await owner.call('DELETE', `/tasks/${b}`);
    expect((await restore(a, id)).status).toBe(404);
  });
});

it('is deleted from a read-only task by a user who may change the task that it belongs to', async () => {
  const employee = await service.newUser(owner, ['employee']);
  const [a = 0, b = 0] = await createTasks(2);
  await owner.call('PATCH', `/tasks/${a}`, { assigned_to: employee.user.id });
  const { id } = (await relate(a, 'blocks', b)).body;
  expect((await employee.call('PATCH', `/tasks/${b}`, { title: 'Mine' })).status).toBe(403);
  expect((await employee.call('DELETE', relationPath(b, id))).status).toBe(204);
  expect(await listRelations(a)).toEqual([]);
});

it('is sorted as requested', async () => {
  const [a = 0, b = 0, c = 0] = await createTasks(3);
  await relate(a, 'blocks', b);
  await relate(c, 'precedes', a);
  const listed = async (query: string) =>
    (await owner.call('GET', `${relationPath(a)}${query}`)).body.data.map((one: any) => one.kind);
  expect(await listed('')).toEqual(['blocks', 'preceded_by']);
  expect(await listed('?sort=-created_at')).toEqual(['preceded_by', 'blocks']);
  expect(await listed('?kind=preceded_by')).toEqual(['preceded_by']);
  expect(await listed('?kind=precedes,duplicated_by')).toEqual([]);
  expect(await listed('?kind=blocks,preceded_by&sort=-created_at')).toEqual(['preceded_by', 'blocks']);
  expect(await listed('?limit=1&offset=1')).toEqual(['preceded_by']);
  expect(await listed('?created_from=2999-01-01T00:00:00Z')).toEqual([]);
});

describe('rejected', () => {
  const expectRejected = async (from: number, kind: string, to: number) => {
    const { result, ...left } = await recorded(() => relate(from, kind, to));
    expect([result.status, Object.keys(result.body.details?.fieldErrors ?? {})]).toEqual([
      422,
      ['other_task_id'],
    ]);
    expect(left).toEqual(nothing);
  };

  it('the task itself, and tasks that are deleted, foreign or missing', async () => {
    const [a = 0, b = 0] = await createTasks(2);
    await expectRejected(a, 'relates_to', a);
    await expectRejected(a, 'blocks', a);
    await owner.call('DELETE', `/tasks/${b}`);
    await expectRejected(a, 'blocks', b);
    const stranger = await service.newOrganization();
    const foreign = (await stranger.call('POST', '/tasks', { title: 'Theirs' })).body.id;
    await expectRejected(a, 'blocks', foreign);
    await expectRejected(a, 'blocks', 2_000_000_000);
    expect((await relate(foreign, 'blocks', a)).status).toBe(404);
  });

  it('a duplicate, and the inverse of a symmetric relation', async () => {
    const [a = 0, b = 0] = await createTasks(2);
    for (const kind of ['relates_to', 'duplicates', 'blocks', 'precedes']) {
      expect((await relate(a, kind, b)).status).toBe(201);
      await expectRejected(a, kind, b);
      await expectRejected(b, kind, a);
    }
  });

  it('a cycle of any length, in both orderings', async () => {
    for (const kind of ['blocks', 'precedes']) {
      const [a = 0, b = 0, c = 0, d = 0] = await createTasks(4);
      await relate(a, kind, b);
      await relate(b, kind, c);
      await relate(c, kind, d);
      await expectRejected(d, kind, a);
      await expectRejected(c, kind, a);
      expect((await relate(a, kind, d)).status).toBe(201);
      expect((await relate(d, kind === 'blocks' ? 'precedes' : 'blocks', a)).status).toBe(201);
    }
  });

  it.each([
    [{}],
    [{ kind: 'blocks' }],
    [{ kind: 'blocked_by', other_task_id: 1 }],
    [{ kind: 'blocks', other_task_id: 0 }],
    [{ kind: 'blocks', other_task_id: '1' }],
    [{ kind: 'blocks', other_task_id: 1, task_id: 1 }],
  ])('%j', async (body) => {
    const [a = 0] = await createTasks(1);
    expect((await owner.call('POST', relationPath(a), body)).status).toBe(422);
  });
});

it('creates no cycle with concurrent requests', async () => {
  for (let round = 0; round < 5; round += 1) {
    const ring = await createTasks(6);
    const answers = await Promise.all(
      ring.map((from, index) => relate(from, 'blocks', ring[(index + 1) % ring.length] ?? 0)),
    );
    expect(answers.map((one) => one.status).sort()).toEqual([201, 201, 201, 201, 201, 422]);
  }
});

it('is created once by concurrent requests', async () => {
  const [a = 0, b = 0] = await createTasks(2);
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      index % 2 ? relate(a, 'relates_to', b) : relate(b, 'relates_to', a),
    ),
  );
  expect(answers.map((one) => one.status).sort()).toEqual([201, 422, 422, 422, 422, 422]);
});

it('hides relations to deleted tasks and ignores them in cycle checks', async () => {
  const [a = 0, b = 0, c = 0] = await createTasks(3);
  await relate(a, 'blocks', b);
  await relate(b, 'blocks', c);
  await owner.call('DELETE', `/tasks/${b}`);
  expect(await listRelations(a)).toEqual([]);
  expect(await listRelations(c)).toEqual([]);
  expect((await owner.call('GET', relationPath(b))).status).toBe(404);
  expect((await relate(c, 'blocks', a)).status).toBe(201);
});

describe('a user who may read only some tasks', () => {
  let narrow: Client;
  beforeAll(async () => {
    const permissions = [
      { permission: 'task:read', scopes: ['own'] },
      { permission: 'task:update', scopes: ['own'] },
    ];
    await owner.call('POST', '/roles', { code: 'narrow', name: 'Narrow', permissions });
    narrow = await service.newUser(owner, ['narrow']);
  });

  it('cannot read or create relations to other tasks', async () => {
    const [a = 0, b = 0, c = 0] = await createTasks(3);
    for (const id of [a, b]) await owner.call('PATCH', `/tasks/${id}`, { assigned_to: narrow.user.id });
    await relate(a, 'relates_to', b);
    const { id } = (await relate(a, 'blocks', c)).body;
    await relate(c, 'precedes', a);
    expect(await listRelations(a, narrow)).toEqual(['relates_to B']);
    expect((await narrow.call('GET', relationPath(a))).body.total).toBe(1);
    expect((await narrow.call('GET', relationPath(a, id))).status).toBe(404);
    expect((await narrow.call('DELETE', relationPath(a, id))).status).toBe(404);
    expect((await relate(a, 'duplicates', c, narrow)).body.details.fieldErrors).toHaveProperty(
      'other_task_id',
    );
    expect((await relate(c, 'duplicates', a, narrow)).status).toBe(404);
    expect((await relate(b, 'blocks', a, narrow)).status).toBe(201);
  });

  it('cannot change relations of a task that they may only read', async () => {
    const employee = await service.newUser(owner, ['employee']);
    const [a = 0, b = 0] = await createTasks(2);
    await owner.call('PATCH', `/tasks/${b}`, { assigned_to: employee.user.id });
    const { id } = (await relate(a, 'blocks', b)).body;
    for (const end of [a, b]) {
      const { result, ...left } = await recorded(() => employee.call('DELETE', relationPath(end, id)));
      expect(result.status).toBe(403);
      expect(left).toEqual(onlyDenial('update', 'task', end));
    }
    expect((await relate(a, 'relates_to', b, employee)).status).toBe(403);
    expect((await relate(b, 'relates_to', a, employee)).status).toBe(201);
  });
});
