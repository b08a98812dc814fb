import { type Client, startOwnService, type TestResponse, type TestService } from '@wfp/testing';
import { waitUntilBlocking } from '@wfp/testing/lock-waits.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const values = '/enums/task_category/values';

let service: TestService;
let owner: Client;
let stranger: Client;
beforeAll(async () => {
  service = await startOwnService();
  owner = await service.newOrganization();
  stranger = await service.newOrganization();
  for (const code of ['garden', 'attic', 'shed']) await add(code);
});
afterAll(() => service.stop());

const add = async (code: string): Promise<number> =>
  (await owner.call('POST', values, { code, label: code })).body.id;
const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);

/** Requests that filter tasks by a code, with the field of the error for an unknown code. */
const ways: [name: string, field: string, send: (code: string, by: Client) => Promise<TestResponse>][] = [
  ['the list', 'category_code', (code, by) => by.call('GET', `/tasks?category_code=${code}`)],
  ['the board', 'category_code', (code, by) => by.call('GET', `/tasks/board?category_code=${code}`)],
  [
    'an export',
    'filter.category_code',
    (code, by) => by.call('POST', '/tasks/export', { filter: { category_code: code } }),
  ],
  [
    'a saved view',
    'filter.category_code',
    (code, by) => by.call('POST', '/task-views', { name: code, filter: { category_code: code } }),
  ],
];

describe.each(ways)('%s', (_, field, send) => {
  it('accepts values of the service and of the organization', async () => {
    const answers = [await send('bug', owner), await send('garden', owner), await send('garden', owner)];
    for (const { status } of answers) expect(status).toBeLessThan(300);
  });

  it.each(['gardn', 'urgent'])('rejects %s with 422 and records nothing', async (code) => {
    const { result, ...left } = await recorded(() => send(code, owner));
    expect([result.status, result.body.details.fieldErrors]).toEqual([
      422,
      { [field]: [`Unknown values of the enum task_category: ${code}`] },
    ]);
    expect(left).toEqual(nothing);
  });

  it('rejects a value of another organization', async () => {
    const { status, body } = await send('garden', stranger);
    expect([status, Object.keys(body.details.fieldErrors)]).toEqual([422, [field]]);
  });
});

it('rejects an unknown value in the filter of a view that is changed', async () => {
  const { id } = (await owner.call('POST', '/task-views', { name: 'All' })).body;
  const patch = { filter: { category_code: 'gardn' } };
  const { result, ...left } = await recorded(() => owner.call('PATCH', `/task-views/${id}`, patch));
  expect([result.status, Object.keys(result.body.details.fieldErrors)]).toEqual([
    422,
    ['filter.category_code'],
  ]);
  expect(left).toEqual(nothing);
});

it('filters by an inactive or deleted value', async () => {
  const [off, gone] = [await add('cellar'), await add('loft')];
  for (const category_code of ['cellar', 'loft']) {
    expect((await owner.call('POST', '/tasks', { title: 'Old', category_code })).status).toBe(201);
  }
  expect((await owner.call('PATCH', `${values}/${off}`, { is_active: false })).status).toBe(200);
  expect((await owner.call('DELETE', `${values}/${gone}`)).status).toBe(204);
  for (const code of ['cellar', 'loft']) {
    const { status, body } = await owner.call('GET', `/tasks?category_code=${code}`);
    expect([status, body.total]).toEqual([200, 1]);
  }
});

it('accepts a value as soon as it exists', async () => {
  const find = async () => (await owner.call('GET', '/tasks?category_code=barn')).status;
  expect(await find()).toBe(422);
  await add('barn');
  expect(await find()).toBe(200);
});

it('rejects an invalid code with 422, and callers without the permission with 403', async () => {
  const { body } = await owner.call('GET', '/tasks?category_code=No');
  expect(body.details.fieldErrors.category_code).toEqual([
    'Must be the code of a value of the enum task_category',
  ]);
  const powerless = await service.newUser(owner, []);
  expect((await powerless.call('GET', '/tasks?category_code=gardn')).status).toBe(403);
});

it('reads no values without the filter, for values of the service and for cached values', async () => {
  expect((await owner.call('GET', '/tasks?category_code=shed')).status).toBe(200);
  const database = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await database.connect();
  try {
    await database.query('begin; lock table enum_values in access exclusive mode');
    for (const query of ['', '?category_code=bug', '?category_code=shed', '?status=todo']) {
      expect([query, (await owner.call('GET', `/tasks${query}`)).status]).toEqual([query, 200]);
    }
    const waiting = owner.call('GET', '/tasks?category_code=attic');
    await waitUntilBlocking(database);
    await database.query('rollback');
    expect((await waiting).status).toBe(200);
  } finally {
    await database.end();
  }
});

it('documents where to list the values', async () => {
  const { paths, components } = (await owner.call('GET', '/docs.json')).body;
  const [parameter] = paths['/tasks'].get.parameters.filter((one: any) => one.name === 'category_code');
  expect(parameter.schema).toEqual({ $ref: '#/components/schemas/TaskCategoryCode' });
  const [, path] = /`GET (\/[a-z_/]+)`/.exec(components.schemas.TaskCategoryCode.description) ?? [];
  const { data } = (await owner.call('GET', `${path}?limit=100`)).body;
  expect(data.map((one: any) => one.code)).toContain('garden');
});
