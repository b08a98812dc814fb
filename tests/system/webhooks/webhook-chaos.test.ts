import type { Client } from '@wfp/testing';
import { ignoreDropped } from '@wfp/testing/database.ts';
import { canStartRedis, type OwnRedis, startOwnRedis } from '@wfp/testing/own-redis.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ConcurrentWriters } from '../chaos/concurrent-writers.ts';
import { brokenInvariants } from '../chaos/invariants.ts';
import { type Cluster, createCluster, type Pod } from '../processes/processes.ts';
import { signUpAt, verifyOrganizations } from '../processes/sign-up.ts';
import {
  type DeliveryHistory,
  type Endpoint,
  findViolations,
  readAttempts,
  readEvents,
  readSequences,
} from './delivery-history.ts';
import { UnreliableReceiver } from './unreliable-receiver.ts';

const { rounds, seed } = inject('webhookChaos');
const schedule = [0, 1, 1, 2];
const timeoutMs = 3_000;
const organizations = 3;
const writesAtOnce = 60;

/** Endpoints of each organization. Each round adds one whose receiver may start to answer 410. */
const registered = [
  { name: 'everything', event_types: [], faults: 0.35 },
  { name: 'tasks', event_types: ['task.*'], faults: 0.35 },
  { name: 'mostly-broken', event_types: ['task.post_create', 'webhook_endpoint.*'], faults: 0.8 },
  { name: 'ordered', event_types: ['task.post_create'], faults: 0.1, ordered: true },
  { name: 'limited', event_types: ['task.post_update'], faults: 0.2, rate_limit_per_second: 50 },
  { name: 'calm', event_types: ['task.post_create', 'task.post_update'], faults: 0 },
];

let redis: OwnRedis;
let cluster: Cluster;
let database: pg.Pool;
let receiver: UnreliableReceiver;
let api: Pod;
let workers: Pod[];
let owners: Client[];
const endpoints: Endpoint[] = [];
const kills: [from: number, to: number][] = [];

async function register(
  owner: Client,
  {
    name,
    faults,
    startsReturning410 = false,
    ...settings
  }: (typeof registered)[number] & { startsReturning410?: boolean },
): Promise<void> {
  const path = `/${owner.user.org_id}/${name}`;
  const { status, body } = await owner.call('POST', '/webhooks', { url: receiver.url(path), ...settings });
  expect(status).toBe(201);
  receiver.expect(path, { secret: body.secret, faults, startsReturning410 });
  const { id, org_id, event_types, ordered } = body;
  endpoints.push({ id, org_id, path, event_types, ordered, startsReturning410 });
}

/** Writes while the receiver holds all responses, and runs `act` when six endpoints have requests in flight. */
async function duringDeliveries(act: () => Promise<unknown>): Promise<void> {
  receiver.hold();
  const writers = new ConcurrentWriters({
    owners,
    writers: 12,
    writes: writesAtOnce,
    pods: () => [api],
    allowedStatuses: () => [],
  });
  const writing = writers.run();
  await eventually(
    () => receiver.heldPaths,
    (paths) => paths >= 6,
  );
  await act();
  receiver.release();
  await writing;
  expect(writers.unexpectedResponses).toEqual([]);
}

async function flushRedis(): Promise<void> {
  const connection = new Redis(redis.url);
  await connection.flushall();
  connection.disconnect();
}

/** Kills the oldest worker. */
async function killWorker(): Promise<void> {
  const from = Date.now();
  expect(await workers.shift()?.kill('SIGKILL')).toBe(null);
  // On a busy machine the receiver may not have read the last requests of the killed worker.
  await receiver.caughtUp();
  kills.push([from, Date.now()]);
}

/** Terminates the oldest worker as a rollout does, which must not cause duplicates. */
async function retireWorker(): Promise<void> {
  let ended: Promise<number | null> | undefined;
  await duringDeliveries(async () => {
    ended = workers.shift()?.kill('SIGTERM');
  });
  expect(await ended).toBe(0);
}

async function runRound(round: number): Promise<void> {
  const vanishing = {
    name: `vanishing-${round}`,
    event_types: ['task.*'],
    faults: 0.2,
    startsReturning410: true,
  };
  for (const owner of owners) await register(owner, vanishing);
  await duringDeliveries(flushRedis);
  await duringDeliveries(killWorker);
  workers.push(await cluster.startWorker());
  await retireWorker();
  workers.push(await cluster.startWorker());
  await duringDeliveries(killWorker);
  workers.push(await cluster.startWorker());
  await duringDeliveries(() => Promise.resolve());
  // Removes the jobs of pending retries, which no later write enqueues again.
  await flushRedis();
}

const waiting = async () => (await database.query('select count(*)::int as n from outbox')).rows[0].n;

/** Waits until every event is numbered, every delivery is finished, and no lane is locked. */
async function untilIdle(): Promise<void> {
  await eventually(
    async () =>
      (
        await database.query(
          `select (select count(*)::int from outbox) as unnumbered,
            (select count(*)::int from webhook_deliveries where status in ('pending', 'delivering')) as unsent,
            (select count(*)::int from webhook_lanes where held_until > now()) as held`,
        )
      ).rows[0],
    ({ unnumbered, unsent, held }) => unnumbered + unsent + held === 0,
    60_000 * rounds,
  );
}

async function readHistory(afterEventId: number): Promise<DeliveryHistory> {
  const [attempts, sequences, events] = await Promise.all([
    readAttempts(database),
    readSequences(database),
    readEvents(owners),
  ]);
  return {
    ...{ endpoints, attempts, sequences, events, afterEventId, kills, schedule, timeoutMs },
    requests: receiver.requests,
  };
}

async function readDisabledPaths(): Promise<Set<string>> {
  const lists = await Promise.all(owners.map((owner) => owner.call('GET', '/webhooks?limit=100')));
  const disabled = lists.flatMap(({ body }) => body.data.filter((one: any) => !one.is_active));
  return new Set(disabled.map(({ url }) => new URL(url).pathname));
}

/** Expects that the run covered the hard cases: requests repeated after kills; every attempt number failed and succeeded. */
function expectCoverage({ requests, attempts }: DeliveryHistory): void {
  const repeated = requests.length - new Set(requests.map((one) => one.delivery_id)).size;
  expect(kills.length).toBe(2 * rounds);
  expect(repeated).toBeGreaterThan(0);
  const ends = attempts.filter((one) => one.status !== 'cancelled');
  expect(new Set(ends.map((one) => `${one.status} ${one.attempt}`))).toEqual(
    new Set([1, 2, 3, 4].flatMap((n) => [`succeeded ${n}`, `failed ${n}`])),
  );
  const summary = `${attempts.length} attempts, ${requests.length} requests, ${repeated} repeated, ${kills.length} workers killed`;
  if (rounds > 1) console.log(summary);
}

describe.skipIf(!canStartRedis)('webhooks to unreliable receivers from workers that are killed', () => {
  beforeAll(async () => {
    redis = await startOwnRedis();
    cluster = await createCluster({
      REDIS_URL: redis.url,
      WEBHOOK_RETRY_SCHEDULE: schedule.join(','),
      WEBHOOK_TIMEOUT_MS: String(timeoutMs),
      LOG_LEVEL: 'info',
      ACCESS_TOKEN_TTL: '7200',
    });
    database = new pg.Pool({ connectionString: cluster.databaseUrl, max: 2 }).on('error', ignoreDropped);
    receiver = new UnreliableReceiver(seed);
    await receiver.start();
    [api, workers] = await Promise.all([
      cluster.startApi(),
      Promise.all([cluster.startWorker(), cluster.startWorker()]),
    ]);
    owners = await Promise.all(
      Array.from({ length: organizations }, (_, index) => signUpAt(api, `receivers-${index}`)),
    );
    await verifyOrganizations(database, owners);
  });
  afterAll(async () => {
    await database?.end();
    await cluster?.stop();
    await receiver?.stop();
    await redis?.kill();
  });

  it(
    'arrive once as recorded or exhaust their attempts on schedule',
    async () => {
      for (const owner of owners) for (const one of registered) await register(owner, one);
      await eventually(waiting, (count) => count === 0);
      const { rows } = await database.query('select max(id)::float8 as id from events');
      for (let round = 0; round < rounds; round += 1) await runRound(round);
      await untilIdle();
      const history = await readHistory(rows[0].id);
      expect(findViolations(history)).toEqual([]);
      expect(await brokenInvariants(cluster)).toEqual([]);

      const gone = new Set(
        history.requests.filter((one) => one.response_status === 410).map((one) => one.path),
      );
      expect(await readDisabledPaths()).toEqual(gone);
      expectCoverage(history);
    },
    300_000 * rounds,
  );
});
