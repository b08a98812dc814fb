import type { Client } from '@wfp/testing';
import { canStartRedis, type OwnRedis, startOwnRedis } from '@wfp/testing/own-redis.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ConcurrentWriters } from '../chaos/concurrent-writers.ts';
import { brokenInvariants } from '../chaos/invariants.ts';
import { type Cluster, createCluster, type Pod } from '../processes/processes.ts';
import { signUpAt } from '../processes/sign-up.ts';
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

/** What each organization registers besides one whose receiver goes away in each round. */
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
  { name, faults, goes = false, ...asked }: (typeof registered)[number] & { goes?: boolean },
): Promise<void> {
  const path = `/${owner.user.org_id}/${name}`;
  const { status, body } = await owner.call('POST', '/webhooks', { url: receiver.url(path), ...asked });
  expect(status).toBe(201);
  receiver.expect(path, { secret: body.secret, faults, goes });
  const { id, org_id, event_types, ordered } = body;
  endpoints.push({ id, org_id, path, event_types, ordered, goes });
}

/** Writes while nothing is answered, and does something as soon as requests of several endpoints are under way. */
async function inTheMidst(act: () => Promise<unknown>): Promise<void> {
  receiver.hold();
  const writers = new ConcurrentWriters({
    owners,
    writers: 12,
    writes: writesAtOnce,
    pods: () => [api],
    excuses: () => [],
  });
  const writing = writers.run();
  await eventually(
    () => receiver.holding,
    (addresses) => addresses >= 6,
  );
  await act();
  receiver.release();
  await writing;
  expect(writers.unexpectedResponses).toEqual([]);
}

async function emptyRedis(): Promise<void> {
  const connection = new Redis(redis.url);
  await connection.flushall();
  connection.disconnect();
}

/** Kills the worker that has been there for longest. */
async function killWorker(): Promise<void> {
  const from = Date.now();
  expect(await workers.shift()?.kill('SIGKILL')).toBe(null);
  // On a busy machine requests of the dead worker may not have been read yet.
  await receiver.caughtUp();
  kills.push([from, Date.now()]);
}

/** Has the worker that has been there for longest end, as a rollout does: of that nobody gets anything twice. */
async function retireWorker(): Promise<void> {
  let ended: Promise<number | null> | undefined;
  await inTheMidst(async () => {
    ended = workers.shift()?.kill('SIGTERM');
  });
  expect(await ended).toBe(0);
}

async function haveARound(round: number): Promise<void> {
  const goes = { name: `goes-${round}`, event_types: ['task.*'], faults: 0.2, goes: true };
  for (const owner of owners) await register(owner, goes);
  await inTheMidst(emptyRedis);
  await inTheMidst(killWorker);
  workers.push(await cluster.startWorker());
  await retireWorker();
  workers.push(await cluster.startWorker());
  await inTheMidst(killWorker);
  workers.push(await cluster.startWorker());
  await inTheMidst(() => Promise.resolve());
  // What is to be tried again has lost its bells, and nothing is written that would ring them.
  await emptyRedis();
}

const waiting = async () => (await database.query('select count(*)::int as n from outbox')).rows[0].n;

/** Nothing waits to be numbered or sent, and nobody is at a lane who could still write what follows from it. */
async function untilQuiet(): Promise<void> {
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

async function readBooks(after: number): Promise<DeliveryHistory> {
  const [attempts, places, events] = await Promise.all([
    readAttempts(database),
    readSequences(database),
    readEvents(owners),
  ]);
  return {
    ...{ endpoints, attempts, places, events, after, kills, schedule, timeoutMs },
    arrivals: receiver.requests,
  };
}

async function pathsOff(): Promise<Set<string>> {
  const lists = await Promise.all(owners.map((owner) => owner.call('GET', '/webhooks?limit=100')));
  const off = lists.flatMap(({ body }) => body.data.filter((one: any) => !one.is_active));
  return new Set(off.map(({ url }) => new URL(url).pathname));
}

/** It was no easy day: requests died with their workers, and attempts of every number failed and succeeded. */
function expectHardship({ arrivals, attempts }: DeliveryHistory): void {
  const again = arrivals.length - new Set(arrivals.map((one) => one.delivery_id)).size;
  expect(kills.length).toBe(2 * rounds);
  expect(again).toBeGreaterThan(0);
  const ends = attempts.filter((one) => one.status !== 'cancelled');
  expect(new Set(ends.map((one) => `${one.status} ${one.attempt}`))).toEqual(
    new Set([1, 2, 3, 4].flatMap((n) => [`succeeded ${n}`, `failed ${n}`])),
  );
  const figures = `${attempts.length} attempts, ${arrivals.length} requests, ${again} sent again, ${kills.length} workers killed`;
  if (rounds > 1) console.log(figures);
}

describe.skipIf(!canStartRedis)('webhooks to fickle receivers, by workers that are killed', () => {
  beforeAll(async () => {
    redis = await startOwnRedis();
    cluster = await createCluster({
      REDIS_URL: redis.url,
      WEBHOOK_RETRY_SCHEDULE: schedule.join(','),
      WEBHOOK_TIMEOUT_MS: String(timeoutMs),
      LOG_LEVEL: 'info',
      ACCESS_TOKEN_TTL: '7200',
    });
    database = new pg.Pool({ connectionString: cluster.databaseUrl, max: 2 });
    receiver = new UnreliableReceiver(seed);
    await receiver.start();
    [api, workers] = await Promise.all([
      cluster.startApi(),
      Promise.all([cluster.startWorker(), cluster.startWorker()]),
    ]);
    owners = await Promise.all(
      Array.from({ length: organizations }, (_, index) => signUpAt(api, `receivers-${index}`)),
    );
  });
  afterAll(async () => {
    await database?.end();
    await cluster?.stop();
    await receiver?.stop();
    await redis?.kill();
  });

  it(
    'arrive, each once as recorded, or use up their attempts at the times of the schedule',
    async () => {
      for (const owner of owners) for (const one of registered) await register(owner, one);
      await eventually(waiting, (count) => count === 0);
      const { rows } = await database.query('select max(id)::float8 as id from events');
      for (let round = 0; round < rounds; round += 1) await haveARound(round);
      await untilQuiet();
      const books = await readBooks(rows[0].id);
      expect(findViolations(books)).toEqual([]);
      expect(await brokenInvariants(cluster)).toEqual([]);

      const gone = new Set(books.arrivals.filter((one) => one.answered === 410).map((one) => one.path));
      expect(await pathsOff()).toEqual(gone);
      expectHardship(books);
    },
    300_000 * rounds,
  );
});
