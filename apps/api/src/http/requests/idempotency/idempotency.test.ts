import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { Prisma } from '@wfp/shared/db';
import { type Client, startOwnService, type TestService, testPassword } from '@wfp/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

const newKey = () => randomUUID();
const create = (key: string, body: object = { title: 'Once' }, by = owner) =>
  by.call('POST', '/tasks', body, { 'idempotency-key': key });
const tasksNamed = (title: string) =>
  service.rows(sql`select id from tasks where org_id = ${owner.user.org_id} and title = ${title}`);
const storedRows = (key: string) => service.rows(sql`select * from idempotency_keys where key = ${key}`);

it('replays the first response and writes nothing again', async () => {
  const key = newKey();
  const first = await create(key, { title: 'Only once' });
  const events = () => service.rows(sql`select id from events where org_id = ${owner.user.org_id}`);
  const before = await events();
  const second = await create(key, { title: 'Only once' });
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body).toEqual(first.body);
  expect(first.headers.get('idempotent-replayed')).toBeNull();
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  const tag = second.headers.get('etag') ?? '';
  expect(tag).toBe(first.headers.get('etag'));
  expect(await tasksNamed('Only once')).toHaveLength(1);
  expect(await events()).toEqual(before);
  const path = `/tasks/${first.body.id}`;
  const change = (title: string) => owner.call('PATCH', path, { title }, { 'if-match': tag });
  expect((await change('Changed')).status).toBe(200);
  expect((await change('Changed again')).status).toBe(412);
});

it('leaves database connections for writes outside its transaction and for other requests', async () => {
  // An attempt at a code is counted outside the transaction of the request.
  const attempts = Array.from({ length: 12 }, () =>
    owner.call('POST', '/auth/mfa/step-up', { code: '123456' }, { 'idempotency-key': newKey() }),
  );
  const responses = await Promise.all([...attempts, owner.call('POST', '/tasks', { title: 'Concurrent' })]);
  expect(responses.map(({ status }) => status)).toEqual([...attempts.map(() => 422), 201]);
});

it('executes one of many concurrent requests; the others get 409 or its response', async () => {
  const key = newKey();
  const responses = await Promise.all(Array.from({ length: 12 }, () => create(key, { title: 'In a crowd' })));
  expect(responses.filter((one) => one.status === 201).length).toBeGreaterThan(0);
  for (const { status, body, headers } of responses) {
    expect([201, 409]).toContain(status);
    if (status === 409) expect([body.error, headers.get('retry-after')]).toEqual([expect.any(String), '1']);
  }
  const bodies = responses.filter((one) => one.status === 201).map((one) => JSON.stringify(one.body));
  expect(new Set(bodies).size).toBe(1);
  expect(await tasksNamed('In a crowd')).toHaveLength(1);
});

it('distinguishes compressed bodies', async () => {
  const key = newKey();
  const send = (title: string) =>
    fetch(`${service.url}/api/tasks`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${owner.token}`,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        'idempotency-key': key,
      },
      body: gzipSync(JSON.stringify({ title })),
    });
  const statuses = [];
  for (const title of ['Packed', 'Packed', 'Another']) statuses.push((await send(title)).status);
  expect(statuses).toEqual([201, 201, 422]);
  expect([await tasksNamed('Packed'), await tasksNamed('Another')]).toMatchObject([{ length: 1 }, []]);
});

it('rejects a key reused with another body', async () => {
  const key = newKey();
  await create(key, { title: 'One' });
  const other = await create(key, { title: 'Other' });
  expect([other.status, Object.keys(other.body.details.fieldErrors)]).toEqual([422, ['Idempotency-Key']]);
});

it('scopes keys to credential and path', async () => {
  const key = newKey();
  const colleague = await service.newUser(owner, ['admin']);
  const stranger = await service.newOrganization();
  const ids = [
    (await create(key)).body.id,
    (await create(key, { title: 'Once' }, colleague)).body.id,
    (await create(key, { title: 'Once' }, stranger)).body.id,
  ];
  expect(new Set(ids).size).toBe(3);
  const comment = { body: 'Said once' };
  const headers = { 'idempotency-key': key };
  expect((await owner.call('POST', `/tasks/${ids[0]}/comments`, comment, headers)).status).toBe(201);
});

it('replays a 422 of the service although the request would now succeed', async () => {
  const key = newKey();
  const parent = (await owner.call('POST', '/tasks', { title: 'To go' })).body.id;
  await owner.call('DELETE', `/tasks/${parent}`);
  const rejected = await create(key, { title: 'Child', parent_task_id: parent });
  const again = await create(key, { title: 'Child', parent_task_id: parent });
  expect([rejected.status, again.status]).toEqual([422, 422]);
  expect(again.body).toEqual(rejected.body);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(await tasksNamed('Child')).toEqual([]);
});

it('replays a 404 although the record now exists', async () => {
  const headers = { 'idempotency-key': newKey() };
  const team = (await owner.call('POST', '/teams', { name: 'Gone for now' })).body.id;
  await owner.call('DELETE', `/teams/${team}`);
  const close = () => owner.call('POST', `/teams/${team}/move`, { parent_id: null }, headers);
  const rejected = await close();
  await owner.call('POST', `/teams/${team}/restore`);
  const again = await close();
  expect([rejected.status, again.status, again.body]).toEqual([404, 404, rejected.body]);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  const other = await owner.call('POST', `/teams/${team}/move`, { parent_id: null });
  expect(other.status).toBe(200);
});

it('stores nothing for a malformed or forbidden request', async () => {
  const key = newKey();
  const viewer = await service.newUser(owner, ['viewer']);
  expect((await create(key, { title: '' })).status).toBe(422);
  expect((await create(key, { title: 'Good' }, viewer)).status).toBe(403);
  expect(await storedRows(key)).toEqual([]);
  expect((await create(key, { title: 'Good' })).status).toBe(201);
});

it.each(['', 'two words', 'ü', 'x'.repeat(256)])('rejects the key %j', async (key) => {
  const { status, body } = await create(encodeURIComponent(key) === key ? key : key.replace('ü', '\u00fc'));
  expect([status, Object.keys(body.details?.fieldErrors ?? {})]).toEqual([422, ['Idempotency-Key']]);
});

it('stores the key in the transaction of the write: a failed commit leaves neither', async () => {
  const database = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await database.connect();
  const key = newKey();
  try {
    await database.query(`create function reject_key() returns trigger language plpgsql as $$
      begin raise exception 'no'; end $$;
      create constraint trigger reject_key after insert on idempotency_keys deferrable initially deferred
        for each row execute function reject_key()`);
    const failed = await create(key, { title: 'Nothing of it' });
    expect([failed.status, failed.body]).toEqual([500, { error: 'Internal server error' }]);
  } finally {
    await database.query('drop trigger reject_key on idempotency_keys');
    await database.end();
  }
  expect([await storedRows(key), await tasksNamed('Nothing of it')]).toEqual([[], []]);
  expect((await create(key, { title: 'Nothing of it' })).status).toBe(201);
  expect(await tasksNamed('Nothing of it')).toHaveLength(1);
});

it('accepts a key again after a day', async () => {
  const key = newKey();
  const first = await create(key);
  const database = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await database.connect();
  await database.query(
    `update idempotency_keys set created_at = now() - interval '25 hours' where key = $1`,
    [key],
  );
  await database.end();
  const later = await create(key, { title: 'A day later' });
  expect([later.status, later.body.id === first.body.id]).toEqual([201, false]);
});

it('stores no secret: the replayed response of a webhook has none', async () => {
  const headers = { 'idempotency-key': newKey() };
  const body = { url: 'https://receiver.example.test/hook' };
  const first = await owner.call('POST', '/webhooks', body, headers);
  const again = await owner.call('POST', '/webhooks', body, headers);
  const { secret, ...shown } = first.body;
  expect(secret).toMatch(/^whsec_/);
  expect([again.status, again.body]).toEqual([201, shown]);
  const [stored] = await storedRows(headers['idempotency-key']);
  expect(JSON.stringify(stored)).not.toContain(secret);
});

it('replays a response without a body', async () => {
  const headers = { 'idempotency-key': newKey() };
  const user = await service.newUser(owner, ['employee']);
  const body = { current_password: testPassword, new_password: 'quite another password, truly' };
  const change = () => user.call('POST', '/auth/password', body, headers);
  const [first, again] = [await change(), await change()];
  expect([first.status, again.status, again.body]).toEqual([204, 204, null]);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect((await user.call('POST', '/auth/password', body)).status).toBe(422);
});

it('is ignored for other methods', async () => {
  const headers = { 'idempotency-key': 'not usable' };
  expect((await owner.call('GET', '/tasks', undefined, headers)).status).toBe(200);
});
