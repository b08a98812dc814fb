import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, createTestClient, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let admin: Client;
let employee: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  admin = await service.newUser(owner, ['admin']);
  employee = await service.newUser(owner, ['employee']);
});
afterAll(() => service.stop());

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const using = (key: string) => createTestClient(service.url, { access_token: key, user: owner.user });
const make = async (by = owner, body: object = {}) =>
  (await by.call('POST', '/api-keys', { name: 'Key', ...body })).body;
const works = async (key: string) => (await using(key).call('GET', '/users/me')).status === 200;
const end = (id: number, at: Prisma.Sql) =>
  executeOperational(
    service.platform,
    sql`update api_keys set expires_at = ${at} where id = ${id} returning id`,
  );
const setting = (days: number | null) =>
  executeOperational(
    service.platform,
    sql`insert into organization_settings (org_id, section, "values")
      values (${owner.user.org_id}, 'security', jsonb_strip_nulls(jsonb_build_object('key_lifetime_days', ${days}::int)))
      on conflict (org_id, section) do update set "values" = excluded."values" returning id`,
  );
const statusAndFields = ({ status, body }: { status: number; body: any }) => [
  status,
  Object.keys(body?.details?.fieldErrors ?? {}),
];

describe('PATCH /api-keys/:id', () => {
  it('restricts a key and records the change', async () => {
    const { id, key, updated_at } = await make();
    const patch = {
      name: 'New',
      description: 'For CI',
      permissions: ['task:read'],
      allowed_cidrs: ['127.0.0.0/8', '::1'],
    };
    const { result, events, audit, outbox } = await recorded(() =>
      owner.call('PATCH', `/api-keys/${id}`, patch),
    );
    expect(result).toMatchObject({
      status: 200,
      body: { ...patch, allowed_cidrs: ['127.0.0.0/8', '::1/128'] },
    });
    expect(result.body).not.toHaveProperty('expiry_notices');
    expect(result.body.updated_at > updated_at).toBe(true);
    expect([events, outbox]).toEqual([[`api_key.post_update ${id}`], 1]);
    expect(audit).toMatchObject([{ before: { name: 'Key' }, after: { permissions: ['task:read'] } }]);
    expect((await using(key).call('POST', '/tasks', { title: 'x' })).status).toBe(403);
  });

  it('is permitted to the user of the key, and not to colleagues', async () => {
    const { id } = await make(employee);
    const colleague = await service.newUser(owner, ['manager']);
    expect((await colleague.call('PATCH', `/api-keys/${id}`, { name: 'Theirs' })).status).toBe(404);
    const body = { name: 'Mine', permissions: ['task:read'] };
    const { result, events } = await recorded(() => employee.call('PATCH', `/api-keys/${id}`, body));
    expect([result.status, result.body.name, result.body.permissions]).toEqual([200, 'Mine', ['task:read']]);
    expect(events).toEqual([`api_key.post_update ${id}`]);
  });

  it('never widens permissions, even under concurrency', async () => {
    const { id } = await make(owner, { permissions: ['task:read', 'task:create'] });
    for (const permissions of [[], ['task:read', 'task:update'], ['user:read'], ['task:fly']]) {
      const { result, ...left } = await recorded(() =>
        owner.call('PATCH', `/api-keys/${id}`, { permissions }),
      );
      expect([statusAndFields(result), left]).toEqual([[422, ['permissions']], nothing]);
    }
    const answers = await Promise.all(
      ['task:read', 'task:create'].map((one) =>
        owner.call('PATCH', `/api-keys/${id}`, { permissions: [one] }),
      ),
    );
    expect(answers.map((one) => one.status).sort()).toEqual([200, 422]);
  });

  it('never widens allowed_cidrs', async () => {
    const { id } = await make(owner, { allowed_cidrs: ['10.0.0.0/8', '2001:db8::/32'] });
    for (const allowed_cidrs of [[], ['0.0.0.0/0'], ['10.0.0.0/7'], ['10.1.0.0/16', '11.0.0.1']]) {
      const { result, ...left } = await recorded(() =>
        owner.call('PATCH', `/api-keys/${id}`, { allowed_cidrs }),
      );
      expect([statusAndFields(result), left]).toEqual([[422, ['allowed_cidrs']], nothing]);
    }
    const narrower = { allowed_cidrs: ['10.1.0.0/16', '2001:db8:1::/48'] };
    expect((await owner.call('PATCH', `/api-keys/${id}`, narrower)).status).toBe(200);
  });

  it('rejects a change of an expired key', async () => {
    const { id } = await make();
    await end(id, sql`now()`);
    const { result, ...left } = await recorded(() => owner.call('PATCH', `/api-keys/${id}`, { name: 'x' }));
    expect([statusAndFields(result), left]).toEqual([[422, ['id']], nothing]);
  });
});

describe('POST /api-keys/:id/rotate', () => {
  const rotate = (id: number, body: object = {}, by = owner) =>
    by.call('POST', `/api-keys/${id}/rotate`, body);

  it('creates a new key and keeps the old one valid during the overlap', async () => {
    const old = await make(owner, {
      description: 'd',
      permissions: ['task:read'],
      allowed_cidrs: ['127.0.0.1', '::1'],
    });
    const { result, events, audit } = await recorded(() => rotate(old.id));
    expect(result).toMatchObject({
      status: 201,
      body: {
        name: 'Key',
        description: 'd',
        permissions: ['task:read'],
        rotated_from_id: old.id,
        expires_at: null,
      },
    });
    expect(result.body.allowed_cidrs).toEqual(old.allowed_cidrs);
    expect(result.body.key).not.toBe(old.key);
    expect(events).toEqual([`api_key.post_create ${result.body.id}`, `api_key.post_update ${old.id}`]);
    expect(audit.map((one) => one.action)).toEqual(['create', 'rotate']);
    const task = (key: string) => using(key).call('GET', '/tasks');
    expect([(await task(old.key)).status, (await task(result.body.key)).status]).toEqual([200, 200]);
    const left = Date.parse((await owner.call('GET', `/api-keys/${old.id}`)).body.expires_at) - Date.now();
    expect(left / 3_600_000).toBeCloseTo(24, 1);
  });

  it('expires the old key immediately without overlap, and never later than before', async () => {
    const now = await make();
    const { body } = await rotate(now.id, { overlap_hours: 0 });
    expect([await works(now.key), await works(body.key)]).toEqual([false, true]);
    const soon = await make(owner, { expires_at: new Date(Date.now() + 60_000).toISOString() });
    await rotate(soon.id, { overlap_hours: 72 });
    expect((await owner.call('GET', `/api-keys/${soon.id}`)).body.expires_at).toBe(soon.expires_at);
  });

  it('succeeds once under concurrency', async () => {
    const { id } = await make();
    const { result, events } = await recorded(() => Promise.all([1, 2, 3, 4, 5].map(() => rotate(id))));
    expect(result.map((one) => one.status).sort()).toEqual([201, 422, 422, 422, 422]);
    expect(events).toHaveLength(2);
  });

  it('is allowed only for the user of the key', async () => {
    const { id } = await make(owner);
    const byAdmin = await recorded(() => rotate(id, {}, admin));
    expect([byAdmin.result.status, byAdmin.events]).toEqual([403, []]);
    expect((await rotate(id, {}, employee)).status).toBe(404);
    const revoked = await make();
    await owner.call('DELETE', `/api-keys/${revoked.id}`);
    expect(statusAndFields(await rotate(revoked.id))).toEqual([422, ['id']]);
  });

  it.each([-1, 73, 1.5, '24'])('rejects an overlap of %j hours', async (overlap_hours) => {
    const { id } = await make();
    expect(statusAndFields(await rotate(id, { overlap_hours }))).toEqual([422, ['overlap_hours']]);
  });
});

describe('the maximum lifetime of keys', () => {
  it('limits expires_at and is its default', async () => {
    await setting(30);
    const long = new Date(Date.now() + 31 * 86_400_000).toISOString();
    const rejected = await recorded(() =>
      owner.call('POST', '/api-keys', { name: 'Long', expires_at: long }),
    );
    expect([statusAndFields(rejected.result), rejected.events]).toEqual([[422, ['expires_at']], []]);
    const { expires_at } = await make();
    expect((Date.parse(expires_at) - Date.now()) / 86_400_000).toBeCloseTo(30, 2);
    await setting(null);
    expect((await make()).expires_at).toBeNull();
  });
});

it('filters by status and user, and returns no hash', async () => {
  const person = await service.newUser(owner, ['employee']);
  const [live, expired, revoked] = [await make(person), await make(person), await make(person)];
  await end(expired.id, sql`now()`);
  await owner.call('DELETE', `/api-keys/${revoked.id}`);
  const ids = async (query: string) =>
    (await owner.call('GET', `/api-keys?user_id=${person.user.id}${query}`)).body.data.map(
      (one: { id: number }) => one.id,
    );
  expect([await ids('&status=live'), await ids('&status=expired'), await ids('&status=revoked')]).toEqual([
    [live.id],
    [expired.id],
    [revoked.id],
  ]);
  expect(await ids('')).toEqual([revoked.id, expired.id, live.id]);
  const text = JSON.stringify((await owner.call('GET', '/api-keys?limit=100')).body);
  expect(text).not.toMatch(/hash|expiry_notices|wfp_[0-9a-f]{9}/);
});

it('searches, sorts and filters the list', async () => {
  const person = await service.newUser(owner, ['employee']);
  const [deploy, backup] = [
    await make(person, { name: 'Deploy', description: 'Used by the pipeline' }),
    await make(person, { name: 'backup', expires_at: '2099-01-01T00:00:00Z' }),
  ];
  const ids = async (query: string, by = owner) => {
    const { status, body } = await by.call('GET', `/api-keys?user_id=${person.user.id}&${query}`);
    return status === 200 ? body.data.map((one: { id: number }) => one.id) : status;
  };
  expect(await ids('sort=name')).toEqual([backup.id, deploy.id]);
  expect(await ids('sort=-expires_at,name')).toEqual([backup.id, deploy.id]);
  expect(await ids('q=PIPE')).toEqual([deploy.id]);
  expect(await ids(`q=${backup.prefix}`)).toEqual([backup.id]);
  expect(await ids('expires_at_is_null=true')).toEqual([deploy.id]);
  expect(await ids('expires_at_from=2098-01-01T00:00:00Z')).toEqual([backup.id]);
  expect([await ids('status=gone'), await ids('sort=key_hash'), await ids('deleted=true')]).toEqual([
    422, 422, 422,
  ]);
  expect(await ids('', await service.newUser(owner, ['employee']))).toEqual([]);
});

it('expires to the millisecond', async () => {
  const { id, key } = await make();
  await end(id, sql`clock_timestamp() + interval '400 milliseconds'`);
  const [row] = await service.rows(sql`select expires_at from api_keys where id = ${id}`);
  const answers: { at: Date; isOver: boolean }[] = [];
  for (;;) {
    const before = await service.rows(sql`select clock_timestamp() as at`);
    const isOver = !(await works(key));
    const after = await service.rows(sql`select clock_timestamp() as at`);
    if (before[0].at >= row.expires_at) expect(isOver).toBe(true);
    if (after[0].at < row.expires_at) expect(isOver).toBe(false);
    answers.push({ at: after[0].at, isOver });
    if (isOver) break;
  }
  expect(answers.length).toBeGreaterThan(1);
});
