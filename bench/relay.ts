import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import pg from 'pg';
import { bareRelayEvents, bareRelayStatement } from './floor/bare-relay.ts';
import { table } from './measurements/report.ts';
import { median, percentile } from './measurements/statistics.ts';
import { fillBoard, signUp, type Tenant } from './organizations.ts';
import type { Installation } from './processes/installation.ts';
import type { Scenario } from './scenarios.ts';

const manyOrganizations = 20;
const eventsPerSecond = 500;

/**
 * Rate at which one worker numbers and publishes a backlog, compared with a loop that numbers and reads it; and, at a
 * steady rate, the time from the commit of an event to its arrival through Redis.
 */
export const relay: Scenario = async ({ services, floor, options, isSmoke }) => {
  const [organizations, backlog] = isSmoke ? [2, 20] : [manyOrganizations, 20_000];
  const grounds = await Promise.all(
    [...services, floor].map(async (installation) => ({
      installation,
      tenants: await withTasks(installation, organizations),
      rates: [] as number[],
    })),
  );
  const rounds = isSmoke ? 1 : options.rounds + 1;
  for (let round = 0; round < rounds; round += 1) {
    for (const { installation, tenants, rates } of round % 2 === 0 ? grounds : grounds.toReversed()) {
      const rate = await drain(installation, tenants, backlog, installation === floor);
      // The first round is a warm-up: statements are planned and code is compiled.
      if (round > 0 || isSmoke) rates.push(rate);
    }
  }
  const bare = grounds.at(-1);
  const lines = [['', 'events/s', '÷ floor']];
  for (const { installation, rates } of grounds) {
    const shares = rates.map((rate, round) => rate / (bare?.rates[round] ?? Number.NaN));
    lines.push([installation.name, median(rates).toFixed(0), median(shares).toFixed(2)]);
  }
  const lags = [
    [
      `at ${eventsPerSecond} events a second, ms from the commit to Redis`,
      'p50',
      'p99',
      'slowest',
      'arrived',
    ],
  ];
  for (const { installation, tenants } of grounds) {
    if (installation !== floor)
      lags.push(await lag(installation, tenants, options.seconds * (isSmoke ? 1 : 2)));
  }
  return `${table(lines)}\n${table(lags)}`;
};

async function withTasks(installation: Installation, organizations: number): Promise<Tenant[]> {
  const tenants = await signUp(installation, organizations);
  for (const tenant of tenants) await fillBoard(installation, tenant, 100);
  return tenants;
}

/** Inserts $2 events of tasks, with audit entries and outbox rows as a PATCH, for the organizations $1 in turn. */
export const insertEvents = `
with task as (
  select t.*, nextval('events_id_seq') as event_id, clock_timestamp() as at
  from generate_series(1, $2::int) n
  cross join lateral (select t.* from tasks t where t.org_id = ($1::int[])[1 + n % cardinality($1::int[])]
                      order by t.id offset n / cardinality($1::int[]) % 100 limit 1) t
),
event as (
  insert into events (org_id, id, aggregate_type, aggregate_id, event_type, payload, occurred_at, subject_user_ids)
  select org_id, event_id, 'task', id, 'task.post_update',
         jsonb_build_object('org_id', org_id, 'actor_id', created_by, 'record_id', id, 'record_type', 'task',
                            'record_name', title, 'action', 'post_update', 'timestamp', at),
         at, array[created_by]
  from task
),
audited as (
  insert into audit_log (org_id, occurred_at, event_id, actor_type, actor_id, action, resource, record_id, before, after, request_id)
  select org_id, at, event_id, 'user', created_by, 'update', 'task', id, '{"title": "Old"}', '{"title": "New"}', 'bench'
  from task
)
insert into outbox (org_id, event_id, occurred_at) select org_id, event_id, at from task
returning org_id, event_id::float8`;

/** Commits a backlog in one transaction and returns how many events per second are numbered. */
async function drain(
  { database, settings }: Installation,
  tenants: readonly Tenant[],
  count: number,
  isFloor: boolean,
): Promise<number> {
  await database.query('vacuum analyze tasks, outbox');
  await database.query(insertEvents, [tenants.map(({ org_id }) => org_id), count]);
  const start = performance.now();
  if (isFloor) await numberAll(settings.DATABASE_URL ?? '');
  else {
    for (;;) {
      const { rows } = await database.query('select exists (select from outbox) as waiting');
      if (!rows[0].waiting) break;
      if (performance.now() - start > 120_000) throw new Error('The relay does not catch up');
      await pause(5);
    }
  }
  return count / ((performance.now() - start) / 1_000);
}

async function numberAll(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (let count: number | null = null; count !== 0; ) {
    await client.query('begin');
    const { rows } = await client.query({ name: 'number', text: bareRelayStatement, values: [500] });
    await client.query({
      name: 'read',
      text: bareRelayEvents,
      values: [rows.map((row) => row.org_id), rows.map((row) => row.event_id)],
    });
    await client.query('commit');
    count = rows.length;
  }
  await client.end();
}

/** Commits events at fixed times, waking the relay as the API does, and returns the times until they arrive through Redis. */
async function lag(
  { name, database, settings }: Installation,
  tenants: readonly Tenant[],
  seconds: number,
): Promise<string[]> {
  const prefix = settings.REDIS_PREFIX ?? '';
  const [listening, waking] = [new Redis(settings.REDIS_URL ?? ''), new Redis(settings.REDIS_URL ?? '')];
  const seen = new Map<number, number>();
  listening.on('message', (_, text: string) => {
    const now = performance.now();
    for (const { record } of JSON.parse(text) as { record: string }[]) seen.set(JSON.parse(record).id, now);
  });
  await listening.subscribe(...tenants.map(({ org_id }) => `${prefix}:events:${org_id}`));
  const committed = new Map<number, number>();
  const orgs = tenants.map(({ org_id }) => org_id);
  const start = performance.now();
  const everyMs = 1_000 / eventsPerSecond;
  for (let index = 0; index < seconds * eventsPerSecond; index += 1) {
    const due = start + index * everyMs;
    if (due > performance.now()) await pause(due - performance.now());
    const { rows } = await database.query({
      name: 'one',
      text: insertEvents,
      values: [[orgs[index % orgs.length]], 1],
    });
    committed.set(rows[0].event_id, performance.now());
    if (index % 5 === 0) void waking.publish(`${prefix}:relay:nudge`, '1');
  }
  const deadline = Date.now() + 10_000;
  while ([...committed.keys()].some((id) => !seen.has(id)) && Date.now() < deadline) await pause(20);
  listening.disconnect();
  waking.disconnect();
  const took = [...committed].flatMap(([id, at]) => {
    const then = seen.get(id);
    return then === undefined ? [] : [Math.max(0, then - at)];
  });
  const shown = [percentile(took, 0.5), percentile(took, 0.99), Math.max(...took)].map((ms) => ms.toFixed(1));
  return [name, ...shown, `${took.length} of ${committed.size}`];
}
