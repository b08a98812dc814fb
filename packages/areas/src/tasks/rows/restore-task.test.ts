import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readBoard } from '../testing/board-model.ts';

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const createTask = async (title: string, body: object = {}): Promise<any> =>
  (await owner.call('POST', '/tasks', { title, ...body })).body;
const remove = (id: number) => owner.call('DELETE', `/tasks/${id}`);
const restore = (id: number, by = owner) => by.call('POST', `/tasks/${id}/restore`);
const titles = async (query: string, by = owner) => {
  const { body } = await by.call('GET', `/tasks?${query}`);
  expect(body.total).toBe(body.data.length);
  return body.data.map((task: { title: string }) => task.title);
};

it('lists deleted tasks instead of live ones, with the filters and orders of the list', async () => {
  const [first, second] = [
    await createTask('first', { label: 'ops' }),
    await createTask('second', { priority: 'high' }),
  ];
  await createTask('live', { label: 'ops' });
  await remove(second.id);
  await remove(first.id);
  expect(await titles('deleted=true')).toEqual(['first', 'second']);
  expect(await titles('deleted=true&sort=-priority,title')).toEqual(['second', 'first']);
  expect(await titles('deleted=true&sort=-board')).toEqual(['second', 'first']);
  expect(await titles('deleted=true&label=ops')).toEqual(['first']);
  expect(await titles('deleted=true&q=SEC')).toEqual(['second']);
  expect(await titles('deleted=false')).toEqual(['live']);
  const { body } = await owner.call('GET', '/tasks?deleted=true&limit=1&offset=1');
  expect(body).toMatchObject({
    total: 2,
    data: [{ id: second.id, deleted_at: expect.any(String), position: 0 }],
  });
});

it('lists and restores deleted tasks only for callers with task:manage on them', async () => {
  const member = await service.newUser(owner, ['manager']);
  const mine = await createTask('mine', { assigned_to: member.user.id });
  const other = await createTask('other');
  await remove(mine.id);
  await remove(other.id);
  expect((await member.call('GET', '/tasks?deleted=true')).status).toBe(403);
  expect((await restore(mine.id, member)).status).toBe(403);
  const permissions = [
    { permission: 'task:read', scopes: ['org'] },
    { permission: 'task:manage', scopes: ['own'] },
  ];
  const { body } = await owner.call('POST', '/roles', { code: 'narrow', name: 'Narrow', permissions });
  const narrow = await service.newUser(owner, []);
  await owner.call('POST', '/grants', { user_id: narrow.user.id, role_id: body.id });
  const theirs = await createTask('theirs', { assigned_to: narrow.user.id });
  await remove(theirs.id);
  expect(await titles('deleted=true', narrow)).toEqual(['theirs']);
  const { result, ...left } = await recorded(() => restore(other.id, narrow));
  expect([result.status, left]).toMatchObject([404, nothing]);
  expect((await restore(theirs.id, narrow)).status).toBe(200);
  const stranger = await service.newOrganization();
  expect((await restore(other.id, stranger)).status).toBe(404);
  expect(await titles('deleted=true', stranger)).toEqual([]);
});

it('restores a task at the end of its column, with an event and an audit entry', async () => {
  const [a, b] = [await createTask('a'), await createTask('b')];
  const comment = await owner.call('POST', `/tasks/${a.id}/comments`, { body: 'Said' });
  await remove(a.id);
  const { result, events, audit } = await recorded(() => restore(a.id));
  expect(result.body).toEqual({ ...a, position: 1, updated_at: expect.any(String) });
  expect(events).toEqual([`task.post_restore ${a.id}`]);
  expect(audit).toMatchObject([
    { action: 'restore', before: { deleted_at: expect.any(String) }, after: { deleted_at: null } },
  ]);
  expect((await readBoard(service, owner)).todo).toEqual([b.id, a.id]);
  const { body } = await owner.call('GET', `/tasks/${a.id}/comments`);
  expect(body.data).toMatchObject([{ id: comment.body.id }]);
  expect((await owner.call('GET', '/tasks?deleted=true')).body.total).toBe(0);
});

it('returns 404 for a live or missing task', async () => {
  const { id } = await createTask('live');
  for (const one of [id, 2_000_000_000]) {
    const { result, ...left } = await recorded(() => restore(one));
    expect([result.status, left]).toMatchObject([404, nothing]);
  }
  expect((await readBoard(service, owner)).todo).toEqual([id]);
});

it('restores a task once with concurrent requests', async () => {
  const ids = await Promise.all(['a', 'b', 'c'].map(async (title) => (await createTask(title)).id as number));
  for (const id of ids) await remove(id);
  const { result, events } = await recorded(() =>
    Promise.all([...ids, ...ids, ...ids].map(async (id) => (await restore(id)).status)),
  );
  expect(result.toSorted()).toEqual([...Array(3).fill(200), ...Array(6).fill(404)]);
  expect(events).toHaveLength(3);
  expect((await readBoard(service, owner)).todo.toSorted((x, y) => x - y)).toEqual(
    ids.toSorted((x, y) => x - y),
  );
});

it('rejects a task that would now be too deep in the tree', async () => {
  const chain = [await createTask('0')];
  for (let level = 1; level < 20; level += 1) {
    chain.push(await createTask(String(level), { parent_task_id: chain.at(-1).id }));
  }
  const top = await createTask('top');
  const last = chain[19].id;
  await remove(last);
  expect((await owner.call('PATCH', `/tasks/${chain[0].id}`, { parent_task_id: top.id })).status).toBe(200);
  const { result, ...left } = await recorded(() => restore(last));
  expect([result.status, Object.keys(result.body.details.fieldErrors)]).toEqual([422, ['parent_task_id']]);
  expect(left).toMatchObject(nothing);
  await owner.call('PATCH', `/tasks/${chain[0].id}`, { parent_task_id: null });
  expect((await restore(last)).status).toBe(200);
});
