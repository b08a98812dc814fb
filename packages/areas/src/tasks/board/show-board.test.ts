import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { taskStatuses } from '../rows/tasks.contract.ts';

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  const make = async (title: string, body: object = {}, by = owner) =>
    (await by.call('POST', '/tasks', { title, ...body })).body.id;
  await make('one', { priority: 'low', label: 'ops' });
  await make('two', { priority: 'urgent' });
  await make('three', { label: 'ops' });
  await make('first', { status: 'done', label: 'ops' });
  await make('second', { status: 'done' });
  await owner.call('DELETE', `/tasks/${await make('gone', { label: 'ops' })}`);
  await make('theirs', {}, await service.newOrganization());
});
afterAll(() => service.stop());

const getBoard = async (query = '', by = owner) => (await by.call('GET', `/tasks/board${query}`)).body;
/** Total and titles of each column that is not empty. */
const summarizeBoard = async (query = '', by = owner) => {
  const { columns, total } = await getBoard(query, by);
  expect(total).toBe(columns.reduce((sum: number, one: any) => sum + one.total, 0));
  return Object.fromEntries(
    columns
      .filter((one: any) => one.total > 0)
      .map((one: any) => [one.status, [one.total, ...one.data.map((task: any) => task.title)]]),
  );
};

describe('GET /tasks/board', () => {
  it('returns all columns in order, including empty ones, with tasks in the order of the list', async () => {
    const { columns, total } = await getBoard();
    expect(columns.map((one: any) => one.status)).toEqual([...taskStatuses]);
    expect(total).toBe(5);
    expect(columns.flatMap((one: any) => one.data)).toEqual((await owner.call('GET', '/tasks')).body.data);
  });

  it.each([
    ['', { todo: [3, 'one', 'two', 'three'], done: [2, 'first', 'second'] }],
    ['?per_column=1', { todo: [3, 'one'], done: [2, 'first'] }],
    ['?per_column=0', { todo: [3], done: [2] }],
    ['?label=ops', { todo: [2, 'one', 'three'], done: [1, 'first'] }],
    ['?label=ops&per_column=1', { todo: [2, 'one'], done: [1, 'first'] }],
    ['?label=ops&per_column=0', { todo: [2], done: [1] }],
    ['?sort=-priority&per_column=2', { todo: [3, 'two', 'three'], done: [2, 'second', 'first'] }],
    ['?q=NONE', {}],
    ['?assigned_to_me=true', {}],
  ])('%s returns %j', async (query, expected) => {
    expect(await summarizeBoard(query)).toEqual(expected);
  });

  it('returns one column if filtered by status', async () => {
    const { columns } = await getBoard('?status=done');
    expect(columns).toMatchObject([{ status: 'done', total: 2 }]);
    expect(columns).toHaveLength(1);
  });

  it('counts and returns only tasks that the caller may read', async () => {
    const user = await service.newUser(owner, []);
    const permissions = [{ permission: 'task:read', scopes: ['own'] }];
    const role = (await owner.call('POST', '/roles', { code: 'narrow', name: 'Narrow', permissions })).body;
    await owner.call('POST', '/grants', { user_id: user.user.id, role_id: role.id });
    expect(await summarizeBoard('', user)).toEqual({});
    await owner.call('POST', '/tasks', { title: 'mine', status: 'blocked', assigned_to: user.user.id });
    expect(await summarizeBoard('', user)).toEqual({ blocked: [1, 'mine'] });
    expect(await summarizeBoard('?per_column=0', user)).toEqual({ blocked: [1] });
  });

  it('is empty for an organization without tasks', async () => {
    const { columns, total } = await getBoard('', await service.newOrganization());
    expect(total).toBe(0);
    expect(columns).toEqual(
      taskStatuses.map((status) => ({ status, total: 0, total_is_exact: true, next: null, data: [] })),
    );
  });

  it.each([
    'per_column=101',
    'per_column=-1',
    'per_column=x',
    'offset=1',
    'limit=5',
    'sort=colour',
    'colour=red',
  ])('rejects ?%s', async (query) => {
    const { status, body } = await owner.call('GET', `/tasks/board?${query}`);
    expect(status).toBe(422);
    expect(Object.keys(body.details.fieldErrors)).toEqual([query.split('=')[0]]);
  });
});
