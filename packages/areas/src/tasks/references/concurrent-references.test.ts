import { type Client, startService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readBoard } from '../testing/board-model.ts';

let service: TestService;
let owner: Client;
let org_id: number;
/** An extra connection, as the owner of the database, that holds locks. */
let other: pg.Client;
/** A connection that observes waiting transactions. */
let observer: pg.Client;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
  other = new pg.Client(service.config.DATABASE_URL);
  observer = new pg.Client(service.config.DATABASE_URL);
  await Promise.all([other.connect(), observer.connect()]);
});
afterAll(async () => {
  await Promise.all([other.end(), observer.end()]);
  await service.stop();
});
beforeEach(async () => {
  owner = await service.newOrganization();
  org_id = owner.user.org_id;
  await owner.call('PATCH', '/organizations/current/settings', { features: { restrict_labels: true } });
});

const post = async (path: string, body: object) => (await owner.call('POST', path, body)).body;
const waitForLocks = (count: number) =>
  eventually(
    () =>
      observer.query(`select pid from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`),
    ({ rows }) => rows.length === count,
  );

interface Referenced {
  id: number;
  /** The value in the task. */
  value: number | string;
  path: string;
}
const createById = async (path: string, body: object): Promise<Referenced> => {
  const { id } = await post(path, body);
  return { id, value: id, path: `${path}/${id}` };
};
const createByName = async (path: string, body: object, value: string): Promise<Referenced> => {
  const { id } = await post(path, body);
  return { id, value, path: `${path}/${id}` };
};
const values = '/enums/task_category/values';
const person = { first_name: 'A', last_name: 'B', hire_date: '2020-01-01' };
const account = { email: 'a@b.test', first_name: 'A', last_name: 'B' };
const createInitiative = async () => {
  const { id: owner_employee_id } = await post('/employees', person);
  return createById('/initiatives', { name: 'Big', owner_employee_id });
};
/** The references of a task, and whether the row cannot be deleted while it has open tasks. */
const kinds: [field: string, table: string, make: () => Promise<Referenced>, isProtected: boolean][] = [
  ['assigned_team_id', 'teams', () => createById('/teams', { name: 'Crew' }), true],
  ['initiative_id', 'initiatives', () => createInitiative(), true],
  ['assigned_employee_id', 'employees', () => createById('/employees', person), false],
  ['assigned_to', 'users', () => createById('/users', account), false],
  ['label', 'task_labels', () => createByName('/task-labels', { name: 'Hot' }, 'Hot'), false],
  ['category_code', 'enum_values', () => createByName(values, { code: 'hot', label: 'Hot' }, 'hot'), false],
];
const ways = ['create', 'patch', 'patch with a status', 'patch in bulk'] as const;
const cases = kinds.flatMap((kind) => ways.map((way) => [way, ...kind] as const));

const writeTask = (way: (typeof ways)[number], id: number, body: object) => {
  if (way === 'create') return owner.call('POST', '/tasks', { title: 'New', ...body });
  if (way === 'patch in bulk') return owner.call('POST', '/tasks/bulk', { ids: [id], patch: body });
  return owner.call('PATCH', `/tasks/${id}`, way === 'patch' ? body : { ...body, status: 'done' });
};

describe.each(cases)('a %s with %s', (way, field, table, make, isProtected) => {
  it('is rejected if it waits for the deletion of the referenced row', async () => {
    const referred = await make();
    const task = await post('/tasks', { title: 'There' });
    await other.query('begin');
    const row = [org_id, referred.id];
    // As deletions of users and employees do. Other deletions only update the row.
    if (['users', 'employees'].includes(table))
      await other.query(`select from ${table} where org_id = $1 and id = $2 for update`, row);
    await other.query(`update ${table} set deleted_at = now() where org_id = $1 and id = $2`, row);
    const { result, ...left } = await recordedBy(service, org_id, async () => {
      const answer = writeTask(way, task.id, { [field]: referred.value });
      await waitForLocks(1).finally(() => other.query('commit'));
      return answer;
    });
    const name = way === 'patch in bulk' ? `patch.${field}` : field;
    expect(result).toMatchObject({
      status: 422,
      body: { details: { fieldErrors: { [name]: ['Does not exist'] } } },
    });
    expect(left).toEqual(nothing);
    expect((await readBoard(service, owner)).todo).toEqual([task.id]);
  });

  it('blocks the deletion of the referenced row if it was first', async () => {
    const referred = await make();
    const task = await post('/tasks', { title: 'There' });
    await other.query('begin');
    // Board locks come after the locks of referenced rows.
    await other.query('select from tasks where org_id = $1 for update', [org_id]);
    await other.query('select from task_columns where org_id = $1 for update', [org_id]);
    const answer = writeTask(way, task.id, { [field]: referred.value });
    await waitForLocks(1);
    const deletion = owner.call('DELETE', referred.path);
    await waitForLocks(2).finally(() => other.query('rollback'));
    expect((await answer).status).toBe(way === 'create' ? 201 : 200);
    const isOpen = way !== 'patch with a status';
    expect((await deletion).status).toBe(isProtected && isOpen ? 422 : 204);
  });
});

it('creates a child while its parent is locked, and waits only for changes of the tree', async () => {
  const parent = await post('/tasks', { title: 'Parent' });
  await other.query('begin');
  await other.query('select from tasks where org_id = $1 for no key update', [org_id]);
  const child = await owner.call('POST', '/tasks', { title: 'Child', parent_task_id: parent.id });
  await other.query('rollback');
  expect(child.status).toBe(201);
});

it('rejects a child that a concurrent move of its branch makes too deep', async () => {
  const chain = [await post('/tasks', { title: 'Top' })];
  while (chain.length < 18)
    chain.push(await post('/tasks', { title: 'Below', parent_task_id: chain.at(-1).id }));
  const [top] = chain;
  const above = await post('/tasks', { title: 'Above' });
  const higher = await post('/tasks', { title: 'Higher' });
  await owner.call('PATCH', `/tasks/${above.id}`, { parent_task_id: higher.id });
  await other.query('begin');
  await other.query('select from tasks where org_id = $1 and id = $2 for update', [org_id, top.id]);
  const deeper = owner.call('PATCH', `/tasks/${top.id}`, { parent_task_id: above.id });
  await waitForLocks(1);
  const child = owner.call('POST', '/tasks', { title: 'Child', parent_task_id: chain.at(-1).id });
  await waitForLocks(2).finally(() => other.query('rollback'));
  expect((await deeper).status).toBe(200);
  expect((await child).body.details?.fieldErrors).toEqual({
    parent_task_id: ['Exceeds the maximum depth of 20 levels'],
  });
});
