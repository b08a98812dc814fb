import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteExpired, hasExpiredRows, readPartitionsState } from './lane.store.ts';
import { Partitions } from './partitions.ts';

const { sql } = Prisma;
let service: TestService;
let client: pg.Client;
let owner: Client;
let webhook_id: number;
beforeAll(async () => {
  service = await startOwnService();
  client = new pg.Client({ connectionString: service.config.DATABASE_URL, options: '-c timezone=UTC' });
  await client.connect();
  owner = await service.newOrganization();
  const hook = { url: 'http://localhost:9/hook', event_types: ['team.*'] };
  webhook_id = (await owner.call('POST', '/webhooks', hook)).body.id;
});
afterAll(async () => {
  await client.end();
  await service.stop();
});

/** A day of the month that is `months` ago. */
const monthsAgo = (months: number, day = 1) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, day)).toISOString();
};
/** Inserts deliveries that finished at `at`, or pending ones if it is null. */
const insertFinished = (at: string | null, count = 1, status = at ? 'succeeded' : 'pending') =>
  executeOperational(
    service.platform,
    sql`insert into webhook_deliveries (org_id, webhook_id, event_id, event_occurred_at, event_type, attempt, status, scheduled_at, finished_at, filed_at)
      select ${owner.user.org_id}, ${webhook_id}, nextval('events_id_seq'), now(), 'task.post_create', 1, ${status}::delivery_status,
        now() + interval '1 day', ${at}::timestamptz, coalesce(${at}::timestamptz, 'infinity')
      from generate_series(1, ${count}::int) returning 1`,
  );
const left = () =>
  service.rows<{ partition: string; count: number }>(
    sql`select substring(tableoid::regclass::text from 'webhook_deliveries_(.*)') as partition, count(*)::int as count
      from webhook_deliveries group by 1 order by 1`,
  );
const partitionName = (months: number) => monthsAgo(months).slice(0, 7).replace('-', '_');

/** Creates and drops partitions. Retries, because an autovacuum may hold a lock on one of the tables. */
const maintain = () =>
  eventually(
    () => new Partitions().maintain(service.platform),
    (changed) => changed > 0,
  );

/** Adds the partitions of an installation that has run for some time. */
async function addMonths(from: number, to: number): Promise<void> {
  const until = monthsAgo(to - 1);
  await client.query(`alter table webhook_deliveries detach partition months.webhook_deliveries_before`);
  await client.query(`alter table webhook_deliveries attach partition months.webhook_deliveries_before
    for values from (minvalue) to ('${monthsAgo(from)}')`);
  for (let months = from; monthsAgo(months) < until; months -= 1)
    await client.query(`select months.add('webhook_deliveries', 'webhook_deliveries_${partitionName(months)}',
      'from (''${monthsAgo(months)}'') to (''${monthsAgo(months - 1)}'')')`);
}

it('drops a month of deliveries 90 days after its end, and those before all partitions', async () => {
  const { rows } = await client.query(`select months.begin_of('webhook_deliveries_' || to_char(
    date_trunc('month', now() - interval '90 days'), 'YYYY_MM')) = date_trunc('month', now() - interval '90 days') as is_first`);
  expect(rows).toEqual([{ is_first: true }]);
  await addMonths(8, 5);
  await insertFinished(monthsAgo(20), 3);
  await insertFinished(monthsAgo(8), 2);
  await insertFinished(monthsAgo(6, 28), 11_000);
  await insertFinished(monthsAgo(2, 2), 1, 'failed');
  await insertFinished(null, 4);
  expect((await readPartitionsState(service.platform)).has_old_deliveries).toBe(true);
  const worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
  try {
    const state = () => readPartitionsState(service.platform);
    await eventually(state, (now) => !now.has_old_deliveries);
  } finally {
    await worker.stop();
  }
  expect(await left()).toEqual([
    { partition: partitionName(2), count: 1 },
    { partition: 'open', count: 4 },
  ]);
  const { total } = (await owner.call('GET', `/webhooks/${webhook_id}/deliveries`)).body;
  expect(total).toBe(5);
});

it('stores deliveries that finished before all partitions, and drops them in the next run', async () => {
  await insertFinished(monthsAgo(12));
  expect(await left()).toContainEqual({ partition: 'before', count: 1 });
  const dropped = await eventually(
    () => Promise.all(Array.from({ length: 4 }, () => new Partitions().maintain(service.platform))),
    (counts) => counts.some((count) => count > 0),
  );
  expect(dropped.toSorted()).toEqual([0, 0, 0, 1]);
  expect(await left()).not.toContainEqual(expect.objectContaining({ partition: 'before' }));
  await insertFinished(monthsAgo(12));
  expect(await maintain()).toBe(1);
});

it('is postponed during a long read, without blocking deliveries', async () => {
  await insertFinished(monthsAgo(12));
  await client.query('begin; select 1 from webhook_deliveries limit 1');
  const job = new Partitions();
  expect(await job.maintain(service.platform)).toBe(0);
  expect(await job.isDue(service.platform)).toBe(false);
  await insertFinished(monthsAgo(0));
  await client.query('commit');
  expect(await maintain()).toBe(1);
});

it('moves deliveries after the last partition into their own once it exists', async () => {
  await insertFinished(monthsAgo(0), 5);
  const { rows: gone } = await client.query(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'webhook_deliveries'::regclass and c.relname ~ '_\\d' and months.begin_of(c.relname) >= $1`,
    [monthsAgo(0)],
  );
  await client.query(`begin; create temporary table kept as
    select * from webhook_deliveries where filed_at >= '${monthsAgo(0)}' and filed_at < 'infinity'`);
  for (const { name } of gone) await client.query(`drop table months.${name}`);
  await client.query(`alter table webhook_deliveries detach partition months.webhook_deliveries_after;
    alter table webhook_deliveries attach partition months.webhook_deliveries_after
      for values from ('${monthsAgo(0)}') to ('infinity');
    insert into webhook_deliveries select * from kept; commit`);
  const before = await left();
  const caught = before.find(({ partition }) => partition === 'after')?.count;
  expect(caught).toBeGreaterThanOrEqual(5);
  const state = await readPartitionsState(service.platform);
  expect(state).toMatchObject({ lacks_months: true, is_late: true, has_strays: true });
  expect(await maintain()).toBe(4);
  expect(await left()).toContainEqual({ partition: partitionName(0), count: caught });
  expect(await left()).toHaveLength(before.length);
  expect(await readPartitionsState(service.platform)).toMatchObject({
    lacks_months: false,
    has_strays: false,
  });
  const { rows } = await client.query(
    `select tablename from pg_indexes where schemaname = 'months' and indexname = tablename || '_ended' order by 1`,
  );
  const { rows: parts } = await client.query(
    `select c.relname as tablename from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'webhook_deliveries'::regclass and c.relname <> 'webhook_deliveries_open' order by 1`,
  );
  expect(rows).toEqual(parts);
});

it('stores open deliveries and finished ones in separate partitions', async () => {
  const misplaced = (finished_at: string | null, filed_at: string, status: string) =>
    client.query(
      `insert into webhook_deliveries (org_id, webhook_id, event_id, event_occurred_at, event_type, attempt, status, scheduled_at, finished_at, filed_at)
       values ($1, $2, 1, now(), 'task.post_create', 1, $3, now(), $4, $5)`,
      [owner.user.org_id, webhook_id, status, finished_at, filed_at],
    );
  const now = new Date().toISOString();
  const rule = 'webhook_deliveries_filed_when_over';
  await expect(misplaced(null, now, 'pending')).rejects.toThrow(rule);
  await expect(misplaced(now, now, 'delivering')).rejects.toThrow(rule);
  await expect(misplaced(now, 'infinity', 'succeeded')).rejects.toThrow(rule);
  await expect(misplaced(null, 'infinity', 'cancelled')).rejects.toThrow(rule);
});

it('also deletes replays that finished before the oldest deliveries', async () => {
  const add = (days: number | null) =>
    client.query(
      `insert into webhook_replays (org_id, webhook_id, "from", "to", status, finished_at, created_by, updated_by)
       values ($1, $2, now() - interval '2 years', now(), $3, now() - $4 * interval '1 day', $5, $5) returning id`,
      [owner.user.org_id, webhook_id, days === null ? 'running' : 'done', days, owner.user.id],
    );
  for (const days of [null, 1, 121, 123, 500]) await add(days);
  expect(await hasExpiredRows(service.platform)).toBe(true);
  await deleteExpired(service.platform);
  const { rows } = await client.query(
    `select round(extract(epoch from now() - finished_at) / 86400)::int as days from webhook_replays where webhook_id = $1 order by 1 nulls first`,
    [webhook_id],
  );
  expect(rows.map(({ days }) => days)).toEqual([null, 1, 121]);
  expect(await hasExpiredRows(service.platform)).toBe(false);
});

it('is permitted to the service’s role only through its function', async () => {
  await client.query('set role wfp_app');
  expect((await client.query('select drop_old_deliveries() as dropped')).rows).toEqual([{ dropped: 0 }]);
  await expect(client.query('drop table webhook_deliveries')).rejects.toThrow('must be owner');
  await expect(client.query('delete from months.webhook_deliveries_before')).rejects.toThrow(
    'permission denied',
  );
  await client.query('reset role');
});
