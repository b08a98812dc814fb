import { type Client, startService, type TestService } from '@wfp/api/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nothing, onlyDenial, recordedBy } from '../testing/recorded.ts';

let service: TestService;
let owner: Client;
let employee: Client;
let task: number;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  employee = await service.newUser(owner, ['employee']);
  task = (await owner.call('POST', '/tasks', { title: 'Discussed' })).body.id;
});
afterAll(() => service.stop());

const path = (id?: number) => `/tasks/${task}/comments${id === undefined ? '' : `/${id}`}`;
const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const say = async (body: object, by = owner) => (await by.call('POST', path(), body)).body;

it('posts, replies and lists in the order in which they were said', async () => {
  const { result, events, audit } = await recorded(() => employee.call('POST', path(), { body: 'First' }));
  expect(result.status).toBe(201);
  expect(result.body).toEqual({
    id: expect.any(Number),
    org_id: owner.user.org_id,
    task_id: task,
    body: 'First',
    parent_id: null,
    author_user_id: employee.user.id,
    created_at: expect.any(String),
    updated_at: expect.any(String),
    deleted_at: null,
  });
  expect(events).toEqual([`task.comment.created ${task}`]);
  expect(audit).toMatchObject([{ action: 'create', resource: 'task_comment', record_id: result.body.id }]);
  const reply = await say({ body: 'Second', parent_id: result.body.id });
  await say({ body: 'Third', parent_id: reply.id });
  const { body } = await owner.call('GET', path());
  expect(body.total).toBe(3);
  expect(body.data.map((one: any) => one.body)).toEqual(['First', 'Second', 'Third']);
});

it('keeps replies within the task', async () => {
  const elsewhere = (await owner.call('POST', '/tasks', { title: 'Elsewhere' })).body.id;
  const there = (await owner.call('POST', `/tasks/${elsewhere}/comments`, { body: 'There' })).body;
  const { result, ...left } = await recorded(() =>
    owner.call('POST', path(), { body: 'x', parent_id: there.id }),
  );
  expect(result.body.details.fieldErrors).toHaveProperty('parent_id');
  expect(left).toEqual(nothing);
  expect((await owner.call('PATCH', path(there.id), { body: 'x' })).status).toBe(404);
  expect((await owner.call('DELETE', path(there.id))).status).toBe(404);
});

it.each([
  [{}],
  [{ body: ' ' }],
  [{ body: 5 }],
  [{ body: 'x', author_user_id: 1 }],
  [{ body: 'x'.repeat(20_001) }],
])('refuses %.40j', async (body) => {
  const { result, ...left } = await recorded(() => owner.call('POST', path(), body));
  expect(result.status).toBe(422);
  expect(left).toEqual(nothing);
});

it('lets only the author edit', async () => {
  const comment = await say({ body: 'Mine' }, employee);
  const refused = await recorded(() => owner.call('PATCH', path(comment.id), { body: 'Yours' }));
  expect(refused).toMatchObject({
    result: { status: 403 },
    ...onlyDenial('update', 'task_comment', comment.id),
  });
  const { result, events, audit } = await recorded(() =>
    employee.call('PATCH', path(comment.id), { body: 'Still mine' }),
  );
  expect(result.body).toMatchObject({ id: comment.id, body: 'Still mine' });
  expect(events).toEqual([`task.comment.updated ${task}`]);
  expect(audit).toMatchObject([
    { action: 'update', before: { body: 'Mine' }, after: { body: 'Still mine' } },
  ]);
});

it('lets the author delete, or somebody who manages comments, and nobody else', async () => {
  const other = await service.newUser(owner, ['employee']);
  const [mine, theirs] = [await say({ body: 'One' }, employee), await say({ body: 'Two' }, employee)];
  expect((await other.call('DELETE', path(mine.id))).status).toBe(403);
  expect((await employee.call('DELETE', path(mine.id))).status).toBe(204);
  const { result, events, audit } = await recorded(() => owner.call('DELETE', path(theirs.id)));
  expect(result.status).toBe(204);
  expect(events).toEqual([`task.comment.deleted ${task}`]);
  expect(audit).toMatchObject([{ action: 'archive', resource: 'task_comment' }]);
  expect((await owner.call('DELETE', path(theirs.id))).status).toBe(404);
  const shown = (await owner.call('GET', `${path()}?limit=100`)).body.data.map((one: any) => one.id);
  expect(shown).not.toContain(mine.id);
  expect(shown).not.toContain(theirs.id);
});

it('does not let a viewer speak, nor anybody on a task that is gone or foreign', async () => {
  const viewer = await service.newUser(owner, ['viewer']);
  expect((await viewer.call('GET', path())).status).toBe(200);
  expect((await viewer.call('POST', path(), { body: 'x' })).status).toBe(403);
  const stranger = await service.newOrganization();
  expect((await stranger.call('GET', path())).status).toBe(404);
  expect((await stranger.call('POST', path(), { body: 'x' })).status).toBe(404);
});
