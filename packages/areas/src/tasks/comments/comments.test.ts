import { Prisma } from '@wfp/shared/db';
import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, onlyDenial, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

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
const addComment = async (body: object, by = owner) => (await by.call('POST', path(), body)).body;

it('creates comments and replies and lists them chronologically', async () => {
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
  const reply = await addComment({ body: 'Second', parent_id: result.body.id });
  await addComment({ body: 'Third', parent_id: reply.id });
  const { body } = await owner.call('GET', path());
  expect(body.total).toBe(3);
  expect(body.data.map((one: any) => one.body)).toEqual(['First', 'Second', 'Third']);
});

it('rejects a reply to a comment of another task', async () => {
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
])('rejects %.40j', async (body) => {
  const { result, ...left } = await recorded(() => owner.call('POST', path(), body));
  expect(result.status).toBe(422);
  expect(left).toEqual(nothing);
});

it('allows edits only by the author', async () => {
  const comment = await addComment({ body: 'Mine' }, employee);
  const rejected = await recorded(() => owner.call('PATCH', path(comment.id), { body: 'Yours' }));
  expect(rejected).toMatchObject({
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

it('allows deletion only by the author and by users with task_comment:manage', async () => {
  const other = await service.newUser(owner, ['employee']);
  const [mine, theirs] = [
    await addComment({ body: 'One' }, employee),
    await addComment({ body: 'Two' }, employee),
  ];
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

it('rejects comments by viewers, and on deleted tasks and tasks of other organizations', async () => {
  const viewer = await service.newUser(owner, ['viewer']);
  expect((await viewer.call('GET', path())).status).toBe(200);
  expect((await viewer.call('POST', path(), { body: 'x' })).status).toBe(403);
  const stranger = await service.newOrganization();
  expect((await stranger.call('GET', path())).status).toBe(404);
  expect((await stranger.call('POST', path(), { body: 'x' })).status).toBe(404);
});

it('shows only own comments to users limited to them, including when they reply or edit', async () => {
  const narrow = await service.newUser(owner, []);
  const permissions = [
    { permission: 'task:read', scopes: ['org'] },
    ...['read', 'create', 'update', 'archive'].map((right) => ({
      permission: `task_comment:${right}`,
      scopes: [right === 'create' ? 'org' : 'own'],
    })),
  ];
  const role = (await owner.call('POST', '/roles', { code: 'quiet', name: 'Quiet', permissions })).body;
  await owner.call('POST', '/grants', { user_id: narrow.user.id, role_id: role.id });
  const theirs = await addComment({ body: 'Not for everybody' });
  const mine = await addComment({ body: 'Mine alone' }, narrow);
  const { body } = await narrow.call('GET', path());
  expect([body.total, body.data.map((one: any) => one.id)]).toEqual([1, [mine.id]]);
  const reply = await recorded(() => narrow.call('POST', path(), { body: 'x', parent_id: theirs.id }));
  expect(reply.result.body.details.fieldErrors).toHaveProperty('parent_id');
  expect(reply).toMatchObject(nothing);
  expect((await narrow.call('PATCH', path(theirs.id), { body: 'x' })).status).toBe(404);
  expect((await narrow.call('DELETE', path(theirs.id))).status).toBe(404);
  expect((await narrow.call('PATCH', path(mine.id), { body: 'Still mine' })).status).toBe(200);
  expect((await addComment({ body: 'To myself', parent_id: mine.id }, narrow)).parent_id).toBe(mine.id);
});

it('keeps but hides the comments of a deleted task', async () => {
  const gone = (await owner.call('POST', '/tasks', { title: 'Soon gone' })).body.id;
  const { id } = (await owner.call('POST', `/tasks/${gone}/comments`, { body: 'Kept' })).body;
  await owner.call('DELETE', `/tasks/${gone}`);
  for (const [method, below, body] of [
    ['GET', ''],
    ['POST', '', { body: 'x' }],
    ['PATCH', `/${id}`, { body: 'x' }],
    ['DELETE', `/${id}`],
  ] as const) {
    expect([method, (await owner.call(method, `/tasks/${gone}/comments${below}`, body)).status]).toEqual([
      method,
      404,
    ]);
  }
  const rows = await service.rows(
    Prisma.sql`select deleted_at from task_comments where org_id = ${owner.user.org_id} and id = ${id}`,
  );
  expect(rows).toEqual([{ deleted_at: null }]);
});

it('rejects replies to a deleted comment and keeps existing ones', async () => {
  const first = await addComment({ body: 'To be deleted' });
  const reply = await addComment({ body: 'Reply', parent_id: first.id });
  await owner.call('DELETE', path(first.id));
  const answer = await owner.call('POST', path(), { body: 'Late', parent_id: first.id });
  expect(answer.body.details.fieldErrors).toHaveProperty('parent_id');
  const { data } = (await owner.call('GET', `${path()}?limit=100`)).body;
  expect(data.find((one: any) => one.id === reply.id)).toMatchObject({ parent_id: first.id });
});

it('supports search, filters, sorting and reading one comment', async () => {
  const on = (await owner.call('POST', '/tasks', { title: 'Searched' })).body.id;
  const comment = async (by: Client, body: object) =>
    (await by.call('POST', `/tasks/${on}/comments`, body)).body.id;
  const first = await comment(owner, { body: 'The printer is out of paper' });
  const second = await comment(employee, { body: 'Paper has arrived', parent_id: first });
  const third = await comment(employee, { body: 'Thanks' });
  const ids = async (query: string) =>
    (await owner.call('GET', `/tasks/${on}/comments?${query}`)).body.data.map((one: any) => one.id);
  expect(await ids('q=paper')).toEqual([first, second]);
  expect(await ids(`author_user_id=${employee.user.id}&sort=-created_at`)).toEqual([third, second]);
  expect(await ids(`parent_id=${first}`)).toEqual([second]);
  expect(await ids('parent_id_is_null=true')).toEqual([first, third]);
  expect((await employee.call('GET', `/tasks/${on}/comments/${second}`)).body).toMatchObject({
    body: 'Paper has arrived',
    author_user_id: employee.user.id,
  });
  expect((await owner.call('GET', path(second))).status).toBe(404);
});

it('does not record an edit without changes', async () => {
  const comment = await addComment({ body: 'Unchanged' });
  const { result, ...left } = await recorded(() =>
    owner.call('PATCH', path(comment.id), { body: 'Unchanged' }),
  );
  expect(result.body).toEqual(comment);
  expect(left).toEqual(nothing);
});

it('allows only users with task_comment:manage to list and restore deleted comments', async () => {
  const comment = await addComment({ body: 'Deleted by mistake' }, employee);
  await employee.call('DELETE', path(comment.id));
  expect((await employee.call('GET', `${path()}?deleted=true`)).status).toBe(403);
  expect((await employee.call('POST', `${path(comment.id)}/restore`)).status).toBe(403);
  const deleted = (await owner.call('GET', `${path()}?deleted=true&limit=100`)).body.data;
  expect(deleted.map((one: any) => one.id)).toContain(comment.id);
  const { result, events, audit } = await recorded(() => owner.call('POST', `${path(comment.id)}/restore`));
  expect(result.body).toMatchObject({ id: comment.id, author_user_id: employee.user.id, deleted_at: null });
  expect(events).toEqual([`task.comment.restored ${task}`]);
  expect(audit).toMatchObject([{ action: 'restore', resource: 'task_comment', record_id: comment.id }]);
});
