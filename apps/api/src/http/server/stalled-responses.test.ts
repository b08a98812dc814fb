import { Agent, request } from 'node:http';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { downloadFile, toServiceUrl, upload } from '@wfp/testing/files.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { openStream } from '@wfp/testing/stream-client.ts';
import { UnreadConnection } from '@wfp/testing/unread-connection.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHeavyTasks } from '../../testing/heavy-tasks.ts';

const list = '/tasks?limit=50';
const listBytes = 50 * 150_000;

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startOwnService({
    RESPONSE_STALL_SECONDS: '1',
    // Lists of the user are rejected while one response of 7.5 MB waits.
    RESPONSE_MAX_UNSENT_MIB: '16',
    LOG_LEVEL: 'silent',
  });
  owner = await service.newOrganization();
  await createHeavyTasks(service, owner, 50);
});
afterAll(() => service.stop());

const readList = async () => (await owner.call('GET', '/tasks?limit=2')).status;
const until = (status: number) => eventually(readList, (current) => current === status);

/** Waits until a connection that does not read has been closed. Returns the number of bytes it had received. */
async function awaitDisconnection(path = list): Promise<number> {
  const unread = new UnreadConnection(service.url, owner, [path]);
  await until(503);
  await until(200);
  unread.read();
  await eventually(
    () => unread.isClosed,
    (isClosed) => isClosed,
  );
  return unread.received;
}

it('disconnects a client that does not read, and only that one', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ping = () =>
    new Promise<{ status: number | undefined; isReused: boolean }>((resolve, reject) => {
      const sent = request(`${service.url}/api/health`, { agent }, (response) => {
        response.resume();
        resolve({ status: response.statusCode, isReused: sent.reusedSocket });
      });
      sent.on('error', reject).end();
    });
  await ping();
  const stream = await openStream(service.url, owner.token);
  const client = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await client.connect();
  await client.query('begin; lock table teams in access exclusive mode');
  const slow = owner.call('GET', '/teams');
  expect(await awaitDisconnection()).toBeLessThan(listBytes);
  await client.query('rollback');
  await client.end();
  // The others have sent nothing for the same time: an idle connection, a stream, and a request that is still running.
  expect(await ping()).toEqual({ status: 200, isReused: true });
  expect([stream.isClosed, (await slow).status]).toEqual([false, 200]);
  await stream.close();
  agent.destroy();
});

it('sends a response and a file to clients that read slowly', async () => {
  const bytes = Buffer.alloc(16 * 1024 * 1024, 'x');
  const { body } = await upload(service, owner, { name: 'large.txt', mime: 'text/plain' }, bytes);
  const link = new URL(
    toServiceUrl(service, (await owner.call('GET', `/files/${body.id}`)).body.download_url),
  );
  const path = `${link.pathname}${link.search}`.replace(/^\/api/, '');
  const readers = [list, path].map((one) => new UnreadConnection(service.url, owner, [one]));
  const startedAt = performance.now();
  const turns = setInterval(() => {
    for (const one of readers) one.read(1_000_000);
  }, 250);
  const sizes = await eventually(
    () => readers.map((one) => one.received),
    ([ofList = 0, ofFile = 0]) => ofList > listBytes && ofFile > bytes.length,
  );
  clearInterval(turns);
  for (const one of readers) one.close();
  expect(sizes[1]).toBeLessThan(bytes.length + 2_000);
  expect(performance.now() - startedAt).toBeGreaterThan(3_000);
  expect((await downloadFile(link.href)).bytes.length).toBe(bytes.length);
});
