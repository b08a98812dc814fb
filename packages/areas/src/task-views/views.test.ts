import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, onlyDenial, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let author: Client;
let member: Client;
let other: Client;
let team: number;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  [author, member, other] = [await createColleague(), await createColleague(), await createColleague()];
  team = (await owner.call('POST', '/teams', { name: 'Crew', kind: 'squad' })).body.id;
  for (const user of [author, member]) await join(user, team);
});
afterAll(() => service.stop());

const employeeOf = new Map<Client, number>();
async function createColleague(): Promise<Client> {
  const user = await service.newUser(owner, ['employee']);
  const person = { first_name: 'Vera', last_name: 'Viewer', hire_date: '2024-01-01', user_id: user.user.id };
  employeeOf.set(user, (await owner.call('POST', '/employees', person)).body.id);
  return user;
}
const join = (user: Client, id: number) =>
  owner.call('POST', `/teams/${id}/members`, { employee_id: employeeOf.get(user) });

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
async function createView(body: object, by = author): Promise<any> {
  const answer = await by.call('POST', '/task-views', { name: 'Mine', ...body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}
/**
 * Returns whether the owner, the author, a member of the team and another user can read a view, in the list and by id.
 */
async function listReaders(id: number): Promise<boolean[]> {
  const found = [owner, author, member, other].map(async (by) => {
    const listed = (await by.call('GET', '/task-views?limit=100')).body.data.some(
      (one: any) => one.id === id,
    );
    const statuses = [`/task-views/${id}`, `/task-views/${id}/tasks`].map(
      async (path) => (await by.call('GET', path)).status,
    );
    expect(await Promise.all(statuses)).toEqual(listed ? [200, 200] : [404, 404]);
    return listed;
  });
  return Promise.all(found);
}

it('is saved with its filter, by default as private', async () => {
  const body = { name: ' Late ', filter: { overdue: true, tag: 'x' }, sort: '-priority', group_by: 'label' };
  const { result, events, audit } = await recorded(() => author.call('POST', '/task-views', body));
  expect(result.status).toBe(201);
  expect(result.body).toEqual({
    ...body,
    name: 'Late',
    id: expect.any(Number),
    org_id: owner.user.org_id,
    visibility: 'private',
    team_id: null,
    created_at: expect.any(String),
    updated_at: expect.any(String),
    created_by: author.user.id,
    updated_by: author.user.id,
    deleted_at: null,
  });
  expect(events).toEqual([`task_view.post_create ${result.body.id}`]);
  expect(audit).toMatchObject([{ action: 'create', resource: 'task_view', record_id: result.body.id }]);
  const bare = await createView({ name: 'All' });
  expect(bare).toMatchObject({ filter: {}, sort: null, group_by: null, visibility: 'private' });
});

it('is visible to its author, to a team or to all', async () => {
  expect(await listReaders((await createView({})).id)).toEqual([false, true, false, false]);
  expect(await listReaders((await createView({ visibility: 'team', team_id: team })).id)).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(await listReaders((await createView({ visibility: 'org' })).id)).toEqual([true, true, true, true]);
});

it('hides events of a private view from other users', async () => {
  const [mine, all] = [await createView({}), await createView({ visibility: 'org' })];
  const eventTypes = async (by: Client, id: number) =>
    (await by.call('GET', `/events/task_view/${id}`)).body.data.map((event: any) => event.event_type);
  expect(await eventTypes(author, mine.id)).toEqual(['task_view.post_create']);
  expect(await eventTypes(owner, mine.id)).toEqual([]);
  expect(await eventTypes(owner, all.id)).toEqual(['task_view.post_create']);
  await author.call('PATCH', `/task-views/${all.id}`, { visibility: 'private' });
  expect(await eventTypes(owner, all.id)).toEqual(['task_view.post_create']);
  await author.call('DELETE', `/task-views/${mine.id}`);
  const gone = (await owner.call('GET', '/task-views?deleted=true&limit=100')).body.data;
  expect(gone.map((one: any) => one.id)).not.toContain(mine.id);
  expect((await owner.call('POST', `/task-views/${mine.id}/restore`)).status).toBe(404);
});

it('is changed only by its author and by users with task_view:manage', async () => {
  const { id } = await createView({ visibility: 'org', filter: { status: 'todo' } });
  const path = `/task-views/${id}`;
  for (const [method, right] of [
    ['PATCH', 'update'],
    ['DELETE', 'archive'],
  ] as const) {
    const { result, ...left } = await recorded(() =>
      member.call(method, path, method === 'PATCH' ? { name: 'Theirs' } : undefined),
    );
    expect(result.status).toBe(403);
    expect(left).toEqual(onlyDenial(right, 'task_view', id));
  }
  const { result, events } = await recorded(() => owner.call('PATCH', path, { name: 'Ours' }));
  expect(result.body).toMatchObject({ name: 'Ours', filter: { status: 'todo' }, created_by: author.user.id });
  expect(events).toEqual([`task_view.post_update ${id}`]);
  const taken = await recorded(() => owner.call('PATCH', path, { visibility: 'private' }));
  expect(taken.result.status).toBe(403);
  expect((await author.call('PATCH', path, { filter: {} })).body.filter).toEqual({});
  expect((await author.call('DELETE', path)).status).toBe(204);
  expect((await owner.call('POST', `${path}/restore`)).body).toMatchObject({ id, deleted_at: null });
});

it('is changed, but not deleted, by members of its team', async () => {
  const { id } = await createView({ visibility: 'team', team_id: team });
  const path = `/task-views/${id}`;
  const { result, events } = await recorded(() => member.call('PATCH', path, { name: 'Ours' }));
  expect([result.status, result.body.name, events]).toEqual([200, 'Ours', [`task_view.post_update ${id}`]]);
  expect((await member.call('PATCH', path, { visibility: 'private' })).status).toBe(403);
  expect((await member.call('DELETE', path)).status).toBe(403);
  expect((await other.call('PATCH', path, { name: 'Theirs' })).status).toBe(404);
});

it('changes from one team to another, to all and back to private', async () => {
  const { id } = await createView({ visibility: 'team', team_id: team });
  const patch = async (body: object) => (await author.call('PATCH', `/task-views/${id}`, body)).body;
  const inner = (await owner.call('POST', '/teams', { name: 'Inner', kind: 'squad', parent_id: team })).body
    .id;
  expect(await patch({ team_id: inner })).toMatchObject({ visibility: 'team', team_id: inner });
  expect(await patch({ visibility: 'org' })).toMatchObject({ visibility: 'org', team_id: null });
  expect(await patch({ visibility: 'private' })).toMatchObject({ visibility: 'private', team_id: null });
  expect((await patch({ visibility: 'team' })).details.fieldErrors).toHaveProperty('team_id');
});

describe('rejected', () => {
  it.each([
    [{}, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 'x', filter: { colour: 'red' } }, 'filter'],
    [{ name: 'x', filter: { status: 'lost' } }, 'filter'],
    [{ name: 'x', filter: [] }, 'filter'],
    [{ name: 'x', sort: 'position' }, 'sort'],
    [{ name: 'x', group_by: 'title' }, 'group_by'],
    [{ name: 'x', visibility: 'public' }, 'visibility'],
    [{ name: 'x', visibility: 'team' }, 'team_id'],
    [{ name: 'x', team_id: 1 }, 'team_id'],
    [{ name: 'x', visibility: 'org', team_id: 1 }, 'team_id'],
    [{ name: 'x', visibility: 'team', team_id: 2_000_000_000 }, 'team_id'],
    [{ name: 'x', created_by: 1 }, 'created_by'],
  ])('%.60j', async (body, field) => {
    for (const by of [author, owner]) {
      const { result, ...left } = await recorded(() => by.call('POST', '/task-views', body));
      expect(result.status).toBe(422);
      expect(JSON.stringify(result.body.details)).toContain(field);
      expect(left).toEqual(nothing);
    }
  });

  it('a team that is not the caller’s, foreign or deleted', async () => {
    const elsewhere = (await owner.call('POST', '/teams', { name: 'Elsewhere', kind: 'squad' })).body.id;
    const stranger = await service.newOrganization();
    const foreign = (await stranger.call('POST', '/teams', { name: 'Foreign', kind: 'squad' })).body.id;
    const show = (team_id: number, by = author) =>
      by.call('POST', '/task-views', { name: 'x', visibility: 'team', team_id });
    for (const id of [elsewhere, foreign]) expect((await show(id)).status).toBe(422);
    expect((await show(foreign, owner)).status).toBe(422);
    expect((await show(elsewhere, owner)).status).toBe(201);
  });
});

describe('tasks of a view', () => {
  it('match the filter in the order of the view, with paging', async () => {
    const make = (title: string, body: object) =>
      owner.call('POST', '/tasks', { title, tags: ['v'], ...body });
    await make('low', { priority: 'low' });
    await make('urgent', { priority: 'urgent' });
    await make('high', { priority: 'high' });
    await make('done', { priority: 'urgent', status: 'done' });
    const { id } = await createView({
      visibility: 'org',
      filter: { tag: 'v', status: 'todo' },
      sort: '-priority',
    });
    const titles = async (query = '') => {
      const { body } = await other.call('GET', `/task-views/${id}/tasks${query}`);
      return [body.total, ...body.data.map((task: any) => task.title)];
    };
    expect(await titles()).toEqual([3, 'urgent', 'high', 'low']);
    expect(await titles('?limit=1&offset=1')).toEqual([3, 'high']);
    expect((await other.call('GET', `/task-views/${id}/tasks?status=done`)).status).toBe(422);
  });

  it('are read with the permissions and identity of the reader', async () => {
    const permissions = [
      { permission: 'task_view:read', scopes: ['org'] },
      { permission: 'task:read', scopes: ['own'] },
    ];
    await owner.call('POST', '/roles', { code: 'narrow', name: 'Narrow', permissions });
    await owner.call('POST', '/roles', {
      code: 'blind',
      name: 'Blind',
      permissions: permissions.slice(0, 1),
    });
    const [narrow, blind] = [
      await service.newUser(owner, ['narrow']),
      await service.newUser(owner, ['blind']),
    ];
    for (const assigned_to of [author.user.id, narrow.user.id])
      await owner.call('POST', '/tasks', { title: `Of ${assigned_to}`, label: 'whose', assigned_to });
    const all = await createView({ visibility: 'org', filter: { label: 'whose' } });
    const mine = await createView({ visibility: 'org', filter: { label: 'whose', assigned_to_me: true } });
    const shown = async (by: Client, { id }: { id: number }) =>
      (await by.call('GET', `/task-views/${id}/tasks`)).body.data.map((task: any) => task.assigned_to);
    expect(await shown(author, all)).toEqual([author.user.id, narrow.user.id]);
    expect(await shown(narrow, all)).toEqual([narrow.user.id]);
    expect(await shown(author, mine)).toEqual([author.user.id]);
    expect(await shown(narrow, mine)).toEqual([narrow.user.id]);
    expect((await blind.call('GET', `/task-views/${all.id}/tasks`)).status).toBe(403);
  });
});
