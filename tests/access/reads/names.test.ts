import { areas } from '@wfp/areas';
import { builtinRoles, type Endpoint, type Resource } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { type Client, createTestClient } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpointName, endpoints, listPathParams, requestPath } from '../../generated/request.ts';
import type { PreparedRequest } from '../../generated/scenario.ts';
import { scenarios } from '../../generated/scenarios.ts';
import { startWorld, type World } from '../../generated/world.ts';

const { empty, raw, sql } = Prisma;

let world: World;
let owner: Client;
let stranger: Client;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.service.newOrganization();
  stranger = await world.service.newOrganization();
});
afterAll(() => world.stop());

const named = areas.flatMap((area) => area.resources ?? []).filter((one) => one.naming);
const roles = Object.keys(builtinRoles);

const names = (by: Client, query: string) => by.call('GET', `/names?${query}`);

/** The list of a resource: that with the shortest path. */
function listOf({ code }: Resource): Endpoint {
  const lists = endpoints.filter(
    ({ method, can, query }) =>
      method === 'get' && can === `${code}:read` && 'limit' in ((query as any)?.shape ?? {}),
  );
  const [list] = lists.toSorted(
    (a, b) => listPathParams(a).length - listPathParams(b).length || a.path.length - b.path.length,
  );
  if (!list) throw new Error(`${code} has a name and no list`);
  return list;
}

const prepare = async (one: Endpoint, by: Client): Promise<PreparedRequest> =>
  (await scenarios[endpointName(one)]?.arrange?.(world, by)) ?? {};

/** Creates records of a resource: by the owner, by a user with the role if they may, and in another organization. */
async function createRecords(list: Endpoint, user: Client): Promise<PreparedRequest> {
  const listed = await prepare(list, owner);
  await prepare(list, stranger);
  const create = endpoints.find((one) => one.method === 'post' && one.path === list.path);
  if (!create) return listed;
  const first = await prepare(create, owner);
  await owner.call(
    'POST',
    requestPath(create, { ...first, ...(listed.params && { params: listed.params }) }),
    first.body,
  );
  const second = await prepare(create, owner).catch(() => ({}) as PreparedRequest);
  await user.call(
    'POST',
    requestPath(create, { ...second, ...(listed.params && { params: listed.params }) }),
    second.body,
  );
  return listed;
}

/**
 * All ids of the table, of both organizations and with deleted records.
 *
 * @param listed the requests of the lists that the test reads; of its own organization, only ids of their parents are returned
 */
async function allIds(
  { rows, naming }: Resource,
  listed: readonly PreparedRequest[] = [],
): Promise<number[]> {
  const { org_id } = owner.user;
  const parents = listed.flatMap(({ params = {} }) => Object.values(params).map(Number));
  const ofParents =
    naming?.parent && parents.length > 0
      ? sql`and (org_id <> ${org_id} or ${raw(naming.parent.field)} = any(${parents}::int[]))`
      : empty;
  const found = await world.service.rows<{ id: number }>(
    sql`select id from ${raw(rows?.table ?? '')} where org_id in (${org_id}, ${stranger.user.org_id}) ${ofParents} order by id`,
  );
  return found.map(({ id }) => id);
}

async function listedRows(by: Client, list: Endpoint, prepared: PreparedRequest): Promise<any[] | null> {
  const path = requestPath(list, { ...prepared, query: { ...prepared.query, limit: '100' } });
  const { status, body } = await by.call('GET', path);
  if (status !== 200) return null;
  expect(body.total).toBeLessThanOrEqual(100);
  return body.data;
}

describe.each(named.map((one) => [one.code, one] as const))('names of %s', (code, resource) => {
  const list = listOf(resource);

  it('are those of the records that the list returns, for each built-in role', async () => {
    const prepared: PreparedRequest[] = [];
    const users: Client[] = [];
    for (const role of roles) {
      const user = await world.service.newUser(owner, [role]);
      users.push(user);
      prepared.push(await createRecords(list, user));
    }
    const ids = await allIds(resource, prepared);
    expect(ids.length).toBeGreaterThan(1);
    // One record is deleted, if records can be deleted.
    const [first] = (await listedRows(owner, list, prepared[0] ?? {})) ?? [];
    await owner.call('DELETE', `${requestPath(list, prepared[0] ?? {})}/${first?.code ?? first?.id}`);
    for (const user of users) {
      const pages = await Promise.all(prepared.map((one) => listedRows(user, list, one)));
      const rows = new Map(pages.flatMap((page) => page ?? []).map((row) => [row.id, row]));
      const { status, body } = await names(user, `${code}=${ids.slice(-200).join()}`);
      expect(status).toBe(200);
      const expected = [...rows.keys()].filter((id) => ids.slice(-200).includes(id)).sort((a, b) => a - b);
      expect([user.user.email, body[code].map((one: any) => one.id)]).toEqual([user.user.email, expected]);
      for (const { id, name, avatar_url } of body[code]) {
        const row = rows.get(id);
        const shown = Object.values(row).filter((value) => typeof value === 'string');
        const full = `${row.first_name} ${row.last_name}`;
        expect([...shown, full, `${row.url}`.split('?')[0], row.title]).toContain(name);
        expect(avatar_url).toBeNull();
      }
    }
    expect((await names(owner, `${code}=${ids.slice(-200).join()}`)).body[code].length).toBeGreaterThan(0);
  });

  it('are empty without roles, and for an API key without the permission', async () => {
    const ids = (await allIds(resource)).slice(0, 100).join() || '1';
    const nobody = await world.service.newUser(owner, []);
    const { body } = await owner.call('POST', '/api-keys', { name: code, permissions: ['event:read'] });
    const key = createTestClient(world.service.url, { access_token: body.key, user: owner.user });
    for (const by of [nobody, key]) {
      const response = await names(by, `${code}=${ids}`);
      expect([response.status, response.body]).toEqual([200, { [code]: [] }]);
    }
  });
});

it('are returned for several resources, without repeated ids', async () => {
  const { id } = (await owner.call('POST', '/tasks', { title: 'Paint' })).body;
  const { user } = owner;
  const { status, body } = await names(
    owner,
    `user=${user.id},${user.id}&task=${id},2147483647&role=2147483647`,
  );
  const { first_name, last_name, email } = (await owner.call('GET', '/users/me')).body;
  expect([status, body]).toEqual([
    200,
    {
      role: [],
      task: [{ id, name: 'Paint', hint: 'todo', avatar_url: null }],
      user: [{ id: user.id, name: `${first_name} ${last_name}`, hint: email, avatar_url: null }],
    },
  ]);
});

it.each([
  ['meeting=1', 'meeting'],
  ['grant=1', 'grant'],
  ['audit_log=1', 'audit_log'],
  ['user=one', 'user'],
  ['user=1;2', 'user'],
  ['user=', 'user'],
  ['user=0', 'user'],
  ['user=9999999999', 'user'],
  [`user=${Array.from({ length: 201 }, (_, index) => index + 1).join()}`, 'user'],
  [
    `task=${Array.from({ length: 150 }, (_, index) => index + 1).join()}&user=${Array.from({ length: 51 }, (_, index) => index + 1).join()}`,
    'user',
  ],
])('reject %s with 422', async (query, field) => {
  const { status, body } = await names(owner, query);
  expect([status, Object.keys(body.details?.fieldErrors ?? {})]).toEqual([422, [field]]);
});
