import { type Client as ApiClient, createClient, type EventStream } from '@wfp/client';
import { readConfig } from '@wfp/shared/config';
import { createTestDatabase, ignoreDropped, type TestDatabase } from '@wfp/testing/database.ts';
import { freePort } from '@wfp/testing/free-port.ts';
import { eventually, startReceiver } from '@wfp/testing/receiver.ts';
import { disablePrompts } from '@wfp/testing/without-prompts.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runOps } from '../../../apps/ops/src/run.ts';
import { type Pooler, startPooler } from '../databases/pooler.ts';
import { type Balancer, startBalancer } from '../processes/balancer.ts';
import { type Cluster, createCluster, type Pod } from '../processes/processes.ts';
import { type RedisInstallation, startRedisCluster } from '../processes/redis-installations.ts';
import { signUpAt } from '../processes/sign-up.ts';
import { SteadyClient } from './steady-client.ts';

/** The roles of the worker deployments in deploy/kubernetes. */
const fleets = [
  'relay,schedules',
  'webhooks,webhook-replays',
  'enums,exports,imports,initiatives,mail,prompts,task-labels',
];

/** Longer than the 75 s after which a client abandons a silent stream. */
const maxReconnectMs = 90_000;

let database: TestDatabase;
let pooler: Pooler;
let redis: RedisInstallation;
let cluster: Cluster;
let balancer: Balancer;
let apis: Pod[];
let workers: Pod[];
let settings: Record<string, string>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let client: ApiClient;
let token: string;
let observer: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  [pooler, redis, receiver] = await Promise.all([
    startPooler(database.url, 6),
    startRedisCluster(),
    startReceiver({}),
  ]);
  settings = {
    DATABASE_URL: pooler.urlFor(database.url),
    DATABASE_DIRECT_URL: database.url,
    DATABASE_POOLER: 'transaction',
    REDIS_URL: redis.url,
    REDIS_MODE: 'cluster',
    // Longer than nginx keeps an idle upstream connection.
    SHUTDOWN_DELAY_SECONDS: '2',
    LOG_LEVEL: 'info',
  };
  cluster = await createCluster(settings, database);
  const ports = await Promise.all([freePort(), freePort(), freePort()]);
  apis = await Promise.all(ports.map((port) => cluster.startApi(port)));
  workers = await Promise.all(fleets.map((roles) => cluster.startWorker(roles)));
  balancer = await startBalancer(ports);
  const owner = await signUpAt(balancer, 'rolling');
  token = owner.token;
  await disablePrompts(owner);
  client = createClient({ baseUrl: balancer.url, tokens: { access_token: token } });
  const hook = { url: receiver.url('/all'), event_types: ['task.post_create'] };
  expect((await owner.call('POST', '/webhooks', hook)).status).toBe(201);
  observer = new pg.Pool({ connectionString: database.url, max: 2 }).on('error', ignoreDropped);
});
afterAll(async () => {
  await observer?.end();
  await balancer?.stop();
  await cluster?.stop();
  await Promise.all([receiver?.stop(), pooler?.stop(), redis?.stop()]);
});

async function follow(stream: EventStream<'task.post_create'>, seen: number[]): Promise<void> {
  for await (const message of stream) {
    if (message.type === 'reset') throw new Error(`Events before ${message.position} are lost`);
    seen.push(message.event.aggregate_id);
  }
}

it('restarts every process under load without failures or losses', async () => {
  const seen: number[] = [];
  const stop = new AbortController();
  // Without a position the stream might begin after the first task.
  const options = { event_type: 'task.post_create', after: 0, signal: stop.signal } as const;
  const following = follow(client.events(options), seen);
  const clients = Array.from(
    { length: 4 },
    () => new SteadyClient(token, () => [balancer as unknown as Pod], true),
  );
  const created = () => clients.flatMap((one) => one.created).toSorted((a, b) => a - b);
  const work = Promise.all(clients.map((one) => one.work()));
  await eventually(created, ({ length }) => length > 20);

  for (const [index, pod] of apis.entries()) {
    expect(await pod.kill('SIGTERM')).toBe(0);
    apis[index] = await cluster.startApi(pod.port);
  }
  for (const [index, pod] of workers.entries()) {
    expect(await pod.kill('SIGTERM')).toBe(0);
    workers[index] = await cluster.startWorker(fleets[index]);
  }
  const before = created().length;
  await eventually(created, ({ length }) => length > before + 20);
  for (const one of clients) one.stop();
  await work;

  expect(clients.flatMap(({ failures }) => failures)).toEqual([]);
  const { rows } = await observer.query(
    `select id::float8 as id from tasks where title = 'Steady' order by id`,
  );
  expect(rows.map(({ id }) => id)).toEqual(created());
  await eventually(
    () => seen.length,
    (count) => count >= created().length,
    maxReconnectMs,
  );
  expect(seen.toSorted((a, b) => a - b)).toEqual(created());
  const delivered = () => receiver.at('/all').map(({ body }) => JSON.parse(body).aggregate_id as number);
  await eventually(
    () => new Set(delivered()).size,
    (count) => count >= created().length,
    maxReconnectMs,
  );
  expect([...new Set(delivered())].toSorted((a, b) => a - b)).toEqual(created());
  stop.abort();
  await following;

  const output: string[] = [];
  const print = (line: string) => void output.push(line);
  const config = () =>
    readConfig({
      NODE_ENV: 'test',
      REDIS_PREFIX: cluster.prefix,
      JWT_SECRET: 'a secret that only tests sign their tokens with',
      ENCRYPTION_KEY: '0123456789abcdef'.repeat(4),
      ...settings,
      LOG_LEVEL: 'silent',
    });
  expect(await runOps(['check'], { config, out: print, err: print, ask: null }), output.join('\n')).toBe(0);
});
