import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseBefore, type OlderDatabase } from './older-database.ts';

let database: OlderDatabase;
let client: OlderDatabase['client'];
beforeAll(async () => {
  database = await databaseBefore('webhook_delivery_months');
  client = database.client;
});
afterAll(() => database.drop());

const one = async (sql: string) => (await client.query(sql)).rows[0];

/** Inserts deliveries of the last half year in every state, with responses; two of them are inconsistent. */
async function fill(): Promise<void> {
  await client.query(
    `insert into organizations (id, name, slug) values (1, 'One', 'one'), (2, 'Two', 'two')`,
  );
  await client.query(`insert into webhook_endpoints (org_id, id, url, secret_enc, created_by, updated_by)
    values (1, 1, 'https://example.test', '\\x00', 1, 1), (2, 2, 'https://example.test', '\\x00', 1, 1)`);
  await client.query(`
    insert into webhook_deliveries (org_id, webhook_id, event_id, event_occurred_at, event_type, attempt, status, scheduled_at,
      lease_until, started_at, finished_at, duration_ms, response_status, response_headers, response_body, error, is_manual,
      is_replay, replay_id, created_at)
    select 1 + n % 2, 1 + n % 2, n, at, 'task.post_create', 1 + n % 6, s.status, at, case s.status when 'delivering' then now() end,
      case when s.status <> 'pending' then at end, s.finished_at, n, 200, '{"server": "test"}', 'Body ' || n, 'Error ' || n,
      n % 7 = 0, n % 11 = 0, case when n % 11 = 0 then n end, at
    from generate_series(1, 200) n
    cross join lateral (select now() - n * interval '1 day' as at) t
    cross join lateral (select (enum_range(null::delivery_status))[1 + n % 5] as status,
      case when n % 5 > 1 then at + n * interval '1 second' end as finished_at) s`);
  // Inconsistent rows, as a manual change or an interrupted service could leave them, must not be lost either.
  await client.query(`update webhook_deliveries set finished_at = null where event_id = 32;
    update webhook_deliveries set finished_at = now() where event_id = 30`);
}

const contents = () =>
  one(`select md5(string_agg((to_jsonb(d) - 'filed_at' - 'finished_at')::text, ',' order by org_id, id)) as rows,
    md5(string_agg(concat_ws('-', id, finished_at), ',' order by id) filter (where event_id not in (30, 32))) as ends,
    jsonb_object_agg(status, n) as counts, (select last_value::int from webhook_deliveries_id_seq) as last_id
    from (select *, count(*) over (partition by status) as n from webhook_deliveries) d`);

it('moves all deliveries unchanged into the month of their end', async () => {
  await fill();
  const before = await contents();
  expect(Object.keys(before.counts)).toHaveLength(5);
  const [first] = await database.upgrade();
  expect(first).toContain('_webhook_delivery_months');
  const after = await contents();
  expect({ ...after, rows: '' }).toEqual({ ...before, rows: '' });
  expect(after.rows).toBe(before.rows);
});

it('places unfinished deliveries in one partition, finished ones in their month, and old ones before all months', async () => {
  const { rows } =
    await client.query(`select substring(tableoid::regclass::text from 'webhook_deliveries_(.*)') as place,
      array_agg(distinct status::text) as statuses, min(finished_at) as first, max(finished_at) as last, count(*)::int as count
    from webhook_deliveries group by 1 order by 1`);
  const places = Object.fromEntries(rows.map((row) => [row.place, row]));
  expect(places.open).toMatchObject({ count: 80, first: null });
  expect(places.open.statuses.toSorted()).toEqual(['delivering', 'pending']);
  const { edge } = await one(`select date_trunc('month', now() - interval '90 days', 'UTC') as edge`);
  expect(places.before.last < edge).toBe(true);
  const months = rows.filter(({ place }) => /^\d/.test(place));
  expect(months.length).toBeGreaterThanOrEqual(3);
  for (const { place, first, last } of months) {
    const monthOf = (moment: Date) => moment.toISOString().slice(0, 7).replace('-', '_');
    expect([monthOf(first), monthOf(last)]).toEqual([place, place]);
  }
  const odd = await client.query(`select event_id::int, status::text, finished_at = created_at as at_creation
    from webhook_deliveries where event_id in (30, 32) order by 1`);
  expect(odd.rows).toEqual([
    { event_id: 30, status: 'pending', at_creation: null },
    { event_id: 32, status: 'succeeded', at_creation: true },
  ]);
});

it('continues the id sequence, rejects a duplicate waiting attempt, and keeps the old rows until they are dropped', async () => {
  const attempt = `insert into webhook_deliveries (org_id, webhook_id, event_id, event_occurred_at, event_type, attempt, scheduled_at)
    values (1, 1, 999, now(), 'task.post_create', 1, now()) returning id::int`;
  await client.query('set role wfp_app');
  expect(await one(attempt)).toEqual({ id: 201 });
  await expect(client.query(attempt)).rejects.toThrow('duplicate key');
  expect(await one('select drop_old_deliveries() as dropped')).toEqual({ dropped: 1 });
  await client.query('reset role');
  expect(
    await one(`select count(*)::int as old from webhook_deliveries
    where filed_at < date_trunc('month', now() - interval '90 days', 'UTC')`),
  ).toEqual({ old: 0 });
  expect(
    await one(`select count(*)::int as open from webhook_deliveries where filed_at = 'infinity'`),
  ).toEqual({
    open: 81,
  });
});
