import { Prisma } from '@wfp/shared/db';
import { type Client, startService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GrantedRole, RoleCache } from './role-cache.ts';

const { sql } = Prisma;

const role = (role_code: string): GrantedRole => ({ role_code, is_builtin: false, permissions: {} });

it('finds roles at their version only, and adds to them', () => {
  const cache = new RoleCache();
  cache.add(1, 'a', new Map([[5, role('five')]]));
  cache.add(1, 'a', new Map([[6, null]]));
  expect([5, 6, 7].map((id) => cache.find(1, 'a', id))).toEqual([role('five'), null, undefined]);
  expect([cache.find(1, 'b', 5), cache.find(2, 'a', 5)]).toEqual([undefined, undefined]);
  cache.add(1, 'b', new Map([[6, role('six')]]));
  expect([cache.find(1, 'a', 5), cache.find(1, 'b', 5)]).toEqual([undefined, undefined]);
  expect(cache.find(1, 'b', 6)).toEqual(role('six'));
});

it('removes the organizations added first when there are too many roles', () => {
  const cache = new RoleCache(2);
  cache.add(1, 'a', new Map([[1, role('one')]]));
  cache.add(2, 'a', new Map([[2, role('two')]]));
  cache.add(1, 'a', new Map([[1, role('one')]]));
  cache.add(3, 'a', new Map([[3, role('three')]]));
  expect(cache.find(2, 'a', 2)).toBeUndefined();
  expect(cache.find(1, 'a', 1)).toEqual(role('one'));
  cache.add(4, 'a', new Map([1, 2, 3].map((id) => [id, role('more')])));
  expect([1, 3, 4].map((org_id) => cache.find(org_id, 'a', org_id))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

let service: TestService;
let owner: Client;
let user: Client;
let database: pg.Client;
let role_id: number;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  const made = await owner.call('POST', '/roles', {
    code: 'reader',
    name: 'Reader',
    permissions: [{ permission: 'webhook_endpoint:read', scopes: ['org'] }],
  });
  expect(made).toMatchObject({ status: 201 });
  role_id = made.body.id;
  user = await service.newUser(owner, ['employee', 'reader']);
  database = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await database.connect();
});
afterAll(async () => {
  await database?.end();
  await service?.stop();
});

/** Changes the role without the service, as another process does. */
const change = (set: string) => database.query(`update roles set ${set} where id = $1`, [role_id]);
const versionOf = async () =>
  (
    await service.rows<{ roles_version: string }>(
      sql`select roles_version from organizations where id = ${owner.user.org_id}`,
    )
  )[0]?.roles_version;

it('applies a change of a role by another process to the next request of a session or key', async () => {
  const { body } = await user.call('POST', '/api-keys', { name: 'Key' });
  const byKey = { authorization: `Bearer ${body.key}` };
  const statuses = async () => [
    (await user.call('GET', '/webhooks')).status,
    (await service.call('GET', '/webhooks', undefined, byKey)).status,
  ];
  expect(await statuses()).toEqual([200, 200]);
  for (const [set, status] of [
    [`permissions = permissions - 'webhook_endpoint:read'`, 403],
    [`permissions = '{"webhook_endpoint:read": ["org"]}'`, 200],
    ['deleted_at = now()', 403],
    ['deleted_at = null', 200],
  ] as const) {
    await change(set);
    expect(await statuses()).toEqual([status, status]);
  }
});

it('keeps the version if the change of a role is rolled back, or does not concern rights', async () => {
  const before = await versionOf();
  await database.query('begin');
  await change(`permissions = '{}'`);
  await database.query('rollback');
  await change(`description = 'Reads webhooks', permissions = permissions`);
  expect(await versionOf()).toBe(before);
  expect((await user.call('GET', '/webhooks')).status).toBe(200);
});

it('rejects a session that ends while its roles are read', async () => {
  const code = `late_${role_id}`;
  await owner.call('POST', '/roles', { code, name: 'Late' });
  const late = await service.newUser(owner, [code]);
  await database.query('begin');
  await database.query('lock table roles in access exclusive mode');
  const calling = late.call('GET', '/users/me');
  await eventually(
    () =>
      service.rows(sql`select 1 from pg_locks where not granted and relation = 'roles'::regclass
        and database = (select oid from pg_database where datname = current_database())`),
    (waiting) => waiting.length > 0,
  );
  await database.query('update sessions set ended_at = now() where user_id = $1', [late.user.id]);
  await database.query('commit');
  expect((await calling).status).toBe(401);
});
