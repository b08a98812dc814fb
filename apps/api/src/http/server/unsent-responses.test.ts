import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { UnreadConnection } from '@wfp/testing/unread-connection.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createHeavyTasks } from '../../testing/heavy-tasks.ts';

const list = '/tasks?limit=100';

let service: TestService;
let heavy: Client;
let other: Client;
let light: Client;
const connections: UnreadConnection[] = [];
beforeAll(async () => {
  // One list of 15 MB is more than half of this, two are more than all.
  service = await startOwnService({ RESPONSE_MAX_UNSENT_MIB: '24', LOG_LEVEL: 'silent' });
  [heavy, other, light] = [
    await service.newOrganization(),
    await service.newOrganization(),
    await service.newOrganization(),
  ];
  await createHeavyTasks(service, heavy, 100);
  await createHeavyTasks(service, other, 100);
  const description = 'x'.repeat(5_000);
  for (const by of [heavy, light])
    for (const title of ['a', 'b', 'c', 'd', 'e'])
      await by.call('POST', '/tasks', { title, description, status: 'done' });
});
afterEach(() => {
  for (const one of connections.splice(0)) one.close();
});
afterAll(() => service.stop());

const open = (by: Client, paths: readonly string[] = [list]) => {
  const connection = new UnreadConnection(service.url, by, paths);
  connections.push(connection);
  return connection;
};
const readDone = (by: Client) => by.call('GET', '/tasks?status=done');
const until = (by: Client, status: number) =>
  eventually(
    async () => (await readDone(by)).status,
    (current) => current === status,
  );

it('rejects large responses of an organization whose clients do not read, and serves others', async () => {
  open(heavy);
  await until(heavy, 503);
  const rejected = await readDone(heavy);
  expect([rejected.body, rejected.headers.get('retry-after'), rejected.headers.get('etag')]).toEqual([
    { error: 'Too many bytes of responses are waiting for clients to read them; retry shortly' },
    '5',
    null,
  ]);
  expect((await heavy.call('GET', '/tasks?status=done&limit=1')).status).toBe(200);
  expect((await readDone(light)).status).toBe(200);
  open(other);
  await until(light, 503);
  expect((await light.call('GET', '/tasks?status=done&limit=1')).status).toBe(200);
  expect((await service.call('GET', '/health')).status).toBe(200);
});

it('serves large responses again when the clients have disconnected or read them', async () => {
  open(heavy).close();
  const [first] = [open(heavy)];
  await until(heavy, 503);
  first.close();
  await until(heavy, 200);
  const second = open(heavy);
  await until(heavy, 503);
  second.read();
  await until(heavy, 200);
  await eventually(
    () => second.received,
    (bytes) => bytes > 15_000_000,
  );
});

it('no longer counts a response that waits behind another one when its connection is closed', async () => {
  const client = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await client.connect();
  await client.query('begin; lock table teams in access exclusive mode');
  const connection = open(heavy, ['/teams', list]);
  await until(heavy, 503);
  connection.close();
  await until(heavy, 200);
  await client.query('rollback');
  await client.end();
});

it('carries out a write whose response cannot be sent, and replays it for its key', async () => {
  const done = (await readDone(heavy)).body.data.map((task: any) => task.id);
  open(heavy);
  await until(heavy, 503);
  const change = { ids: done, patch: { priority: 'urgent' } };
  const request = () => heavy.call('POST', '/tasks/bulk', change, { 'idempotency-key': 'unread' });
  const { result, events } = await recordedBy(service, heavy.user.org_id, request);
  expect([result.status, result.headers.get('retry-after')]).toEqual([503, '5']);
  expect(result.body.error).toMatch(/^The request was carried out, but its response cannot be sent/);
  expect(events.sort()).toEqual(done.map((id: number) => `task.post_update ${id}`).sort());
  for (const one of connections.splice(0)) one.close();
  await until(heavy, 200);
  const replayed = await recordedBy(service, heavy.user.org_id, request);
  expect([replayed.result.status, replayed.result.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
  expect([replayed.events, replayed.result.body.data.length]).toEqual([[], 5]);
});
