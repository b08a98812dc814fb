import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { ignoreDropped } from '@wfp/testing/database.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { Prisma } from '../../../db/generated/client.ts';
import { executeOperationalInTransaction } from '../../../db/operational.ts';
import type { NumberedEvent, Projection } from '../../../queue/job.ts';
import { RelayHarness, waitUntil } from '../../testing/relay-harness.ts';

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
  // The rows of a projection: the primary key rejects duplicates, and the tests count the rows.
  await database.query(
    `create table projected (org_id int, event_id int8, aggregate_id int check (aggregate_id <> 666), name text,
       primary key (org_id, event_id, name))`,
  );
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

it('numbers events while the stored failures are locked', async () => {
  const blocker = await database.connect();
  await blocker.query('begin; lock table relay_failures in access exclusive mode');
  try {
    relaying.start();
    await writeEvents(owner, [1]);
    await relaying.waitUntilNumbered();
  } finally {
    await blocker.query('rollback');
    blocker.release();
  }
});

/** A projection that stores every event, then calls `afterInsert`, which may throw to fail the batch. */
function storingProjection(
  name: string,
  afterInsert: (batch: readonly NumberedEvent[]) => void = () => undefined,
): Projection {
  return {
    name,
    project: async (tx, batch) => {
      await tx.execute(sql`
        insert into projected select *, ${name} from unnest(${batch.map((one) => one.org_id)}::int[],
          ${batch.map((one) => one.event_id)}::int8[], ${batch.map((one) => one.aggregate_id)}::int[])`);
      afterInsert(batch);
      return [];
    },
  };
}

/** Writes an event for each of these task ids, in one transaction. */
async function writeEvents({ user }: Client, aggregateIds: readonly number[]): Promise<void> {
  await executeOperationalInTransaction(service.platform, (tx) =>
    tx.execute(sql`
      with e as (insert into events (org_id, aggregate_type, aggregate_id, event_type, payload, occurred_at)
        select ${user.org_id}, 'task', id, 'task.post_update', '{}', now() from unnest(${aggregateIds}::int[]) id returning *)
      insert into outbox (org_id, event_id, occurred_at) select org_id, id, occurred_at from e`),
  );
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const failures = () =>
  service.rows(
    sql`select f.org_id, f.projection, f.attempts, f.last_error, e.aggregate_id from relay_failures f
      left join events e on e.org_id = f.org_id and e.id = f.event_id order by f.event_id, f.projection`,
  );
const events = async () => (await service.rows(sql`select count(*)::int as count from event_log`))[0].count;
const projected = async (name: string) =>
  (await service.rows(sql`select count(*)::int as count from projected where name = ${name}`))[0].count;

it('sets aside the one event that a projection fails on; everything else is numbered and projected once', async () => {
  const before = await events();
  await writeEvents(owner, [...range(30), 666, ...range(30)]);
  await writeEvents(other, range(40));
  const waiting = (await service.rows(sql`select count(*)::int as count from outbox`))[0].count;
  const relay = relaying.start({ projections: [storingProjection('first'), storingProjection('second')] });
  await relaying.waitUntilNumbered();
  await relaying.expectGapFree();
  expect(await events()).toBe(before + waiting);
  const failure = {
    org_id: owner.user.org_id,
    aggregate_id: 666,
    last_error: expect.stringContaining('check'),
  };
  expect(await failures()).toEqual([
    { ...failure, projection: 'first', attempts: expect.any(Number) },
    { ...failure, projection: 'second', attempts: expect.any(Number) },
  ]);
  expect(await projected('first')).toBe(waiting - 1);
  expect(await projected('second')).toBe(waiting - 1);
  expect(relay.status.failures).toBeGreaterThanOrEqual(2);
});

it('retries a failed projection with growing delays until it succeeds', async () => {
  let broken = true;
  await writeEvents(owner, [1, 666, 2]);
  relaying.start({
    projections: [
      {
        name: 'repaired',
        project: async (tx, batch, config) => {
          if (broken && batch.some((one) => one.aggregate_id === 666)) throw new Error('not yet');
          const repaired = batch.map((one) => ({ ...one, aggregate_id: 1 }));
          return storingProjection('repaired').project(tx, repaired, config);
        },
      },
    ],
  });
  await waitUntil(async () => (await failures())[0]?.attempts === 2, 'it was tried again');
  const [{ waited, pause }] = await service.rows(
    sql`select extract(epoch from now() - failed_at)::float8 as waited,
      extract(epoch from next_try_at - failed_at)::float8 as pause from relay_failures`,
  );
  // One second before the second attempt, two more before the third.
  expect(waited).toBeGreaterThanOrEqual(1);
  expect(pause).toBeGreaterThanOrEqual(3);
  broken = false;
  await waitUntil(async () => (await failures()).length === 0, 'it was taken in the end');
  expect(await projected('repaired')).toBe(3);
});

it('stores all events of a projection that always fails, in bounded time, while others succeed', async () => {
  await writeEvents(owner, range(500));
  const waiting = (await service.rows(sql`select count(*)::int as count from outbox`))[0].count;
  let broken = true;
  relaying.start({
    batchSize: 1_000,
    projections: [
      storingProjection('broken', () => {
        if (broken) throw new Error('takes nothing');
      }),
      storingProjection('sound'),
    ],
  });
  await relaying.waitUntilNumbered();
  expect(await projected('sound')).toBe(waiting);
  expect(await projected('broken')).toBe(0);
  expect(await failures()).toHaveLength(waiting);
  broken = false;
  await waitUntil(async () => (await failures()).length === 0, 'all were taken in the end');
  expect(await projected('broken')).toBe(waiting);
});

it('delays an organization whose events cannot be numbered, in order, and numbers the others', async () => {
  const { org_id } = owner.user;
  await database.query(`
    create function poisoned() returns trigger language plpgsql as $$ begin raise 'poisoned' using errcode = '23514'; end $$;
    create trigger poisoned before insert on event_log for each row when (new.org_id = ${org_id}) execute function poisoned()`);
  await writeEvents(owner, range(5));
  relaying.start();
  await writeEvents(other, range(5));
  const waits = async (id: number) =>
    (await service.rows(sql`select event_id from outbox where org_id = ${id}`)).length;
  await waitUntil(
    async () => (await waits(other.user.org_id)) === 0,
    'the other organization has its numbers',
  );
  await writeEvents(owner, range(5));
  await writeEvents(other, range(5));
  await waitUntil(async () => (await waits(other.user.org_id)) === 0, 'the other organization continues');
  expect(await waits(org_id)).toBe(10);
  await database.query('drop trigger poisoned on event_log');
  await relaying.waitUntilNumbered();
  await relaying.expectGapFree();
  const log = await relaying.readLog(org_id);
  expect(log).toEqual(log.toSorted((a, b) => a - b));
});

it('stores outbox rows without an event, and continues', async () => {
  const { org_id } = owner.user;
  await writeEvents(owner, [1]);
  await database.query('insert into outbox (org_id, event_id, occurred_at) values ($1, 987654321, now())', [
    org_id,
  ]);
  await writeEvents(owner, [2]);
  relaying.start({ projections: [storingProjection('first')] });
  await relaying.waitUntilNumbered();
  await relaying.expectGapFree();
  expect(await projected('first')).toBe(2);
  expect(await service.rows(sql`select event_id::int, projection, last_error from relay_failures`)).toEqual([
    { event_id: 987654321, projection: '', last_error: 'The event does not exist' },
  ]);
});
