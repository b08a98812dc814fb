import type { Pool } from 'pg';

/** Subjects of some events of the large organization. */
export interface Subjects {
  org_id: number;
  users: number[];
  employee_id: number;
  team_id: number;
}

const otherOrganization = 1_000_000;

/** Half of the events are of one organization, over `years` years, the rest of `others` other ones, over one year. */
export interface History {
  years: number;
  others: number;
}

/**
 * Inserts events and their counts directly into the tables, without numbers and outbox rows. Nine of ten events are
 * about tasks; the shares of other types range from one in twenty to one in ten thousand.
 */
export async function fillEvents(
  database: Pool,
  subjects: Subjects,
  rows: number,
  { years, others }: History,
): Promise<void> {
  await openMonths(database, 12 * years + 1);
  const { rows: indexes } = await database.query<{ name: string; made: string }>(
    `select indexname as name, indexdef as made from pg_indexes
     where schemaname = 'public' and tablename = 'events' and indexname !~ '_(pkey|idx)$'`,
  );
  // Building the indexes afterwards takes a tenth of the time. They are then as dense as after regular maintenance.
  for (const { name } of indexes) await database.query(`drop index ${name}`);
  const half = Math.ceil(rows / 2);
  await fill(database, subjects, half, years);
  for (let n = 1; n <= others; n += 1) {
    const org_id = otherOrganization + n;
    await fill(database, { ...subjects, org_id, users: [org_id] }, Math.ceil((rows - half) / others), 1);
  }
  for (const { made } of indexes) await database.query(made.replace(' ON ONLY ', ' ON '));
  await database.query(countAll);
  await database.query(countMonths);
  await database.query('vacuum analyze events');
  await database.query('vacuum analyze event_counts');
}

/** Creates partitions for the past, which an installation gets month by month. */
async function openMonths(database: Pool, months: number): Promise<void> {
  await database.query(`do $$
    declare
      first timestamptz := date_trunc('month', now() at time zone 'UTC') at time zone 'UTC';
      month timestamptz := first - make_interval(months => ${months});
    begin
      set local timezone = 'UTC';
      execute 'alter table events detach partition months.events_before';
      execute format('alter table events attach partition months.events_before for values from (minvalue) to (%L)', month);
      while month < first loop
        perform months.add('events', to_char(month, '"events_"YYYY_MM'),
          format('from (%L) to (%L)', month, month + interval '1 month'));
        month := month + interval '1 month';
      end loop;
    end $$`);
}

async function fill(database: Pool, of: Subjects, count: number, ofYears: number): Promise<void> {
  await database.query(
    `insert into events (org_id, aggregate_type, aggregate_id, event_type, payload, occurred_at, subject_employee_id,
       subject_team_id, subject_user_ids, is_private)
     select $1, a, 1 + n % 50000,
       case a when 'task' then (array['task.post_update', 'task.post_create', 'task.moved', 'task.completed'])[1 + n * 13 % 4]
              when 'user' then (array['auth.signed_in', 'user.post_update'])[1 + n / 50 % 2]
              else a || (array['.post_create', '.post_update', '.post_delete'])[1 + n * 17 % 3] end,
       jsonb_build_object('org_id', $1::int, 'actor_id', 1, 'record_id', 1 + n % 50000, 'record_type', a,
         'record_name', 'Prepare the report ' || n, 'action', 'post_update', 'timestamp', '2026-01-01T00:00:00.000Z'),
       date_trunc('milliseconds', now() - ($2 - n) * (interval '1 year' * $3) / $2),
       case when n % 500 = 3 then $5::int when n % 3 = 0 then -(n % 1000) end,
       case when n % 300 = 4 then $6::int when n % 5 = 0 then -(n % 60) end,
       case when n % 500 = 7 then $4::int[] when a in ('task', 'user', 'file') then array[-(n % 1000), -(n % 997)] else '{}' end,
       n % 1000 = 1
     from generate_series(1, $2::int) n, lateral (select case
       when n % 10000 = 8 then 'webhook_endpoint' when n % 1000 = 13 then 'team' when n % 100 = 17 then 'file'
       when n % 100 = 18 then 'api_key' when n % 50 = 9 then 'user' when n % 20 = 5 then 'employee' else 'task' end as a) kind`,
    [of.org_id, count, ofYears, of.users, of.employee_id, of.team_id],
  );
}

const countAll = `
  insert into event_counts (org_id, is_month, starts_on, aggregate_type, event_type, count)
  select org_id, false, (occurred_at at time zone 'UTC')::date, aggregate_type, event_type, count(*) from events e
  where not is_private and not exists (select from outbox o where o.org_id = e.org_id and o.event_id = e.id)
  group by 1, 3, 4, 5 order by 1, 3, 4, 5
  on conflict (org_id, is_month, starts_on, aggregate_type, event_type) do update set count = excluded.count`;

const countMonths = `
  insert into event_counts (org_id, is_month, starts_on, aggregate_type, event_type, count)
  select org_id, true, date_trunc('month', starts_on)::date, aggregate_type, event_type, sum(count) from event_counts
  where not is_month group by 1, 3, 4, 5 order by 1, 3, 4, 5
  on conflict (org_id, is_month, starts_on, aggregate_type, event_type) do update set count = excluded.count`;
