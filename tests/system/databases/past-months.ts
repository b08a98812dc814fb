import { eventPayload } from '@wfp/testing/payload.ts';
import pg from 'pg';
import { findPartitions, partitionedTables } from '../../../prisma/archive/partitions.ts';

/** Connects as the owner of the tables. */
export async function connectAsOwner(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, options: '-c timezone=UTC' });
  await client.connect();
  return client;
}

/** Creates the partitions that a service would have if it had run since `from`. */
export async function createPastMonths(client: pg.Client, from: string): Promise<void> {
  for (const table of await partitionedTables(client)) {
    await client.query(`do $$
      declare
        first timestamptz := substring(pg_get_expr((select relpartbound from pg_class where oid = 'months.${table}_before'::regclass),
          'months.${table}_before'::regclass) from $re$TO \\('([^']+)'\\)$re$);
        month timestamptz := '${from}';
      begin
        alter table ${table} detach partition months.${table}_before;
        alter table ${table} attach partition months.${table}_before for values from (minvalue) to ('${from}');
        while month < first loop
          perform months.add('${table}', '${table}' || to_char(month, '_YYYY_MM'),
            format('from (%L) to (%L)', month, month + interval '1 month'));
          month := month + interval '1 month';
        end loop;
      end $$`);
  }
}

/** Inserts an event with audit entry and outbox row for each timestamp, with ids in this order. */
export async function insertPastEvents(
  client: pg.Client,
  org_id: number,
  timestamps: readonly string[],
): Promise<void> {
  await client.query(
    `with moment as (
       select nextval('events_id_seq') as id, at, n from unnest($2::timestamptz[]) with ordinality m(at, n) order by n
     ),
     event as (
       insert into events (org_id, id, aggregate_type, aggregate_id, event_type, payload, occurred_at)
       select $1, id, 'task', n, 'task.post_create', $3, at from moment order by n
     ),
     queued as (
       insert into outbox (org_id, event_id, occurred_at) select $1, id, at from moment
     )
     insert into audit_log (org_id, occurred_at, event_id, actor_type, action, resource, record_id, after, request_id)
     select $1, at, id, 'system', 'create', 'task', n, '{"title": "past"}', 'past' from moment order by n`,
    [org_id, [...timestamps], eventPayload(org_id)],
  );
}

/** Inserts an audit entry about a person, whose values are stored separately. */
export async function insertPastPersonEntry(client: pg.Client, org_id: number, at: string): Promise<void> {
  await client.query(
    `with entry as (
       insert into audit_log (org_id, occurred_at, actor_type, action, resource, record_id, personal_digest, request_id)
       values ($1, $2, 'system', 'create', 'user', 1, audit_personal_digest('\\x01', null, '{"first_name": "Ada"}'), 'past')
       returning org_id, id)
     insert into audit_personal (org_id, audit_id, salt, after) select org_id, id, '\\x01', '{"first_name": "Ada"}' from entry`,
    [org_id, at],
  );
}

/** Returns `count` timestamps of a day, ten minutes apart. */
export function timestampsOn(day: string, count: number): string[] {
  const start = Date.parse(`${day}T00:00:00Z`);
  return Array.from({ length: count }, (_, index) => new Date(start + index * 600_000).toISOString());
}

/**
 * Removes the monthly partitions after `end`, as if none had been created since then: their rows, and later ones, are in
 * the catch-all partition.
 */
export async function endMonths(client: pg.Client, end: Date): Promise<void> {
  for (const table of await partitionedTables(client)) {
    await client.query(`begin; lock table ${table} in access exclusive mode`);
    const all = (await findPartitions(client)).filter(
      ({ parent, to }) => parent === table && (to === null || to > end),
    );
    await client.query(
      `create temporary table collected as select * from ${table} where occurred_at >= '${end.toISOString()}'`,
    );
    for (const { name, from } of all) {
      await client.query(`alter table ${table} detach partition months.${name}`);
      if (from && from < end) {
        await client.query(`alter table months.${name} disable trigger append_only`);
        await client.query(`delete from months.${name} where occurred_at >= '${end.toISOString()}'`);
        await client.query(`alter table months.${name} enable trigger append_only`);
        await client.query(`alter table ${table} attach partition months.${name}
          for values from ('${from.toISOString()}') to ('${end.toISOString()}')`);
        await client.query(`alter table months.${name} rename to ${table}_until_${end.getTime()}`);
      } else await client.query(`drop table months.${name}`);
    }
    await client.query(
      `select months.add('${table}', '${table}_after', 'from (''${end.toISOString()}'') to (maxvalue)')`,
    );
    await client.query(`alter table ${table} disable trigger user; insert into ${table} select * from collected;
      alter table ${table} enable trigger user; drop table collected; commit`);
  }
}
