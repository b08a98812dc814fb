import { hashToken } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, createTestClient, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let employee: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  employee = await service.newUser(owner, ['employee']);
});
afterAll(() => service.stop());

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const make = (by = owner, body: object = {}) => by.call('POST', '/api-keys', { name: 'Key', ...body });
const using = (key: string, url = service.url) =>
  createTestClient(url, { access_token: key, user: owner.user });
const keyOf = async (by = owner, body: object = {}) => {
  const answer = await make(by, body);
  return { id: answer.body.id as number, key: answer.body.key as string, client: using(answer.body.key) };
};
const setKey = (id: number, fields: Prisma.Sql) =>
  executeOperational(
    service.platform,
    sql`update api_keys set ${fields} where org_id = ${owner.user.org_id} and id = ${id} returning id`,
  );
const shownKey = async (id: number) =>
  (await owner.call('GET', '/api-keys?limit=100')).body.data.find((one: { id: number }) => one.id === id);

it('returns the key once and stores only its hash', async () => {
  const { result, events, audit, outbox } = await recorded(() => make(owner, { name: '  CI  ' }));
  expect(result.status).toBe(201);
  const { key, prefix, id } = result.body;
  expect(key).toMatch(/^wfp_[0-9a-f]{64}$/);
  expect(prefix).toBe(key.slice(0, 12));
  expect(result.body).toMatchObject({
    name: 'CI',
    expires_at: null,
    last_used_at: null,
    revoked_at: null,
    created_by: owner.user.id,
  });
  expect([events, audit.length, outbox]).toEqual([[`api_key.post_create ${id}`], 1, 1]);
  const rows = await service.rows(sql`select k.key_hash, k::text as row,
    (select string_agg(a::text, '') from audit_log a) as audit, (select string_agg(e::text, '') from events e) as events
    from api_keys k where k.id = ${id}`);
  expect(Buffer.from(rows[0].key_hash)).toEqual(hashToken(key));
  expect(JSON.stringify([rows, await shownKey(id)])).not.toContain(key.slice(12));
  expect(JSON.stringify(audit)).not.toContain('key_hash');
});

it('acts as its user and records its last use', async () => {
  const { id, client } = await keyOf(employee);
  expect((await client.call('GET', '/users/me')).body.id).toBe(employee.user.id);
  const { result, audit } = await recorded(() => client.call('POST', '/tasks', { title: 'By key' }));
  expect(result.body.created_by).toBe(employee.user.id);
  const [entry] = await service.rows(
    sql`select actor_type::text, actor_id from audit_log where event_id = ${audit[0]?.event_id}`,
  );
  expect(entry).toEqual({ actor_type: 'api_key', actor_id: employee.user.id });
  await expect.poll(async () => (await shownKey(id)).last_used_at).toMatch(/^\d{4}-.*Z$/);
  expect((await client.call('GET', '/audit-log')).status).toBe(403);
});

it('can be restricted, and never has more rights than its user', async () => {
  const { client } = await keyOf(owner, { permissions: ['task:read'] });
  expect((await client.call('GET', '/tasks')).status).toBe(200);
  expect((await client.call('POST', '/tasks', { title: 'x' })).status).toBe(403);
  expect((await client.call('GET', '/users')).status).toBe(403);
  const may = await client.call('GET', '/users/me/permissions');
  expect(may.body.data.map((one: { permission: string }) => one.permission)).toEqual(['task:read']);

  const wide = await recorded(() => make(employee, { permissions: ['audit_log:read', 'task:read'] }));
  expect([wide.result.status, Object.keys(wide.result.body.details.fieldErrors)]).toEqual([
    422,
    ['permissions'],
  ]);
  expect(wide).toMatchObject(nothing);
});

it('loses the rights of an ended grant on the next request', async () => {
  const person = await service.newUser(owner, ['hr']);
  const { client } = await keyOf(person, { permissions: ['task:read'] });
  expect((await client.call('GET', '/tasks')).status).toBe(200);
  const [grant] = (await owner.call('GET', `/grants?user_id=${person.user.id}`)).body.data;
  expect((await owner.call('DELETE', `/grants/${grant.id}`)).status).toBe(204);
  expect((await client.call('GET', '/tasks')).status).toBe(403);
});

it('stops working when its user is deactivated', async () => {
  const person = await service.newUser(owner, ['employee']);
  const { client } = await keyOf(person);
  const pod = using(client.token, await service.startPod());
  await executeOperational(
    service.platform,
    sql`update users set status = 'deactivated' where id = ${person.user.id} returning id`,
  );
  expect([(await client.call('GET', '/tasks')).status, (await pod.call('GET', '/tasks')).status]).toEqual([
    401, 401,
  ]);
});

it('cannot create keys, or grant rights that it does not have', async () => {
  const { client } = await keyOf(owner);
  const { id } = await keyOf(owner);
  const rejected = await recorded(() =>
    Promise.all([
      make(client),
      client.call('POST', `/api-keys/${id}/rotate`, {}),
      client.call('PATCH', `/api-keys/${id}`, { allowed_cidrs: [] }),
    ]),
  );
  expect([rejected.result.map((one) => one.status), rejected.events]).toEqual([[403, 403, 403], []]);
  expect(rejected.result[0]?.body.error).toBe('An API key cannot create API keys; sign in to do it');

  const roles = (await owner.call('GET', '/roles?limit=100')).body.data;
  const admin = roles.find((role: { code: string }) => role.code === 'admin').id;
  const granting = await keyOf(owner, {
    permissions: ['grant:create', 'role:read', 'role:create', 'user:create'],
  });
  const grant = { user_id: employee.user.id, role_id: admin };
  expect((await granting.client.call('POST', '/grants', grant)).status).toBe(403);
  const role = {
    code: 'sneaky',
    name: 'Sneaky',
    permissions: [{ permission: 'audit_log:read', scopes: ['org'] }],
  };
  expect((await granting.client.call('POST', '/roles', role)).status).toBe(403);
  const user = { email: 'sneaky@example.test', first_name: 'S', last_name: 'S', role_ids: [admin] };
  expect((await granting.client.call('POST', '/users', user)).status).toBe(403);
});

it('is rejected on every pod from the next request after its revocation', async () => {
  const { id, key, client } = await keyOf();
  const pod = using(key, await service.startPod());
  expect([(await client.call('GET', '/tasks')).status, (await pod.call('GET', '/tasks')).status]).toEqual([
    200, 200,
  ]);
  const { result, events, audit } = await recorded(() => owner.call('DELETE', `/api-keys/${id}`));
  expect([result.status, result.body, events]).toEqual([204, null, [`api_key.post_archive ${id}`]]);
  expect(audit).toMatchObject([{ action: 'revoke', resource: 'api_key', record_id: id }]);
  expect([(await client.call('GET', '/tasks')).status, (await pod.call('GET', '/tasks')).status]).toEqual([
    401, 401,
  ]);
  expect((await shownKey(id)).revoked_at).toMatch(/Z$/);
  const again = await recorded(() => owner.call('DELETE', `/api-keys/${id}`));
  expect([again.result.status, again.events]).toEqual([404, []]);
});

it('is revoked once under concurrency', async () => {
  const { id } = await keyOf();
  const { result, events } = await recorded(() =>
    Promise.all(Array.from({ length: 5 }, () => owner.call('DELETE', `/api-keys/${id}`))),
  );
  expect(result.map((one) => one.status).sort()).toEqual([204, 404, 404, 404, 404]);
  expect(events).toHaveLength(1);
});

it('is rejected after its expiry', async () => {
  const { id, client } = await keyOf(owner, { expires_at: '2099-12-31T23:59:59+02:00' });
  expect((await shownKey(id)).expires_at).toBe('2099-12-31T21:59:59.000Z');
  await setKey(id, sql`expires_at = now() - interval '1 second'`);
  expect((await client.call('GET', '/tasks')).status).toBe(401);
});

it.each([
  [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
  [{ expires_at: 'tomorrow' }, 'expires_at'],
  [{ permissions: ['no_such:read'] }, 'permissions'],
  [{ permissions: ['task:fly'] }, 'permissions'],
  [{ name: '' }, 'name'],
  [{ key: `wfp_${'a'.repeat(64)}` }, 'key'],
  [{ user_id: 2_147_483_647 }, 'user_id'],
  [{ permissions: ['task:read', 'task:read'] }, 'permissions'],
  [{ allowed_cidrs: ['10.0.0.0/33'] }, 'allowed_cidrs.0'],
  [{ created_by: 1 }, 'created_by'],
  [{ org_id: 1 }, 'org_id'],
])('rejects %j with 422', async (body, field) => {
  const { result, ...left } = await recorded(() => make(owner, body));
  expect([result.status, Object.keys(result.body.details.fieldErrors)]).toEqual([422, [field]]);
  expect(left).toEqual(nothing);
});

it('has at most 49 others of the same user, also under concurrency', async () => {
  const user = await service.newUser(owner, ['employee']);
  const { id } = await keyOf(user);
  await executeOperational(
    service.platform,
    sql`insert into api_keys (org_id, user_id, created_by, updated_by, name, prefix, key_hash)
      select org_id, user_id, user_id, user_id, 'Copy ' || n, prefix, sha256((id || 'copy' || n)::bytea)
      from api_keys, generate_series(1, 47) n where id = ${id} returning id`,
  );
  const { result, events } = await recorded(() => Promise.all([1, 2, 3, 4].map(() => make(user))));
  expect(result.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422]);
  expect(events).toHaveLength(2);
  const rotated = await recorded(() => user.call('POST', `/api-keys/${id}/rotate`, {}));
  expect(rotated.result.status).toBe(422);
  expect(rotated.result.body.details.fieldErrors.user_id).toEqual([
    'Has 50 API keys already: revoke some that are not needed',
  ]);
  expect(rotated.events).toEqual([]);
  expect((await user.call('DELETE', `/api-keys/${id}`)).status).toBe(204);
  expect((await make(user)).status).toBe(201);
});

it("lists and revokes only the caller's keys, unless the caller manages keys", async () => {
  const other = await service.newUser(owner, ['employee']);
  const mine = await keyOf(employee);
  const theirs = await keyOf(other);
  const { body } = await employee.call('GET', '/api-keys?limit=100');
  expect(body.data.every((one: { user_id: number }) => one.user_id === employee.user.id)).toBe(true);
  expect((await employee.call('DELETE', `/api-keys/${theirs.id}`)).status).toBe(404);
  expect((await theirs.client.call('GET', '/tasks')).status).toBe(200);
  expect((await owner.call('DELETE', `/api-keys/${theirs.id}`)).status).toBe(204);
  expect((await employee.call('DELETE', `/api-keys/${mine.id}`)).status).toBe(204);
  expect((await make(await service.newUser(owner, ['viewer']))).status).toBe(403);
});
