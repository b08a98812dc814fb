import { type Endpoint, rights, successOf } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, createTestClient, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endpointName, endpoints, inputFields } from '../../generated/request.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let employee: Client;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  employee = await service.newUser(owner, ['employee']);
});
afterAll(() => service.stop());

const create = async (by: Client, path: string, body: object): Promise<number> =>
  (await by.call('POST', path, body)).body.id;
const rightsOn = async (by: Client, path: string): Promise<string[]> => {
  const { status, body } = await by.call('GET', `${path}?include=can`);
  expect([path, status]).toEqual([path, 200]);
  return body.can;
};

const withoutNames = (path: string) => path.replaceAll(/:\w+/g, ':');

/** The path of a record that an endpoint returns, or those of a list; undefined for other endpoints. */
function recordPath({ method, path, can, returns, query }: Endpoint): string | undefined {
  const { shape } = successOf({ returns } as Endpoint);
  const fields = (shape as { shape?: Record<string, { element?: { shape?: object } }> } | null)?.shape ?? {};
  if (method !== 'get' || !can.endsWith(':read')) return undefined;
  if ('id' in fields) return withoutNames(path);
  const isList = inputFields(query).includes('limit') && 'id' in (fields.data?.element?.shape ?? {});
  return isList ? `${withoutNames(path)}/:` : undefined;
}

/** Records on which an operation requires a right on another record. */
const exceptions: Readonly<Record<string, string>> = {
  'GET /prompt-runs': 'POST /prompt-runs/:id/apply requires task:update on the task',
  'GET /prompt-runs/:id': 'POST /prompt-runs/:id/apply requires task:update on the task',
};

it('include=can is accepted by every list and record on which an operation requires a right', () => {
  const required = new Set(
    endpoints
      .filter(({ can }) => can.includes(':') && !can.endsWith(':read'))
      .map(({ path }) => withoutNames(path)),
  );
  const lacking = endpoints.filter((one) => {
    const path = recordPath(one);
    const isChanged =
      path?.endsWith('/:') && [...required].some((other) => other === path || other.startsWith(`${path}/`));
    return isChanged && !one.rowRights;
  });
  expect(lacking.map(endpointName).sort()).toEqual(Object.keys(exceptions).sort());
});

it('only names of rights are returned, in one order', async () => {
  const task = await create(owner, '/tasks', { title: 'Ours' });
  const can = await rightsOn(owner, `/tasks/${task}`);
  expect(can).toEqual(rights.filter((right) => can.includes(right)));
  expect(can).toEqual(['update', 'archive', 'manage']);
});

it('the tasks of the board have rights', async () => {
  const mine = await create(employee, '/tasks', { title: 'Mine', status: 'reviewing' });
  const ours = await create(owner, '/tasks', { title: 'Ours', status: 'blocked' });
  const { status, body } = await employee.call('GET', '/tasks/board?include=can&per_column=100');
  const rows: { id: number; can: string[] }[] = body.columns.flatMap(
    (column: { data: object[] }) => column.data,
  );
  const canOf = (id: number) => rows.find((row) => row.id === id)?.can;
  expect([status, canOf(mine), canOf(ours)]).toEqual([200, ['update', 'archive'], []]);
});

it('the author of a comment can change and delete it, a manager can delete it', async () => {
  const task = await create(owner, '/tasks', { title: 'Discussed' });
  const theirs = await create(employee, `/tasks/${task}/comments`, { body: 'Mine' });
  const ours = await create(owner, `/tasks/${task}/comments`, { body: 'Ours' });
  const path = `/tasks/${task}/comments`;
  expect(await rightsOn(employee, `${path}/${theirs}`)).toEqual(['update', 'archive']);
  expect(await rightsOn(employee, `${path}/${ours}`)).toEqual([]);
  expect(await rightsOn(owner, `${path}/${theirs}`)).toEqual(['archive', 'manage']);
  expect((await owner.call('PATCH', `${path}/${theirs}`, { body: 'Ours' })).status).toBe(403);
});

it('a relation can be changed with the right on the task to which it belongs', async () => {
  const mine = await create(employee, '/tasks', { title: 'Mine' });
  const other = await create(owner, '/tasks', { title: 'Other' });
  for (const [task, other_task_id, can] of [
    [mine, other, ['update']],
    [other, mine, []],
  ] as const) {
    const id = await create(owner, `/tasks/${task}/relations`, { other_task_id, kind: 'relates_to' });
    for (const seenFrom of [mine, other]) {
      const path = `/tasks/${seenFrom}/relations/${id}`;
      expect([path, await rightsOn(employee, path)]).toEqual([path, can]);
    }
    const { status } = await employee.call('DELETE', `/tasks/${task}/relations/${id}`);
    expect(status).toBe(can.length > 0 ? 204 : 403);
    if (status === 403) await owner.call('DELETE', `/tasks/${task}/relations/${id}`);
  }
});

it('an API key has the rights that its permissions include', async () => {
  const task = await create(owner, '/tasks', { title: 'By key' });
  const permissions = ['task:read', 'task:update'];
  const { key } = (await owner.call('POST', '/api-keys', { name: 'Key', permissions })).body;
  const client = createTestClient(service.url, { access_token: key, user: owner.user });
  expect(await rightsOn(client, `/tasks/${task}`)).toEqual(['update']);
});

it('a read-only organization has the same rights as before', async () => {
  const own = await service.newOrganization();
  const task = await create(own, '/tasks', { title: 'Closing' });
  const set = (status: string) =>
    executeOperational(
      service.platform,
      sql`update organizations set status = ${status}::organization_status where id = ${own.user.org_id} returning id`,
    );
  await set('closing');
  expect(await rightsOn(own, `/tasks/${task}`)).toEqual(['update', 'archive', 'manage']);
  const { status, body } = await own.call('PATCH', `/tasks/${task}`, { title: 'Changed' });
  expect([status, body.reason]).toEqual([403, 'read_only']);
  await set('active');
});
