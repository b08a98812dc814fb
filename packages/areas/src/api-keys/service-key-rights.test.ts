import { lockCall } from '@wfp/shared/advisory-locks';
import { Prisma } from '@wfp/shared/db';
import { type Client, createTestClient, startService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { recordedBy } from '@wfp/testing/recorded.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let keeper: Client;
let database: pg.Client;
const roles: Record<string, number> = {};
/** A service user without grants. */
let robot: number;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  await newRole('keeper', { 'api_key:manage': ['org'], 'task:read': ['org'], 'user:update': ['org'] });
  await newRole('reader', { 'task:read': ['org'] });
  await newRole('auditor_too', { 'task:read': ['org'], 'audit_log:read': ['org'] });
  for (const role of (await owner.call('GET', '/roles?limit=100')).body.data) roles[role.code] = role.id;
  database = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await database.connect();
});
beforeEach(async () => {
  keeper = await service.newUser(owner, ['keeper']);
  robot = await newRobot();
});
afterAll(async () => {
  await database.end();
  await service.stop();
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

function newRole(code: string, map: Record<string, string[]>) {
  const permissions = Object.entries(map).map(([permission, scopes]) => ({ permission, scopes }));
  return owner.call('POST', '/roles', { code, name: code, permissions });
}

let robots = 0;
async function newRobot(): Promise<number> {
  robots += 1;
  const person = { email: `robot-${robots}@example.test`, first_name: 'Robot', last_name: `${robots}` };
  const { body } = await owner.call('POST', '/users', { ...person, is_service: true, role_ids: [] });
  return body.id;
}

async function grant(user_id: number, role: string, more: object = {}): Promise<number> {
  const { status, body } = await owner.call('POST', '/grants', { user_id, role_id: roles[role], ...more });
  expect(status).toBe(201);
  return body.id;
}

const newKey = (by: Client, more: object = {}) =>
  by.call('POST', '/api-keys', { name: 'Robot', user_id: robot, ...more });

/** Expects 403, only the audit entry of the denied call, and no new key. */
async function expectForbidden(act: () => Promise<{ status: number; body: any }>) {
  const live = `/api-keys?user_id=${robot}`;
  const before = (await owner.call('GET', live)).body.total;
  const { result, events, audit, outbox } = await recordedBy(service, owner.user.org_id, act);
  expect([result.status, events, outbox, audit.map((one) => one.event_id)]).toEqual([403, [], 0, [null]]);
  expect((await owner.call('GET', live)).body.total).toBe(before);
  return result.body.error as string;
}

/** Holds the organization's access lock, starts a call, and runs `work` once the call waits for the lock. */
async function whileWaiting<Answer>(
  call: () => Promise<Answer>,
  work: () => Promise<unknown>,
): Promise<Answer> {
  await database.query('begin');
  await database.query(`select ${lockCall('lockInTransaction', 'access', String(owner.user.org_id))}`);
  const running = call();
  try {
    await eventually(
      () =>
        service.rows(sql`select 1 from pg_locks where locktype = 'advisory' and not granted
        and objid = ${owner.user.org_id}::int::oid
        and database = (select oid from pg_database where datname = current_database())`),
      (waiting) => waiting.length > 0,
    );
    await work();
  } finally {
    await database.query('commit');
  }
  return running;
}

const insertGrant = (user_id: number, role: string) =>
  database.query(
    `insert into grants (org_id, user_id, role_id, scope) values (${owner.user.org_id}, ${user_id}, ${roles[role]}, 'role')`,
  );

describe('a key for a service user', () => {
  it('is rejected if the service user will have more rights than the caller', async () => {
    await grant(robot, 'reader');
    expect((await newKey(keeper)).status).toBe(201);
    await grant(robot, 'auditor_too', { starts_at: inDays(1) });
    expect(await expectForbidden(() => newKey(keeper))).toContain('audit_log:read');
    expect((await newKey(keeper, { permissions: ['task:read'] })).status).toBe(201);
    await expectForbidden(() => newKey(keeper, { permissions: ['task:read', 'audit_log:read'] }));
  });

  it('cannot be rotated by a caller with fewer rights than the service user will have', async () => {
    await grant(robot, 'reader');
    const { body: key } = await newKey(owner);
    const { body: narrow } = await newKey(owner, { permissions: ['task:read'] });
    await grant(robot, 'auditor_too', { starts_at: inDays(1) });
    await expectForbidden(() => keeper.call('POST', `/api-keys/${key.id}/rotate`, {}));
    expect((await keeper.call('POST', `/api-keys/${narrow.id}/rotate`, {})).status).toBe(201);
  });

  it('can have permissions that the service user will have', async () => {
    await grant(robot, 'auditor_too', { starts_at: inDays(1) });
    expect((await newKey(owner, { permissions: ['audit_log:read'] })).status).toBe(201);
    const unheld = await newKey(owner, { permissions: ['team:read'] });
    expect([unheld.status, unheld.body.details.fieldErrors.permissions]).toEqual([
      422,
      ['The user of the key does not have team:read'],
    ]);
  });

  it('is rejected if a wider grant is written while the request waits for the access lock', async () => {
    await grant(robot, 'reader');
    const { body: key } = await newKey(keeper);
    const widen = () => insertGrant(robot, 'auditor_too');
    const created = await whileWaiting(() => newKey(keeper), widen);
    expect([created.status, created.body.error]).toEqual([403, expect.stringContaining('audit_log:read')]);
    await database.query(`delete from grants where user_id = ${robot} and role_id = ${roles.auditor_too}`);
    const rotated = await whileWaiting(() => keeper.call('POST', `/api-keys/${key.id}/rotate`, {}), widen);
    expect(rotated.status).toBe(403);
    expect((await owner.call('GET', `/api-keys?user_id=${robot}`)).body.total).toBe(1);
  });

  it('is rejected if the caller loses the right while the request waits for the access lock', async () => {
    const { status } = await whileWaiting(
      () => newKey(keeper),
      () => database.query(`update grants set deleted_at = now() where user_id = ${keeper.user.id}`),
    );
    expect([status, (await owner.call('GET', `/api-keys?user_id=${robot}`)).body.total]).toEqual([403, 0]);
  });

  it('cannot last longer than the rights of the caller', async () => {
    await grant(robot, 'auditor_too');
    await grant(keeper.user.id, 'auditor_too', { ends_at: inDays(2) });
    expect((await newKey(keeper, { expires_at: inDays(1) })).status).toBe(201);
    expect(await expectForbidden(() => newKey(keeper, { expires_at: inDays(3) }))).toContain(
      'audit_log:read',
    );
    await expectForbidden(() => newKey(keeper));
  });

  it('can last longer than the rights of the caller if the grant of the service user ends sooner', async () => {
    await grant(robot, 'auditor_too', { ends_at: inDays(1) });
    await grant(keeper.user.id, 'auditor_too', { ends_at: inDays(2) });
    expect((await newKey(keeper)).status).toBe(201);
  });

  it('of an owner is created only by owners, whatever its permissions', async () => {
    await grant(robot, 'owner', { starts_at: inDays(1) });
    const narrow = { permissions: ['user:update'] };
    expect(await expectForbidden(() => newKey(keeper, narrow))).toBe(
      'Only an owner can create keys for an owner',
    );
    expect((await newKey(owner, narrow)).status).toBe(201);
  });

  it('counts a grant for a team as covered by one for a team above it', async () => {
    const { body: above } = await owner.call('POST', '/teams', { name: 'Above' });
    const { body: below } = await owner.call('POST', '/teams', { name: 'Below', parent_id: above.id });
    await newRole('labeler', { 'task:update': ['team'] });
    const { body } = await owner.call('GET', '/roles?limit=100');
    roles.labeler = body.data.find((one: { code: string }) => one.code === 'labeler').id;
    await grant(robot, 'labeler', { scope: 'team', team_id: below.id });
    await expectForbidden(() => newKey(keeper));
    await grant(keeper.user.id, 'labeler', { scope: 'team', team_id: above.id });
    expect((await newKey(keeper)).status).toBe(201);
  });

  it('is rotated without a lock on its row before the access lock', async () => {
    const { body: key } = await newKey(owner);
    const { status } = await whileWaiting(
      () => owner.call('POST', `/api-keys/${key.id}/rotate`, {}),
      // Fails if the row is locked: a concurrent deactivation, which holds the access lock, would then wait for ever.
      () => database.query(`select from api_keys where id = ${key.id} for update nowait`),
    );
    expect(status).toBe(201);
  });

  it('has the rights of later grants, unless its permissions are limited', async () => {
    await grant(robot, 'reader');
    const { body: wide } = await newKey(keeper);
    const { body: narrow } = await newKey(keeper, { permissions: ['task:read'] });
    const statusWith = async (key: string) =>
      (await createTestClient(service.url, { access_token: key, user: owner.user }).call('GET', '/audit-log'))
        .status;
    expect([await statusWith(wide.key), await statusWith(narrow.key)]).toEqual([403, 403]);
    await grant(robot, 'auditor_too');
    expect([await statusWith(wide.key), await statusWith(narrow.key)]).toEqual([200, 403]);
    const { body } = await owner.call('GET', `/api-keys?user_id=${robot}&status=live`);
    expect(body.data.map((one: { created_by: number }) => one.created_by)).toEqual([
      keeper.user.id,
      keeper.user.id,
    ]);
  });
});
