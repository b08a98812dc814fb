import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { UnreadConnection } from '@wfp/testing/unread-connection.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createHeavyTasks } from '../../testing/heavy-tasks.ts';
import { smallLength } from './unsent-responses.ts';

const list = '/tasks?limit=50&status=todo';
const listBytes = 50 * 150_000;

let service: TestService;
let heavy: Client;
let other: Client;
let colleague: Client;
let light: Client;
let free: Client;
let freeColleague: Client;
let lightFree: Client;
const connections: UnreadConnection[] = [];
beforeAll(async () => {
  // Two lists of 7.5 MB are more than a user can have.
  service = await startOwnService({ RESPONSE_MAX_UNSENT_MIB: '40', LOG_LEVEL: 'silent' });
  [heavy, other, light] = [
    await service.newOrganization(),
    await service.newOrganization(),
    await service.newOrganization(),
  ];
  [free, lightFree] = [
    await service.newOrganization(undefined, false),
    await service.newOrganization(undefined, false),
  ];
  colleague = await service.newUser(heavy, ['admin']);
  freeColleague = await service.newUser(free, ['admin']);
  for (const by of [heavy, other, free]) await createHeavyTasks(service, by, 50);
  const description = 'x'.repeat(5_000);
  for (const by of [heavy, other, light, free, lightFree])
    for (const title of ['a', 'b', 'c', 'd', 'e'])
      await by.call('POST', '/tasks', { title, description, status: 'done' });
});
afterEach(async () => {
  for (const one of connections.splice(0)) one.close();
  for (const by of [heavy, colleague, other, free, freeColleague]) await until(by, 200);
});
afterAll(() => service.stop());

const open = (by: Client, paths: readonly string[] = [list]) => {
  const connection = new UnreadConnection(service.url, by, paths);
  connections.push(connection);
  return connection;
};
const readDone = (by: Client) => by.call('GET', '/tasks?status=done');
/** Opens as many unread lists as a user can have. */
async function fill(by: Client): Promise<UnreadConnection[]> {
  const opened = [open(by), open(by)];
  await until(by, 503);
  return opened;
}
const until = (by: Client, status: number) =>
  eventually(
    async () => (await readDone(by)).status,
    (current) => current === status,
  );

it('rejects large reads of a user whose clients do not read, and serves other users', async () => {
  await fill(heavy);
  const rejected = await readDone(heavy);
  expect([rejected.body, rejected.headers.get('retry-after'), rejected.headers.get('etag')]).toEqual([
    { error: 'Too many bytes of your responses are waiting for clients to read them; retry shortly' },
    '5',
    null,
  ]);
  expect((await heavy.call('GET', '/tasks?status=done&limit=1')).status).toBe(200);
  expect((await readDone(colleague)).status).toBe(200);
  expect((await readDone(light)).status).toBe(200);
});

it('disconnects a client of the largest organization to make room, and never rejects others', async () => {
  const ofHeavy = await fill(heavy);
  await fill(colleague);
  // Six lists are more than all.
  await fill(other);
  await until(heavy, 200);
  for (const one of ofHeavy) one.read();
  await eventually(
    () => ofHeavy.map((one) => one.isClosed || one.received > listBytes),
    (isFinished) => isFinished.every(Boolean),
  );
  expect(ofHeavy.filter((one) => one.received < listBytes).length).toBe(1);
  const reads = await Promise.all([colleague, other, light, lightFree].map(readDone));
  expect(reads.map(({ status }) => status)).toEqual([503, 503, 200, 200]);
  expect((await service.call('GET', '/health')).status).toBe(200);
});

it('disconnects a client of an unverified organization to make room for another one', async () => {
  await fill(heavy);
  open(free);
  await until(free, 503);
  // Two lists are more than all unverified organizations can have.
  open(freeColleague);
  await until(freeColleague, 503);
  await until(free, 200);
  const reads = await Promise.all([heavy, freeColleague, light, lightFree].map(readDone));
  expect(reads.map(({ status }) => status)).toEqual([503, 503, 200, 200]);
});

it('serves large responses again when the clients have disconnected or read them', async () => {
  open(heavy).close();
  const [first] = await fill(heavy);
  first?.close();
  await until(heavy, 200);
  const second = open(heavy);
  await until(heavy, 503);
  second.read();
  await until(heavy, 200);
  await eventually(
    () => second.received,
    (bytes) => bytes > listBytes,
  );
});

it('no longer counts a response that waits behind another one when its connection is closed', async () => {
  const client = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await client.connect();
  await client.query('begin; lock table teams in access exclusive mode');
  open(heavy);
  const connection = open(heavy, ['/teams', list]);
  await until(heavy, 503);
  connection.close();
  await until(heavy, 200);
  await client.query('rollback');
  await client.end();
});

it('sends the response of a write while reads of the user are rejected', async () => {
  const done = (await readDone(heavy)).body.data.map((task: any) => task.id);
  await fill(heavy);
  const change = { ids: done, patch: { priority: 'urgent' } };
  const request = () => heavy.call('POST', '/tasks/bulk', change, { 'idempotency-key': 'unread' });
  const { result, events } = await recordedBy(service, heavy.user.org_id, request);
  expect([result.status, result.body.data.length]).toEqual([200, 5]);
  expect(JSON.stringify(result.body).length).toBeGreaterThan(smallLength);
  expect(events.sort()).toEqual(done.map((id: number) => `task.post_update ${id}`).sort());
  expect((await readDone(heavy)).status).toBe(503);
  const replayed = await recordedBy(service, heavy.user.org_id, request);
  expect([replayed.result.status, replayed.result.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
  expect([replayed.events, replayed.result.body.data.length]).toEqual([[], 5]);
});
