import { clientOf } from '@wfp/api/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hasRedis, type OwnRedis, startOwnRedis } from '../../apps/api/src/testing/own-redis.ts';
import { eventually } from '../../packages/areas/src/testing/receiver.ts';
import { type Cluster, createCluster, type Pod } from './processes.ts';
import { RestlessWriters } from './restless-writers.ts';
import { anyOf, WanderingReader } from './wandering-reader.ts';

const rounds = inject('streamChaos');
const writesARound = 500;
const organizations = 4;

let redis: OwnRedis;
let cluster: Cluster;
let database: pg.Pool;
let apis: Pod[];
let workers: Pod[];
const pods = () => apis;

async function signUp(index: number) {
  const response = await fetch(`${anyOf(apis).url}/api/public/signup`, {
    method: 'POST',
    body: JSON.stringify({
      org_name: `Chaos ${index}`,
      org_slug: `chaos-${index}`,
      email: 'owner@example.test',
      password: 'a perfectly fine password',
      first_name: 'Olga',
      last_name: 'Owner',
    }),
  });
  return clientOf('', (await response.json()) as Parameters<typeof clientOf>[1]);
}

/** Twice an empty Redis, once after a time without any; a killed relay and a killed API pod, both replaced. */
async function haveARound(round: number, writers: RestlessWriters): Promise<void> {
  const at = (share: number) => writers.until((round + share) / rounds);
  await at(0.15);
  await redis.kill();
  await redis.start();
  await at(0.3);
  await workers.shift()?.kill('SIGKILL');
  await at(0.45);
  await apis.shift()?.kill('SIGKILL');
  const [api, worker] = await Promise.all([cluster.startApi(), cluster.startWorker()]);
  apis.push(api);
  workers.push(worker);
  await at(0.7);
  await redis.kill();
  await at(0.8);
  await redis.start();
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

/** What a reader got, in the words of the log. */
const entriesOf = (reader: WanderingReader): Entry[] =>
  reader.messages.map(({ id, data }) => ({
    seq: id,
    event_id: data.id,
    aggregate_type: data.aggregate_type,
    aggregate_id: data.aggregate_id,
    event_type: data.event_type,
  }));

describe.skipIf(!hasRedis)('readers that wander while everything around them is killed', () => {
  beforeAll(async () => {
    redis = await startOwnRedis();
    cluster = await createCluster({
      REDIS_URL: redis.url,
      SSE_HEARTBEAT_SECONDS: '1',
      LOG_LEVEL: 'info',
      ACCESS_TOKEN_TTL: '7200',
      DATABASE_POOL_SIZE: '6',
    });
    database = new pg.Pool({ connectionString: cluster.databaseUrl, max: 2 });
    [apis, workers] = await Promise.all([
      Promise.all([cluster.startApi(), cluster.startApi(), cluster.startApi()]),
      Promise.all([cluster.startWorker(), cluster.startWorker()]),
    ]);
  }, 60_000);
  afterAll(async () => {
    await database?.end();
    await cluster?.stop();
    await redis?.kill();
  }, 30_000);

  it(
    'get every event of their organization once, in the order of its log, and nothing of others',
    async () => {
      const owners = await Promise.all(Array.from({ length: organizations }, (_, index) => signUp(index)));
      const readers = Array.from({ length: 24 }, (_, index) => {
        const owner = owners[index % organizations] as (typeof owners)[number];
        const filter: Record<string, string> = index < 20 ? {} : { event_type: 'task.post_create' };
        return new WanderingReader({ org_id: owner.user.org_id, token: owner.token, filter }, 0);
      });
      const writers = new RestlessWriters({ owners, writers: 50, writes: rounds * writesARound, pods });
      const reading = readers.map((reader) => reader.read(pods));
      const writing = writers.run();
      for (let round = 0; round < rounds; round += 1) await haveARound(round, writers);
      await writing;

      await eventually(
        async () => (await database.query('select count(*)::int as waiting from outbox')).rows[0].waiting,
        (waiting) => waiting === 0,
        20_000,
      );
      const logs = new Map<number, Entry[]>();
      for (const { user } of owners) logs.set(user.org_id, await logOf(user.org_id));
      const headOf = (reader: WanderingReader) => logs.get(reader.org_id)?.at(-1)?.seq ?? -1;
      await eventually(
        () => readers.filter((reader) => reader.position < headOf(reader)).map((one) => one.position),
        (behind) => behind.length === 0,
        20_000,
      ).finally(() => {
        for (const reader of readers) reader.stop();
      });
      await Promise.all(reading);

      for (const [index, reader] of readers.entries()) {
        const log = logs.get(reader.org_id) ?? [];
        const wanted = index < 20 ? log : log.filter((one) => one.event_type === 'task.post_create');
        expect(entriesOf(reader)).toEqual(wanted);
        expect(reader.messages.filter((message) => message.event !== 'message')).toEqual([]);
        expect(reader.faults).toEqual([]);
        expect(reader.connections).toBeGreaterThan(3);
      }
      for (const log of logs.values())
        expect(log.map((entry) => entry.seq)).toEqual(log.map((_, index) => index + 1));
      const numbered = new Set(
        [...logs].flatMap(([org_id, log]) =>
          log
            .filter((entry) => entry.event_type === 'task.post_create')
            .map((entry) => `${org_id}:${entry.aggregate_id}`),
        ),
      );
      expect(writers.created.filter(({ org_id, id }) => !numbered.has(`${org_id}:${id}`))).toEqual([]);
      expect(writers.faults).toEqual([]);
    },
    120_000 * rounds,
  );
});
