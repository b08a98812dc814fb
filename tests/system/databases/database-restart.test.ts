import type { Client } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { openStream } from '@wfp/testing/stream-client.ts';
import { disablePrompts } from '@wfp/testing/without-prompts.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deployMigrations } from '../../../prisma/migrate.ts';
import { prepareDataFolder } from '../../../scripts/services/data-folder.ts';
import { type RunningPostgres, removeDataFolder, startPostgres } from '../../../scripts/services/postgres.ts';
import { makeVolatileFolder } from '../../../scripts/services/volatile-folder.ts';
import { type Cluster, createCluster, type Pod } from '../processes/processes.ts';
import { apiClientAt, signUpAt } from '../processes/sign-up.ts';

let dataDir: string;
let server: RunningPostgres;
let cluster: Cluster;
let api: Pod;
let worker: Pod;
let owner: Client;

const startServer = (port?: number) =>
  startPostgres({ dataDir, password: 'throwaway', database: 'restarted', port, log: () => undefined });

beforeAll(async () => {
  dataDir = await makeVolatileFolder('workforce-restart-');
  await prepareDataFolder(dataDir);
  server = await startServer();
  await deployMigrations(server.url);
  cluster = await createCluster(
    { SSE_HEARTBEAT_SECONDS: '1', LOG_LEVEL: 'info' },
    { url: server.url, drop: async () => undefined },
  );
  [api, worker] = await Promise.all([cluster.startApi(), cluster.startWorker()]);
  owner = await signUpAt(api, 'restart');
  await disablePrompts(owner);
});
afterAll(async () => {
  await cluster?.stop();
  await server?.stop();
  await removeDataFolder(dataDir);
});

const create = (title: string) => owner.call('POST', '/tasks', { title });
const probe = async (path: string) =>
  Promise.all([api, worker].map(async ({ opsUrl }) => (await fetch(`${opsUrl}${path}`)).status));
const isReady = async () => (await probe('/readyz')).every((status) => status === 200);
const isUnready = async () => (await probe('/readyz')).every((status) => status === 503);

it('survives a restart of the database: requests get 503 and the stream continues', async () => {
  const stream = await openStream(api.url, owner.token);
  // The stream may first deliver late events of the setup.
  const seen = () =>
    stream.messages
      .filter(({ data }) => data.event_type.startsWith('task.'))
      .map(({ data }) => data.payload.record_name);
  expect((await create('before')).status).toBe(201);
  await stream.until('the first event', () => seen().includes('before'));

  expect(await probe('/startupz')).toEqual([200, 200]);
  await server.stop();
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const { status, headers, body } = await create('rejected');
    expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    expect(body.error).toMatch(/retry shortly/);
  }
  // Status 200: a browser's EventSource never reconnects after a 503.
  const deferred = await openStream(api.url, owner.token);
  await deferred.closed;
  expect(deferred.status).toBe(200);
  expect(deferred.retryMs).toBeGreaterThanOrEqual(5_000);
  expect(deferred.text).not.toContain('id:');
  await eventually(isUnready, (unready) => unready);
  // A restart of the processes would not help, so they stay live.
  expect(await Promise.all([probe('/livez'), probe('/startupz')])).toEqual([
    [200, 200],
    [200, 200],
  ]);

  // The client library retries automatically.
  const after = apiClientAt(api, owner, 100).post('/tasks', { body: { title: 'after' } });
  server = await startServer(server.port);
  expect(await after).toMatchObject({ title: 'after' });
  await stream.until('the event after', () => seen().includes('after'));
  await eventually(isReady, (ready) => ready);
  expect(seen()).toEqual(['before', 'after']);
  expect(stream.isClosed).toBe(false);
  const { body } = await owner.call('GET', '/tasks?limit=10');
  expect(body.data.map(({ title }: { title: string }) => title).sort()).toEqual(['after', 'before']);
  await stream.close();
  // The original processes are still running.
  expect(await Promise.all([api.kill('SIGTERM'), worker.kill('SIGTERM')])).toEqual([0, 0]);
});
