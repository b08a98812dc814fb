import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { openStream } from '@wfp/testing/stream-client.ts';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chainEntries } from '../../../packages/areas/src/audit-log/chain/audit-chain.lane.ts';
import {
  analyzePartitioned,
  readPartitionsState,
} from '../../../packages/areas/src/maintenance/lane.store.ts';
import { Partitions } from '../../../packages/areas/src/maintenance/partitions.ts';
import { RelayHarness } from '../../../packages/shared/src/events/testing/relay-harness.ts';
import { findPartitions, partitionedTables } from '../../../prisma/archive/partitions.ts';
import { connectAsOwner, endMonths } from './past-months.ts';

const { sql } = Prisma;
let service: TestService;
let relaying: RelayHarness;
let client: pg.Client;
let owner: Client;
beforeAll(async () => {
  service = await startOwnService();
  relaying = new RelayHarness(service);
  client = await connectAsOwner(service.config.DATABASE_URL);
});
afterEach(() => relaying.stopAll());
afterAll(async () => {
  await client.end();
  await service.stop();
});
beforeEach(async () => {
  owner = await service.newOrganization();
});

const endMonthsAt = (moment: Date) => endMonths(client, moment);

/** Counts rows of the organization by partition. */
async function countByPartition(table: string): Promise<Record<string, number>> {
  const { rows } = await client.query(
    `select tableoid::regclass::text as part, count(*)::int as rows from ${table} where org_id = $1 group by 1`,
    [owner.user.org_id],
  );
  return Object.fromEntries(rows.map(({ part, rows: count }) => [part.replace(/^months\./, ''), count]));
}
const extend = () =>
  executeOperational<{ made: number }>(service.platform, sql`select extend_partitions() as made`);

describe('future months', () => {
  it('exist from the start, and missing ones are created once by concurrent workers', async () => {
    expect(await readPartitionsState(service.platform)).toMatchObject({
      lacks_months: false,
      is_late: false,
      has_strays: false,
    });
    await endMonthsAt(new Date(Date.now() + 60_000));
    await owner.call('POST', '/tasks', { title: 'Before' });
    expect(await readPartitionsState(service.platform)).toMatchObject({ lacks_months: true, is_late: true });
    const workers = Array.from({ length: 4 }, () => new Partitions());
    const made = await Promise.all(workers.map((worker) => worker.maintain(service.platform)));
    expect(made.filter((count) => count > 0)).toHaveLength(1);
    expect(await readPartitionsState(service.platform)).toMatchObject({
      lacks_months: false,
      is_late: false,
    });
    expect(await workers[0]?.maintain(service.platform)).toBe(0);
  });

  it('absorb rows of the catch-all partition without new events, counts or changes', async () => {
    relaying.start();
    await owner.call('POST', '/tasks', { title: 'In its month' });
    await endMonthsAt(new Date(Date.now() - 1));
    for (const title of ['stray', 'second stray']) await owner.call('POST', '/tasks', { title });
    await relaying.waitUntilNumbered();
    await chainEntries(service.platform, owner.user.org_id);
    // A verification is an event, too.
    const verified = await verify();
    await relaying.waitUntilNumbered();
    const before = {
      verified,
      events: await listEvents(),
      log: await relaying.readLog(owner.user.org_id),
    };
    expect(await countByPartition('events')).toHaveProperty('events_after');
    expect((await readPartitionsState(service.platform)).has_strays).toBe(true);
    // Concurrent writers may block the move; a later run completes it.
    const writes = Array.from({ length: 20 }, (_, n) =>
      owner.call('POST', '/tasks', { title: `concurrent ${n}` }),
    );
    await eventually(
      async () => {
        await extend().catch(() => undefined);
        return readPartitionsState(service.platform);
      },
      (state) => !state.lacks_months,
    );
    for (const response of await Promise.all(writes)) expect(response.status).toBe(201);
    await relaying.waitUntilNumbered();
    for (const table of await partitionedTables(client))
      expect(await countByPartition(table)).not.toHaveProperty(`${table}_after`);
    expect((await listEvents()).total).toBe(before.events.total + 20);
    expect((await listEvents()).data.slice(20)).toEqual(before.events.data);
    expect((await relaying.readLog(owner.user.org_id)).slice(0, before.log.length)).toEqual(before.log);
    await chainEntries(service.platform, owner.user.org_id);
    expect(before.verified.ok && (await verify()).ok).toBe(true);
  });

  it('are deferred during a long read, and writes continue', async () => {
    await endMonthsAt(new Date(Date.now() + 60_000));
    const reader = await connectAsOwner(service.config.DATABASE_URL);
    await reader.query('begin; select 1 from events limit 1');
    const job = new Partitions();
    expect(await job.maintain(service.platform)).toBe(0);
    expect(await job.isDue(service.platform)).toBe(false);
    expect((await owner.call('POST', '/tasks', { title: 'During the read' })).status).toBe(201);
    // The server may not have noticed yet that a closed connection has ended.
    await reader.query('rollback');
    await reader.end();
    expect(await new Partitions().maintain(service.platform)).toBeGreaterThan(0);
  });
});

const listEvents = async () => (await owner.call('GET', '/events?limit=100')).body;
const verify = async () => (await owner.call('GET', '/audit-log/verify')).body;

it('loses and duplicates nothing when a month ends during writes', async () => {
  relaying.start();
  const stream = await openStream(service.url, owner.token);
  const { id } = (await owner.call('POST', '/tasks', { title: 'begun' })).body;
  const midnight = await endMonthsSoon();
  let writes = 0;
  const write = async () => {
    while (Date.now() < midnight.getTime() + 300) {
      const response = await owner.call('PATCH', `/tasks/${id}`, { title: `change ${writes++}` });
      expect(response.status).toBe(200);
    }
  };
  await Promise.all([write(), write(), write()]);
  await relaying.waitUntilNumbered();
  for (const table of ['events', 'event_log', 'audit_log'])
    expect(Object.keys(await countByPartition(table)).length, table).toBeGreaterThan(1);
  const history = await readHistory(id);
  expect(history.total).toBe(writes + 1);
  const ids = history.data.map((event: { id: number }) => event.id);
  expect(ids).toEqual([...new Set<number>(ids)].sort((a, b) => a - b));
  const last = (await relaying.readLog(owner.user.org_id)).length;
  await stream.until('all of it', (one) => Number(one.lastEventId) === last);
  const streamed = stream.messages
    .filter((one) => one.data.aggregate_type === 'task')
    .map((one) => one.data.id);
  expect(streamed.toSorted((a, b) => a - b)).toEqual(ids);
  await stream.close();
  await chainEntries(service.platform, owner.user.org_id);
  expect(await verify()).toMatchObject({ ok: true, unsealed: 0 });
});

/** Lets the current months end shortly after this function returns, however long it takes. */
async function endMonthsSoon(): Promise<Date> {
  for (let leadMs = 1_500; ; leadMs *= 2) {
    const midnight = new Date(Date.now() + leadMs);
    await endMonthsAt(midnight);
    await extend();
    if (Date.now() < midnight.getTime() - 500) return midnight;
  }
}

/** Reads all pages of a task's history. */
async function readHistory(id: number) {
  const data: { id: number }[] = [];
  for (;;) {
    const { body } = await owner.call('GET', `/events/task/${id}?limit=100&offset=${data.length}`);
    data.push(...body.data);
    if (body.data.length === 0) return { data, total: body.total };
  }
}

it('analyzes partitioned tables as the role of the service, which autovacuum does not', async () => {
  await owner.call('POST', '/tasks', { title: 'Any row' });
  await analyzePartitioned(service.platform);
  const { rows } = await client.query(
    `select distinct tablename from pg_stats where schemaname = 'public' and inherited and tablename = any($1)`,
    [['events', 'audit_log']],
  );
  expect(rows).toHaveLength(2);
});

it('creates months even if statistics cannot be gathered', async () => {
  await endMonthsAt(new Date(Date.now() + 60_000));
  await client.query(`alter function analyze_partitioned() rename to analyze_elsewhere;
    select pg_stat_reset_single_table_counters('events'::regclass);
    update pg_class set reltuples = 20000 where oid = 'months.events_before'::regclass`);
  await expect(new Partitions().maintain(service.platform)).rejects.toThrow();
  await client.query(`alter function analyze_elsewhere() rename to analyze_partitioned`);
  expect(await readPartitionsState(service.platform)).toMatchObject({ lacks_months: false });
});

describe('forbidden statements', () => {
  it('include any access to a partition, and anything but inserts, for the role of the service', async () => {
    await extend();
    await client.query(`set role wfp_app`);
    const { rows } = await client.query(
      `select relname from pg_class where relnamespace = 'months'::regnamespace and relkind = 'r'`,
    );
    expect(rows.length).toBeGreaterThan(20);
    for (const { relname } of rows)
      for (const statement of ['select from', 'delete from', 'truncate'])
        await expect(client.query(`${statement} months.${relname}`)).rejects.toThrow('permission denied');
    for (const table of await partitionedTables(client))
      for (const statement of [`delete from ${table}`, `update ${table} set org_id = 1`, `truncate ${table}`])
        await expect(client.query(statement)).rejects.toThrow('permission denied');
    await expect(client.query('select extend_partitions(99)')).rejects.toThrow('between 1 and 24');
    await expect(client.query(`select months.extend('events', now())`)).rejects.toThrow('permission denied');
    await client.query('reset role');
  });

  it('include update, delete and truncate for the owner, in old and new partitions', async () => {
    await owner.call('POST', '/tasks', { title: 'Any row' });
    for (const { name } of await findPartitions(client)) {
      for (const statement of [
        `delete from months.${name}`,
        `update months.${name} set org_id = 1`,
        `truncate months.${name}`,
      ])
        await expect(client.query(statement), name).rejects.toThrow('append-only');
    }
    for (const table of await partitionedTables(client))
      await expect(client.query(`truncate ${table}`)).rejects.toThrow('append-only');
  });
});

it('accepts rows of any date and has all indexes in every partition', async () => {
  expect(Object.keys(await countByPartition('events'))).not.toContain('events_after');
  const { rows } =
    await client.query(`select c.relname, (select count(*)::int from pg_index where indrelid = c.oid) as indexes,
      (select count(*)::int from pg_index where indrelid = h.inhparent) as of_table
    from pg_inherits h join pg_class c on c.oid = h.inhrelid where h.inhparent in ('events'::regclass, 'audit_log'::regclass)`);
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) expect(row.indexes, row.relname).toBe(row.of_table);
  for (const at of ['1990-01-01', '2099-01-01']) {
    await client.query(
      `insert into audit_log (org_id, occurred_at, actor_type, action, resource, request_id)
      values ($1, $2, 'system', 'create', 'task', 'x')`,
      [owner.user.org_id, at],
    );
  }
  expect(await countByPartition('audit_log')).toMatchObject({ audit_log_before: 1, audit_log_after: 1 });
  expect((await readPartitionsState(service.platform)).has_strays).toBe(true);
});
