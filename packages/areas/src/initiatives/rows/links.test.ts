import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInitiativeFixtures } from '../testing/initiative-fixtures.ts';

let service: TestService;
let owner: Client;
let org_id: number;
let world: ReturnType<typeof createInitiativeFixtures>;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  org_id = owner.user.org_id;
  world = createInitiativeFixtures(owner);
});
afterAll(() => service.stop());

const link = (id: number, task_ids: unknown, by = owner) =>
  by.call('POST', `/initiatives/${id}/tasks`, { task_ids });
const unlink = (id: number, task_ids: number[], by = owner) =>
  by.call('POST', `/initiatives/${id}/tasks/unlink`, { task_ids });
const listLinked = async (id: number, by = owner): Promise<number[]> =>
  (await by.call('GET', `/initiatives/${id}/tasks`)).body.data.map((task: { id: number }) => task.id);

describe('GET /initiatives/:id/tasks', () => {
  it('searches and sorts like the list of tasks', async () => {
    const { id } = await world.initiative();
    const made: { id: number }[] = [];
    for (const [title, priority] of [
      ['Paint the fence', 'low'],
      ['Paint the door', 'high'],
      ['Mow the lawn', 'high'],
    ]) {
      made.push((await owner.call('POST', '/tasks', { title, priority, initiative_id: id })).body);
    }
    const [fence, door, lawn] = made.map((task) => task.id);
    const listed = async (query: string) =>
      (await owner.call('GET', `/initiatives/${id}/tasks?${query}`)).body.data.map((task: any) => task.id);
    expect(await listed('')).toEqual([fence, door, lawn]);
    expect(await listed('sort=-priority,title')).toEqual([lawn, door, fence]);
    expect(await listed('q=paint&sort=title')).toEqual([door, fence]);
    expect(await listed('q=paint&status=done')).toEqual([]);
  });
});

describe('POST /initiatives/:id/tasks', () => {
  it('links tasks with an update event of each task and a link event of the initiative', async () => {
    const { id } = await world.initiative();
    const tasks = [(await world.task()).id, (await world.task()).id];
    const { result, events, audit, outbox } = await recordedBy(service, org_id, () =>
      link(id, [...tasks, tasks[0]]),
    );
    expect([result.status, result.body]).toEqual([200, { count: 2 }]);
    expect(events).toEqual(
      tasks.flatMap((task) => [`task.post_update ${task}`, `initiative.task_linked ${id}`]),
    );
    expect(outbox).toBe(4);
    expect(audit).toMatchObject(
      tasks.map((record_id) => ({
        action: 'update',
        resource: 'task',
        record_id,
        before: { initiative_id: null },
        after: { initiative_id: id },
      })),
    );
    expect(await listLinked(id)).toEqual(tasks);
    const again = await recordedBy(service, org_id, () => link(id, tasks));
    expect(again).toMatchObject({ ...nothing, result: { status: 200, body: { count: 0 } } });
  });

  it('unlinks a task from its previous initiative', async () => {
    const [from, to] = [await world.initiative(), await world.initiative()];
    const task = await world.task({ initiative_id: from.id });
    const { events } = await recordedBy(service, org_id, () => link(to.id, [task.id]));
    expect(events).toEqual([
      `task.post_update ${task.id}`,
      `initiative.task_unlinked ${from.id}`,
      `initiative.task_linked ${to.id}`,
    ]);
    expect([await listLinked(from.id), await listLinked(to.id)]).toEqual([[], [task.id]]);
  });

  it('rejects all if an id is invalid, and reports the invalid ids', async () => {
    const { id } = await world.initiative();
    const stranger = await service.newOrganization();
    const foreign = await createInitiativeFixtures(stranger).task();
    const gone = await world.task();
    await owner.call('DELETE', `/tasks/${gone.id}`);
    const good = await world.task();
    const bad = [good.id, foreign.id, gone.id, 99_999];
    const { result, ...recorded } = await recordedBy(service, org_id, () => link(id, bad));
    expect(result.status).toBe(422);
    const message = `Does not exist: ${foreign.id}, ${gone.id}, 99999`;
    expect(result.body.details.fieldErrors).toEqual({ task_ids: [message] });
    expect(recorded).toEqual(nothing);
    expect(await listLinked(id)).toEqual([]);
    for (const none of [[], 'x', Array(201).fill(good.id), [1.5]])
      expect((await link(id, none)).status).toBe(422);
    expect((await link(id, [foreign.id], stranger)).status).toBe(404);
    expect((await link(99_999, [good.id])).status).toBe(404);
  });

  it('requires task:update on the tasks', async () => {
    const { id } = await world.initiative();
    const user = await service.newUser(owner, ['employee']);
    const theirs = await world.task({ assigned_to: user.user.id });
    const other = await world.task();
    const rejected = await link(id, [theirs.id, other.id], user);
    expect(rejected.body.details.fieldErrors).toEqual({
      task_ids: [`Does not exist: ${other.id}`],
    });
    expect((await link(id, [theirs.id], user)).status).toBe(200);
    const viewer = await service.newUser(owner, ['viewer']);
    expect((await link(id, [theirs.id], viewer)).status).toBe(403);
    expect(await listLinked(id, viewer)).toEqual([theirs.id]);
  });

  it('lists only tasks that the caller may read', async () => {
    const { id } = await world.initiative();
    await world.task({ initiative_id: id });
    await owner.call('POST', '/roles', {
      code: 'outsider',
      name: 'Outsider',
      permissions: [
        { permission: 'initiative:read', scopes: ['org'] },
        { permission: 'task:read', scopes: ['own'] },
      ],
    });
    const outsider = await service.newUser(owner, ['outsider']);
    const theirs = await world.task({ initiative_id: id, assigned_to: outsider.user.id, effort: 'l' });
    expect(await listLinked(id, outsider)).toEqual([theirs.id]);
    const { body } = await outsider.call('GET', `/initiatives/${id}/summary`);
    expect(body).toMatchObject({ total: 1, points: { total: 5, done: 0 } });
    const days = (await outsider.call('GET', `/initiatives/${id}/burnup`)).body.data;
    expect(days.at(-1)).toMatchObject({ scope: 1, done: 0 });
    expect((await owner.call('GET', `/initiatives/${id}/summary`)).body.total).toBe(2);
  });

  it('links tasks to one of two initiatives with concurrent requests', async () => {
    const [one, two] = [await world.initiative(), await world.initiative()];
    const ids = (await Promise.all(Array.from({ length: 6 }, () => world.task()))).map((task) => task.id);
    const wanted = [one, two, one, two].map(({ id }, index) => link(id, index % 2 ? ids : ids.toReversed()));
    expect((await Promise.all(wanted)).map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    const ended = [await listLinked(one.id), await listLinked(two.id)].map((some) => some.length).sort();
    expect(ended).toEqual([0, 6]);
  });
});

describe('POST /initiatives/:id/tasks/unlink', () => {
  it('unlinks tasks and rejects one that is not linked', async () => {
    const [one, two] = [await world.initiative(), await world.initiative()];
    const task = await world.task({ initiative_id: one.id });
    const other = await world.task({ initiative_id: two.id });
    const rejected = await recordedBy(service, org_id, () => unlink(one.id, [task.id, other.id]));
    expect(rejected.result.body.details.fieldErrors).toEqual({
      task_ids: [`Not linked to this initiative: ${other.id}`],
    });
    expect(rejected.events).toEqual([]);
    const { result, events, audit } = await recordedBy(service, org_id, () => unlink(one.id, [task.id]));
    expect(result.status).toBe(204);
    expect(events).toEqual([`task.post_update ${task.id}`, `initiative.task_unlinked ${one.id}`]);
    expect(audit).toMatchObject([{ before: { initiative_id: one.id }, after: { initiative_id: null } }]);
    expect(await listLinked(one.id)).toEqual([]);
  });
});
