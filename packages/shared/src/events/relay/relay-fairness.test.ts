import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { ignoreDropped } from '@wfp/testing/database.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { Prisma } from '../../db/generated/client.ts';
import { executeOperationalInTransaction } from '../../db/operational.ts';
import type { NumberedEvent, Projection } from '../../queue/job.ts';
import { RelayHarness, waitUntil } from '../testing/relay-harness.ts';

const { sql } = Prisma;
let service: TestService;
let relaying: RelayHarness;
let database: pg.Pool;
let owner: Client;
let other: Client;
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
  relaying = new RelayHarness(service);
  database = new pg.Pool({ connectionString: service.config.DATABASE_URL, max: 2 }).on(
    'error',
    ignoreDropped,
  );
  await database.query('create table projected (org_id int, event_id int8 primary key)');
  await database.query('create table locked (id int primary key)');
  await database.query('insert into locked values (1)');
  owner = await service.newOrganization();
  other = await service.newOrganization();
});
afterEach(async () => {
  await relaying.stopAll();
  await database.query('delete from projected; delete from relay_failures');
});
afterAll(async () => {
  await database?.end();
  await service?.stop();
});

/** Stores every event; before that, runs a statement on the number of events of the owner's organization, if any. */
function projection(statementFor: (events: number) => Prisma.Sql): Projection {
  return {
    name: 'uneven',
    project: async (tx, batch) => {
      const events = batch.filter(({ org_id }) => org_id === owner.user.org_id).length;
      if (events > 0) await tx.rows(statementFor(events));
      await tx.execute(store(batch));
      return [];
    },
  };
}

const store = (batch: readonly NumberedEvent[]) =>
  sql`insert into projected select * from unnest(${batch.map((one) => one.org_id)}::int[], ${batch.map((one) => one.event_id)}::int8[])`;
const takes = (seconds: number) => sql`select pg_sleep(${seconds}::float8)`;
const waitsForLock = () => sql`select id from locked where id = 1 for update`;

async function writeEvents({ user }: Client, count: number): Promise<void> {
  await executeOperationalInTransaction(service.platform, (tx) =>
    tx.execute(sql`
      with e as (insert into events (org_id, aggregate_type, aggregate_id, event_type, payload, occurred_at)
        select ${user.org_id}, 'task', id, 'task.post_update', '{}', now() from generate_series(1, ${count}::int) id returning *)
      insert into outbox (org_id, event_id, occurred_at) select org_id, id, occurred_at from e`),
  );
}

const count = async (from: Prisma.Sql) =>
  (await service.rows<{ count: number }>(sql`select count(*)::int as count from ${from}`))[0]?.count ?? 0;
const projected = ({ user }: Client) => count(sql`projected where org_id = ${user.org_id}`);
const waiting = ({ user }: Client) => count(sql`outbox where org_id = ${user.org_id}`);
const failed = ({ user }: Client) => count(sql`relay_failures where org_id = ${user.org_id}`);

/** Writes events of the other organization one by one, and returns how long the projection of each took, sorted. */
async function delays(events: number): Promise<number[]> {
  const all: number[] = [];
  while (all.length < events) {
    const before = await projected(other);
    const from = performance.now();
    await writeEvents(other, 1);
    await waitUntil(async () => (await projected(other)) > before, 'the event of the other organization');
    all.push(performance.now() - from);
  }
  return all.sort((one, another) => one - another);
}

async function start(slow: Projection): Promise<void> {
  await relaying.waitUntilNumberedBy({ projections: [] });
  relaying.start({ projections: [slow] });
}

it('numbers events whose projection never ends, and hardly delays those of others', async () => {
  await start(projection(() => takes(60)));
  await writeEvents(owner, 200);
  const [fastest, ...others] = await delays(12);
  // The first one may share a batch with the slow events; later ones wait for a turn of the other organization at most.
  expect(fastest).toBeLessThan(1_500);
  expect(others[5]).toBeLessThan(1_500);
  expect(await failed(other)).toBe(0);
  await waitUntil(async () => (await failed(owner)) > 0, 'an event is numbered without its projection');
  expect(await failed(other)).toBe(0);
});

it('numbers fewer events at once if their projection takes long, in order and without failures', async () => {
  await start(projection((events) => takes(events / 30)));
  await writeEvents(owner, 60);
  await writeEvents(other, 5);
  await waitUntil(async () => (await waiting(owner)) === 0, 'all are numbered');
  expect([await projected(owner), await projected(other)]).toEqual([60, 5]);
  expect([await failed(owner), await failed(other)]).toEqual([0, 0]);
  await relaying.expectGapFree();
  const log = await relaying.readLog(owner.user.org_id);
  expect(log).toEqual(log.toSorted((a, b) => a - b));
});

it('delays only the organization whose projection waits for a lock', async () => {
  const blocker = await database.connect();
  await blocker.query('begin; select from locked for update');
  try {
    await start(projection(waitsForLock));
    await writeEvents(owner, 20);
    const [fastest, ...others] = await delays(8);
    expect(fastest).toBeLessThan(1_500);
    expect(others[3]).toBeLessThan(1_500);
    expect(await projected(owner)).toBe(0);
    expect(await failed(other)).toBe(0);
  } finally {
    await blocker.query('rollback');
    blocker.release();
  }
  await waitUntil(async () => (await projected(owner)) === 20, 'the others follow');
});

it('retries slow projections of one organization without delaying the events and retries of another', async () => {
  await writeEvents(owner, 300);
  await writeEvents(other, 3);
  let isBroken = true;
  const slow = projection(() => takes(60));
  await relaying.waitUntilNumberedBy({
    projections: [
      {
        name: 'uneven',
        project: async (...args) => {
          if (isBroken) throw new Error('not yet');
          return slow.project(...args);
        },
      },
    ],
  });
  expect([await failed(owner), await failed(other)]).toEqual([300, 3]);
  isBroken = false;
  await database.query('update relay_failures set next_try_at = now()');
  relaying.start({ projections: [slow] });
  const [, ...others] = await delays(12);
  expect(others[5]).toBeLessThan(1_500);
  await waitUntil(async () => (await failed(other)) === 0, 'the other organization is retried');
  expect(await failed(owner)).toBe(300);
});

it('stores failures of one organization only, if its events make a batch with others fail', async () => {
  await start(projection(() => sql`select 1 / 0`));
  await writeEvents(owner, 30);
  await writeEvents(other, 30);
  await waitUntil(async () => (await projected(other)) === 30, 'the other organization is projected');
  await waitUntil(async () => (await failed(owner)) === 30, 'the events of the owner fail');
  expect(await failed(other)).toBe(0);
});
