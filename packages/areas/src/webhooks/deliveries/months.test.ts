import { Prisma } from '@wfp/shared/db';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { startReceiver } from '@wfp/testing/receiver.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RelayHarness } from '../../../../shared/src/events/testing/relay-harness.ts';
import type { DeliveryResult } from '../sender/queue/delivery-result.ts';
import { acquireLane, findDueLanes, insertResults, leaseDue } from '../sender/queue/lane.store.ts';
import { createLaneHarness, type LaneHarness } from '../testing/lane-harness.ts';
import { fanOut } from './fan-out.store.ts';

const { sql } = Prisma;
const rules = { ordered: false, rate_limit_per_second: null };
let service: TestService;
let relaying: RelayHarness;
let owner: Client;
let harness: LaneHarness;
let client: pg.Client;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  service = await startOwnService({ WEBHOOK_RETRY_SCHEDULE: '0,3600' });
  relaying = new RelayHarness(service);
  client = new pg.Client({ connectionString: service.config.DATABASE_URL, options: '-c timezone=UTC' });
  await client.connect();
  receiver = await startReceiver({ '/fails': (res) => res.writeHead(500).end() });
  owner = await service.newOrganization();
  harness = createLaneHarness(service, owner);
});
afterAll(async () => {
  await client?.end();
  await relaying?.stopAll();
  await receiver?.stop();
  await service?.stop();
});

/** Adds two years of monthly partitions before those of a new database. */
async function addYears(table: string): Promise<void> {
  await client.query(`do $$
    declare
      first timestamptz := trim(both '''' from months.end_of('${table}_before'))::timestamptz;
      month timestamptz := first - interval '24 months';
    begin
      execute format('alter table ${table} detach partition months.${table}_before');
      execute format('alter table ${table} attach partition months.${table}_before for values from (minvalue) to (%L)', month);
      while month < first loop
        perform months.add('${table}', '${table}' || to_char(month, '_YYYY_MM'), format('from (%L) to (%L)', month, month + interval '1 month'));
        month := month + interval '1 month';
      end loop;
    end $$`);
  const { rows } = await client.query(
    `select count(*)::int as months from pg_inherits where inhparent = $1::regclass`,
    [table],
  );
  expect(rows[0].months).toBeGreaterThan(28);
}

/** Returns the number of scans of each past monthly partition. */
async function countScans(): Promise<Record<string, number>> {
  const { rows } = await client.query(
    `select relname, (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int as scans from pg_stat_user_tables
     where schemaname = 'months' and substring(relname from '^(?:events|webhook_deliveries)_(.*)') < to_char(now(), 'YYYY_MM')`,
  );
  return Object.fromEntries(rows.map(({ relname, scans }) => [relname, scans]));
}
/** Closes all other connections, which flushes their statistics. */
async function closeConnections(): Promise<void> {
  await client.query('select pg_stat_force_next_flush()');
  for (let open = 1; open > 0; ) {
    const { rows } =
      await client.query(`select count(pg_terminate_backend(pid, 5000))::int as open from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`);
    open = rows[0].open;
  }
}

it('sends, retries, sweeps and cancels without reading partitions of past months', async () => {
  await addYears('webhook_deliveries');
  await addYears('events');
  const tasks = { event_types: ['task.*'] };
  const [good, bad] = [
    await harness.createEndpoint(receiver.url('/ok'), tasks),
    await harness.createEndpoint(receiver.url('/fails'), tasks),
  ];
  await client.query(
    `insert into webhook_deliveries (org_id, webhook_id, event_id, event_occurred_at, event_type, attempt, status, scheduled_at, finished_at, filed_at)
     select $1, $2, n, at, 'task.post_create', 1, 'succeeded', at, at, at
     from generate_series(1, 5000) n cross join lateral (select date_trunc('month', now()) - n * interval '3 hours' as at) t`,
    [owner.user.org_id, good],
  );
  await client.query('analyze webhook_deliveries');
  await closeConnections();
  const before = await countScans();
  expect(Object.keys(before).length).toBeGreaterThan(45);

  relaying.start({ projections: [{ name: 'webhook-deliveries', project: fanOut }] });
  for (const title of ['One', 'Two', 'Three']) await owner.call('POST', '/tasks', { title });
  await relaying.waitUntilNumbered();
  expect(await findDueLanes(service.platform)).toHaveLength(2);
  for (const id of [good, bad]) await harness.run(id);
  await owner.call('DELETE', `/webhooks/${bad}`);
  expect(await findDueLanes(service.platform)).toEqual([]);
  await relaying.stopAll();
  await closeConnections();
  expect(await countScans()).toEqual(before);
  // Leases are HOT updates, which write no index.
  const { rows } = await client.query(`select n_tup_upd::int as leases, n_tup_hot_upd::int as cheap
    from pg_stat_user_tables where relid = 'webhook_deliveries_open'::regclass`);
  expect(rows).toEqual([{ leases: 6, cheap: 6 }]);
  expect(await harness.counts(bad)).toEqual({ failed: 3, cancelled: 3 });
});

it('records a result and the next attempt once if several runs report it concurrently', async () => {
  const id = await harness.createEndpoint(receiver.url('/ok'));
  const created = await harness.insertDue(id, 40);
  const lock = { org_id: owner.user.org_id, webhook_id: id, holder: 'one', seconds: 30 };
  await acquireLane(service.platform, lock);
  const leased = await leaseDue(service.platform, lock, rules, 40);
  const http = {
    duration_ms: 3,
    response_status: 500,
    response_headers: null,
    response_body: null,
    error: 'HTTP 500',
    is_timeout: false,
  };
  const finished: DeliveryResult[] = leased.map(({ delivery_id, tid, lease_until }) => ({
    delivery_id,
    tid,
    lease_until,
    status: 'failed',
    http,
    ended_ms_ago: 0,
    next_in_seconds: 60,
  }));
  const record = () => insertResults(service.platform, lock, finished);
  await Promise.all(Array.from({ length: 6 }, record));
  await record();
  expect(await harness.counts(id)).toEqual({ failed: 40, pending: 40 });
  const rows = await harness.rows(id);
  expect(rows.filter((row) => row.status === 'failed').map((row) => row.id)).toEqual(created);
  expect(new Set(rows.map((row) => `${row.event_id} ${row.attempt}`)).size).toBe(80);
});

it('does not insert an attempt that exists in a monthly partition', async () => {
  const id = await harness.createEndpoint(receiver.url('/fails'));
  await harness.insertDue(id, 1);
  await harness.run(id);
  await harness.tamper(
    sql`update webhook_deliveries set scheduled_at = now() where webhook_id = ${id} and status = 'pending'`,
  );
  await harness.run(id);
  expect(await harness.counts(id)).toEqual({ failed: 2 });
  // Makes the first attempt pending again.
  await harness.tamper(sql`update webhook_deliveries set status = 'pending', finished_at = null, filed_at = 'infinity'
    where webhook_id = ${id} and attempt = 1`);
  await harness.run(id);
  expect(await harness.counts(id)).toEqual({ failed: 2 });
});

it('switches an endpoint off during its deliveries without errors', async () => {
  const id = await harness.createEndpoint(receiver.url('/ok'));
  const [event] = await harness.insertDue(id, 1);
  await client.query(
    `insert into webhook_deliveries (org_id, webhook_id, event_id, event_occurred_at, event_type, attempt, scheduled_at)
     select d.org_id, d.webhook_id, d.event_id, d.event_occurred_at, d.event_type, n, now()
     from webhook_deliveries d cross join generate_series(2, 2000) n where d.id = $1`,
    [event],
  );
  const running = harness.run(id);
  while (receiver.at('/ok').length < 50) await new Promise((resolve) => setTimeout(resolve, 5));
  const responses = await Promise.all([
    owner.call('PATCH', `/webhooks/${id}`, { is_active: false }),
    owner.call('PATCH', `/webhooks/${id}`, { is_active: false }),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  await running;
  await harness.run(id);
  const { succeeded = 0, cancelled = 0, ...others } = await harness.counts(id);
  expect([others, succeeded + cancelled]).toEqual([{}, 2_000]);
  expect(cancelled).toBeGreaterThan(0);
});

it('leases and records rows by ctid, even if statistics show an empty backlog', async () => {
  const id = await harness.createEndpoint(receiver.url('/ok'));
  await client.query('vacuum analyze webhook_deliveries_open');
  const [first] = await harness.insertDue(id, 1);
  await client.query(
    `insert into webhook_deliveries (org_id, webhook_id, event_id, event_occurred_at, event_type, attempt, scheduled_at)
     select d.org_id, d.webhook_id, d.event_id, d.event_occurred_at, d.event_type, n, now()
     from webhook_deliveries d cross join generate_series(2, 800) n where d.id = $1`,
    [first],
  );
  const read = async () => {
    await closeConnections();
    const { rows } = await client.query(
      `select sum(s.idx_scan) filter (where s.indexrelname <> 'webhook_deliveries_due')::int as others, max(t.seq_scan)::int as scans
       from pg_stat_user_indexes s join pg_stat_user_tables t using (relid) where relid = 'webhook_deliveries_open'::regclass`,
    );
    return rows[0];
  };
  const before = await read();
  await harness.run(id);
  // Only the index on due deliveries is scanned, and the table is not scanned sequentially.
  expect(await read()).toEqual(before);
  expect(await harness.counts(id)).toEqual({ succeeded: 800 });
});
