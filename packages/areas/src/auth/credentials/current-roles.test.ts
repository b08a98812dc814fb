import { Prisma } from '@wfp/shared/db';
import { type Client, startService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

const { sql } = Prisma;

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

const findWaiting = () =>
  service.rows(sql`select 1 from pg_locks where not granted and relation = 'roles'::regclass
    and database = (select oid from pg_database where datname = current_database())`);

it('reads roles once for all users who need them, and delays no request of another organization', async () => {
  const code = `shared_${role_id}`;
  const permissions = [{ permission: 'task:read', scopes: ['org'] }];
  expect((await owner.call('POST', '/roles', { code, name: 'Shared', permissions })).status).toBe(201);
  const users = await Promise.all([1, 2, 3, 4, 5, 6].map(() => service.newUser(owner, [code])));
  const stranger = await service.newOrganization();
  expect((await stranger.call('GET', '/tasks')).status).toBe(200);
  await database.query('begin');
  await database.query('lock table roles in access exclusive mode');
  const calling = users.map((one) => one.call('GET', '/tasks'));
  await eventually(findWaiting, (waiting) => waiting.length > 0);
  for (let call = 0; call < 5; call += 1) {
    expect((await stranger.call('GET', '/tasks')).status).toBe(200);
    expect(await findWaiting()).toHaveLength(1);
  }
  await database.query('commit');
  expect((await Promise.all(calling)).map(({ status }) => status)).toEqual(users.map(() => 200));
});
