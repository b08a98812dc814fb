import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseBefore, type OlderDatabase } from './older-database.ts';

let database: OlderDatabase;
let client: OlderDatabase['client'];
beforeAll(async () => {
  database = await databaseBefore('partitions');
  client = database.client;
});
afterAll(() => database.drop());

const one = async (sql: string) => (await client.query(sql)).rows[0];

/** Inserts two organizations with events, audit entries and chain links of half a year; the last events have no number. */
async function fill(): Promise<void> {
  await client.query(
    `insert into organizations (id, name, slug) values (1, 'One', 'one'), (2, 'Two', 'two')`,
  );
  await client.query(`
    with e as (
      insert into events (org_id, aggregate_type, aggregate_id, event_type, payload, occurred_at, subject_user_ids)
      select 1 + n % 2, 'task', n, 'task.post_create', jsonb_build_object('n', n), now() - n * interval '2 days', array[n]
      from generate_series(0, 89) n returning *)
    insert into outbox (org_id, event_id) select org_id, id from e where aggregate_id < 4`);
  await client.query(`insert into event_log (org_id, seq, event_id)
    select org_id, row_number() over (partition by org_id order by id), id from events where aggregate_id >= 4`);
  await client.query(`insert into audit_log (org_id, occurred_at, event_id, actor_type, action, resource, record_id, after, ip, request_id)
    select org_id, occurred_at, id, 'system', 'create', 'task', aggregate_id, payload, '::1', 'r' from events order by id`);
  await client.query(`insert into audit_chain (org_id, seq, audit_id, prev_hash, hash)
    select a.org_id, row_number() over (partition by a.org_id order by a.id), a.id, '\\x00', audit_entry_digest(a) from audit_log a`);
  await client.query(`insert into webhook_endpoints (org_id, id, url, secret_enc, created_by, updated_by)
    values (1, 1, 'https://example.test', '\\x00', 1, 1)`);
  await client.query(`insert into webhook_deliveries (org_id, webhook_id, event_id, event_type, attempt, scheduled_at)
    select 1, 1, id, event_type, 1, now() from events where org_id = 1 and aggregate_id < 10
    union all select 1, 1, 0, 'webhook.test', 1, now()`);
}

/**
 * Returns checksums of all rows. Each organization has 43 numbered events, so the sum of its counts is a multiple of 43,
 * whether events are counted per day or also per month.
 */
const contents = () =>
  one(`select (select md5(string_agg(e::text, ',' order by id)) from events e) as events,
    (select md5(string_agg(concat_ws('-', org_id, seq, event_id), ',' order by org_id, seq)) from event_log) as log,
    (select md5(string_agg(to_jsonb(a)::text, ',' order by id)) from audit_log a) as audit,
    (select md5(string_agg(concat_ws('-', org_id, seq, audit_id, prev_hash, hash, sealed_at), ',' order by org_id, seq)) from audit_chain) as chain,
    (select string_agg(concat_ws('-', org_id, event_id), ',' order by event_id) from outbox) as outbox,
    (select count(*)::int from (select org_id, sum(count) from event_counts group by 1 having sum(count) % 43 <> 0) odd) as miscounted,
    (select last_value from events_id_seq) as event_id, (select last_value from audit_log_id_seq) as audit_id`);

it('moves all rows unchanged into months', async () => {
  await fill();
  const before = await contents();
  const [first] = await database.upgrade();
  expect(first).toContain('_partitions');
  expect(await contents()).toEqual(before);
});

it('stores the time of the event in every row that refers to it', async () => {
  const lost = await one(`select
    (select count(*)::int from event_log l where not exists (
       select from events e where e.org_id = l.org_id and e.id = l.event_id and e.occurred_at = l.occurred_at)) as log,
    (select count(*)::int from outbox o where not exists (
       select from events e where e.org_id = o.org_id and e.id = o.event_id and e.occurred_at = o.occurred_at)) as outbox,
    (select count(*)::int from webhook_deliveries d where d.event_id <> 0 and not exists (
       select from events e where e.org_id = d.org_id and e.id = d.event_id and e.occurred_at = d.event_occurred_at)) as deliveries,
    (select count(*)::int from audit_chain c join audit_log a on a.org_id = c.org_id and a.id = c.audit_id
       and a.occurred_at = c.occurred_at where audit_entry_digest(a) = c.hash) as sound`);
  expect(lost).toEqual({ log: 0, outbox: 0, deliveries: 0, sound: 90 });
  const { rows } = await client.query(
    `select tableoid::regclass::text as part, to_char(min(occurred_at at time zone 'UTC'), '_YYYY_MM') as first,
       to_char(max(occurred_at at time zone 'UTC'), '_YYYY_MM') as last from events group by 1`,
  );
  expect(rows.length).toBeGreaterThan(5);
  for (const { part, first, last } of rows) expect(part).toBe(`months.events${first === last ? first : '?'}`);
});

it('continues the id sequences and keeps rows immutable', async () => {
  const { id } =
    await one(`insert into events (org_id, aggregate_type, aggregate_id, event_type, payload, occurred_at)
    values (1, 'task', 1, 'task.post_update', '{}', now()) returning id::int`);
  expect(id).toBe(91);
  for (const table of ['events', 'event_log', 'audit_log', 'audit_chain']) {
    await expect(client.query(`delete from ${table}`)).rejects.toThrow('append-only');
    await expect(client.query(`truncate ${table}`)).rejects.toThrow('append-only');
  }
  await client.query('set role wfp_app');
  await expect(client.query('delete from events')).rejects.toThrow('permission denied');
  await client.query('reset role');
});
