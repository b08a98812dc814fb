import type { Client } from '@wfp/testing';
import { ignoreDropped } from '@wfp/testing/database.ts';
import { canStartRedis, type OwnRedis, startOwnRedis } from '@wfp/testing/own-redis.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { disablePrompts } from '@wfp/testing/without-prompts.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Cluster, createCluster, type Pod } from '../processes/processes.ts';
import { signUpAt } from '../processes/sign-up.ts';
import { ConcurrentWriters } from './concurrent-writers.ts';
import { brokenInvariants } from './invariants.ts';
import { pickRandom, ReconnectingReader } from './reconnecting-reader.ts';

const rounds = inject('streamChaos');
const writesARound = 500;
const organizations = 4;
const [plainReaders, filteredReaders] = [20, 4];

let redis: OwnRedis;
let cluster: Cluster;
let database: pg.Pool;
let owners: Client[];
/** The pods to which a load balancer would route. */
let apis: Pod[];
let workers: Pod[];
const wasFrozen = new Set<Pod>();
const pods = () => apis;

/** Runs one round: kills Redis twice, a worker and an API pod; freezes an API pod, a worker and Redis. */
async function runRound(at: (share: number) => Promise<void>): Promise<void> {
  await at(0.08);
  await redis.kill();
  await redis.start();
  await at(0.16);
  const frozenApi = apis.shift() as Pod;
  frozenApi.freeze();
  wasFrozen.add(frozenApi);
  await at(0.26);
  await workers.shift()?.kill('SIGKILL');
  await at(0.36);
  frozenApi.thaw();
  apis.push(frozenApi);
  await apis.shift()?.kill('SIGKILL');
  const [api, worker] = await Promise.all([cluster.startApi(), cluster.startWorker()]);
  apis.push(api);
  workers.push(worker);
  await at(0.55);
  const frozenWorker = workers[0] as Pod;
  frozenWorker.freeze();
  await at(0.65);
  await redis.kill();
  await at(0.72);
  frozenWorker.thaw();
  await redis.start();
  await at(0.85);
  redis.pause();
  await at(0.93);
  redis.resume();
}

/** Terminates all database sessions of the service three times during the writes. */
async function cutConnections(at: (share: number) => Promise<void>): Promise<void> {
  for (const share of [0.2, 0.5, 0.8]) {
    await at(share);
    const { rowCount } = await database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    expect(rowCount).toBeGreaterThan(3);
  }
}

interface Entry {
  seq: number;
  event_id: number;
  aggregate_type: string;
  aggregate_id: number;
  event_type: string;
}

async function logOf(org_id: number): Promise<Entry[]> {
  const { rows } = await database.query(
    `select l.seq::float8 as seq, e.id::float8 as event_id, e.aggregate_type, e.aggregate_id::float8 as aggregate_id, e.event_type
    from event_log l join events e on e.org_id = l.org_id and e.id = l.event_id where l.org_id = $1 order by l.seq`,
    [org_id],
  );
  return rows;
}

/** Messages of a reader as log entries. */
const entriesOf = (reader: ReconnectingReader): Entry[] =>
  reader.messages.map(({ id, data }) => ({
    seq: id,
    event_id: data.id,
    aggregate_type: data.aggregate_type,
    aggregate_id: data.aggregate_id,
    event_type: data.event_type,
  }));

const isCreation = (entry: Entry) => entry.event_type === 'task.post_create';
const logs = new Map<number, Entry[]>();
const headOf = (org_id: number) => logs.get(org_id)?.at(-1)?.seq ?? 0;

/** Starts readers in every organization, at the current head of its log. */
function startReaders(): { readers: ReconnectingReader[]; reading: Promise<unknown> } {
  const readers = Array.from({ length: plainReaders + filteredReaders }, (_, index) => {
    const { user, token } = owners[index % organizations] as Client;
    const filter: Record<string, string> = index < plainReaders ? {} : { event_type: 'task.post_create' };
    return new ReconnectingReader({ org_id: user.org_id, token, filter }, headOf(user.org_id));
  });
  return { readers, reading: Promise.all(readers.map((reader) => reader.read(pods))) };
}

async function untilNumbered(): Promise<void> {
  await eventually(
    async () => (await database.query('select count(*)::int as waiting from outbox')).rows[0].waiting,
    (waiting) => waiting === 0,
  );
  for (const { user } of owners) logs.set(user.org_id, await logOf(user.org_id));
}

/** Waits until all readers are at the head and have connected at least four times. */
async function untilRead(readers: readonly ReconnectingReader[]): Promise<void> {
  const behind = () =>
    readers.filter((reader) => reader.position < headOf(reader.org_id) || reader.connections <= 3);
  await eventually(
    () => behind().map(({ org_id, position }) => ({ org_id, position, head: headOf(org_id) })),
    (all) => all.length === 0,
  ).finally(() => {
    for (const reader of readers) reader.stop();
  });
}

/** Expects that readers got exactly the log, and that the log contains every acknowledged write. */
function expectComplete(readers: readonly ReconnectingReader[], writers: ConcurrentWriters): void {
  for (const [index, reader] of readers.entries()) {
    const log = (logs.get(reader.org_id) ?? []).filter((entry) => entry.seq > reader.start);
    expect(entriesOf(reader)).toEqual(index < plainReaders ? log : log.filter(isCreation));
    expect(new Set(reader.messages.map((message) => message.event))).toEqual(new Set(['message']));
    expect(reader.connections).toBeGreaterThan(3);
  }
  for (const log of logs.values())
    expect(log.map((entry) => entry.seq)).toEqual(log.map((_, index) => index + 1));
  const numbered = new Set(
    [...logs].flatMap(([org_id, log]) =>
      log.filter(isCreation).map((entry) => `${org_id}:${entry.aggregate_id}`),
    ),
  );
  expect(writers.created.filter(({ org_id, id }) => !numbered.has(`${org_id}:${id}`))).toEqual([]);
  expect(writers.unexpectedResponses).toEqual([]);
}

describe.skipIf(!canStartRedis)('readers that reconnect during failures', () => {
  beforeAll(async () => {
    redis = await startOwnRedis();
    cluster = await createCluster({
      REDIS_URL: redis.url,
      SSE_HEARTBEAT_SECONDS: '1',
      LOG_LEVEL: 'info',
      ACCESS_TOKEN_TTL: '7200',
      DATABASE_POOL_SIZE: '6',
    });
    database = new pg.Pool({ connectionString: cluster.databaseUrl, max: 2 }).on('error', ignoreDropped);
    [apis, workers] = await Promise.all([
      Promise.all([cluster.startApi(), cluster.startApi(), cluster.startApi()]),
      Promise.all([cluster.startWorker(), cluster.startWorker()]),
    ]);
    owners = await Promise.all(
      Array.from({ length: organizations }, (_, index) => signUpAt(pickRandom(apis), `chaos-${index}`)),
    );
    await Promise.all(owners.map(disablePrompts));
  });
  afterAll(async () => {
    await database?.end();
    await cluster?.stop();
    await redis?.kill();
  });

  it(
    'get every event exactly once and in order when processes are killed',
    async () => {
      const { readers, reading } = startReaders();
      // Requests in progress during a freeze may time out, at the pod (408) or at the database (503).
      const allowedStatuses = (pod: Pod) => (wasFrozen.has(pod) ? [408, 503] : []);
      const plan = { owners, writers: 50, writes: rounds * writesARound, pods, allowedStatuses };
      const writers = new ConcurrentWriters(plan);
      const writing = writers.run();
      for (let round = 0; round < rounds; round += 1)
        await runRound((share) => writers.until((round + share) / rounds));
      await writing;
      await untilNumbered();
      await untilRead(readers);
      await reading;
      expectComplete(readers, writers);
      expect(readers.flatMap((reader) => reader.rejections)).toEqual([]);
    },
    300_000 * rounds,
  );

  it('get every event when the database terminates all sessions; writers get at most 503', async () => {
    const { readers, reading } = startReaders();
    const plan = { owners, writers: 20, writes: 300, pods, allowedStatuses: () => [503] };
    const writers = new ConcurrentWriters(plan);
    const writing = writers.run();
    await cutConnections((share) => writers.until(share));
    await writing;
    await untilNumbered();
    await untilRead(readers);
    await reading;
    expectComplete(readers, writers);
    expect(readers.flatMap((reader) => reader.rejections)).toEqual([]);
    expect(await brokenInvariants(cluster)).toEqual([]);
  });
});
