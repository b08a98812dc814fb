import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { ignoreDropped } from '@wfp/testing/database.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { Prisma } from '../../db/generated/client.ts';
import { executeOperationalInTransaction } from '../../db/operational.ts';
import { insertEvent, RelayHarness, sleep, waitUntil } from '../testing/relay-harness.ts';
import { claimEvents } from './relay-claim.ts';
import { readRelayLag } from './relay-lag.ts';
import { allShards } from './sharing/relay-shards.ts';

const { sql } = Prisma;
let service: TestService;
let relaying: RelayHarness;
let owner: Client;
beforeAll(async () => {
  service = await startOwnService();
  relaying = new RelayHarness(service);
  owner = await service.newOrganization();
});
afterEach(() => relaying.stopAll());
afterAll(() => service.stop());

it('keeps the order in which one record changed', async () => {
  relaying.start();
  const { id } = (await owner.call('POST', '/tasks', { title: '0' })).body;
  await Promise.all(
    Array.from({ length: 25 }, (_, index) =>
      owner.call('PATCH', `/tasks/${id}`, { title: String(index + 1) }),
    ),
  );
  await relaying.waitUntilNumbered();
  const rows = await service.rows(sql`
    select e.payload ->> 'record_name' as name, a.before ->> 'title' as was from event_log l
    join events e on e.org_id = l.org_id and e.id = l.event_id join audit_log a on a.org_id = e.org_id and a.event_id = e.id
    where e.org_id = ${owner.user.org_id} and e.aggregate_type = 'task' and e.aggregate_id = ${id} order by l.seq`);
  expect(rows).toHaveLength(26);
  for (const [index, row] of rows.entries())
    if (index > 0) expect(row.was ?? row.name).toBe(rows[index - 1].name);
});

it('hands over to another relay when one stops, and numbers what was committed in between', async () => {
  await owner.call('POST', '/tasks', { title: 'No relay is running' });
  const first = relaying.start();
  await relaying.waitUntilNumbered();
  await relaying.stop(first);
  relaying.start();
  await owner.call('POST', '/tasks', { title: 'The next one' });
  await relaying.waitUntilNumbered();
  await relaying.expectGapFree();
});

it('alternates between organizations: a backlog of one does not delay the others', async () => {
  const [busy, quiet] = [await service.newOrganization(), await service.newOrganization()];
  await executeOperationalInTransaction(service.platform, async (tx) => {
    await tx.execute(sql`
      with e as (insert into events (org_id, aggregate_type, aggregate_id, event_type, payload, occurred_at)
        select ${busy.user.org_id}, 'task', n, 'task.post_update', '{}', now() from generate_series(1, 500) n returning *)
      insert into outbox (org_id, event_id, occurred_at) select org_id, id, occurred_at from e`);
  });
  await quiet.call('POST', '/tasks', { title: 'Quick' });
  const batches: number[][] = [];
  relaying.start({
    batchSize: 50,
    projections: [
      {
        name: 'watch',
        project: async (_, events) => {
          batches.push(events.map(({ org_id }) => org_id));
          return [];
        },
      },
    ],
  });
  await relaying.waitUntilNumbered();
  const first = batches.findIndex((orgs) => orgs.includes(quiet.user.org_id));
  const last = batches.findLastIndex((orgs) => orgs.includes(busy.user.org_id));
  expect(batches.filter((orgs) => orgs.includes(busy.user.org_id)).length).toBeGreaterThanOrEqual(10);
  expect(first).toBeLessThan(last - 5);
});

it('takes smaller batches while projections are slow, so that the organizations alternate more often', async () => {
  const { org_id } = (await service.newOrganization()).user;
  await executeOperationalInTransaction(service.platform, async (tx) => {
    await tx.execute(sql`
      with e as (insert into events (org_id, aggregate_type, aggregate_id, event_type, payload, occurred_at)
        select ${org_id}::int, 'task', n, 'task.post_update', '{}', now() from generate_series(1, 900) n returning *)
      insert into outbox (org_id, event_id, occurred_at) select org_id, id, occurred_at from e`);
  });
  const sizes: number[] = [];
  relaying.start({
    batchSize: 400,
    projections: [
      {
        name: 'slow',
        project: async (_, events) => {
          sizes.push(events.length);
          await sleep(events.length * 5);
          return [];
        },
      },
    ],
  });
  await relaying.waitUntilNumbered();
  const [first, ...others] = sizes.slice(sizes.indexOf(400));
  expect(first).toBe(400);
  expect(others.length).toBeGreaterThanOrEqual(5);
  // 400 events took at least two seconds, and half a second is the target.
  expect(Math.max(...others)).toBeLessThanOrEqual(100);
  await relaying.expectGapFree();
});

it.each([
  ['now', insertEvent],
  // Numbers are unique only within a partition: no unique index of the log would detect a duplicate in another month.
  ['in another month', insertEvent.replace('clock_timestamp()', `clock_timestamp() + interval '1 month'`)],
])(
  'rejects numbering by a second leader of the same shard, which only a bug can cause: an event %s',
  async (_, insert) => {
    const { org_id } = (await service.newOrganization()).user;
    const pool = new pg.Pool({ connectionString: service.config.DATABASE_URL, max: 2 }).on(
      'error',
      ignoreDropped,
    );
    const [one, other] = [await pool.connect(), await pool.connect()];
    const claimOn = (client: pg.PoolClient) =>
      claimEvents(
        {
          rows: async ({ text, values }) => (await client.query(text, values)).rows,
          execute: async () => 0,
        },
        { shards: allShards, after: org_id - 1, organizations: 1, events: 100 },
      );
    await one.query('begin');
    await claimOn(one);
    await other.query(insert, [org_id, 1]);
    const [{ pid }] = (await other.query('select pg_backend_pid() as pid')).rows;
    const second = claimOn(other).catch((error: pg.DatabaseError) => error.code);
    // Limited to the session, because pg_locks also shows the locks of other databases of the server.
    const waits = async () =>
      (
        await service.rows(
          sql`select from pg_locks where not granted and locktype = 'transactionid' and pid = ${pid}::int`,
        )
      ).length > 0;
    await waitUntil(waits, 'the second claim waits for the first').finally(() => one.query('commit'));
    expect(await second).toBe('23502');
    one.release();
    other.release();
    await pool.end();
    relaying.start();
    await relaying.waitUntilNumbered();
    await relaying.expectGapFree();
  },
);

it('reports its lag', async () => {
  await owner.call('POST', '/tasks', { title: 'Waits' });
  await waitUntil(async () => (await readRelayLag(service.platform)).oldest_ms > 50, 'the oldest event ages');
  const { waiting } = await readRelayLag(service.platform);
  const [{ count }] = await service.rows(sql`select count(*)::int as count from outbox`);
  expect(waiting).toBe(count);
  relaying.start();
  await relaying.waitUntilNumbered();
  expect(await readRelayLag(service.platform)).toEqual({ waiting: 0, oldest_ms: 0, failures: 0 });
});
