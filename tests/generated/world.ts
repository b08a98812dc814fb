import { startService, type TestService } from '@wfp/api/testing';
import pg from 'pg';

/** A service whose database a test may also break. */
export interface World {
  service: TestService;
  /** Connected as the owner of the database, whom nothing is kept from. */
  database: pg.Client;
  stop(): Promise<void>;
}

export async function startWorld(): Promise<World> {
  const service = await startService({ LOG_LEVEL: 'silent' });
  const database = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await database.connect();
  return {
    service,
    database,
    stop: async () => {
      await database.end();
      await service.stop();
    },
  };
}

/** Where tries at a code are counted: they count whether the call succeeds or not. */
const counters = "'mfa_challenges'::regclass";
/** The same where they are columns of a row that says more. */
const counted: Record<string, string> = { mfa_methods: '{guesses,guesses_since}' };

/** How many rows each table holds and what they add up to: equal means that nothing was written. */
export async function contentOf(database: pg.Client): Promise<Record<string, string>> {
  const { rows: tables } = await database.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.oid not in (${counters}) order by 1`,
  );
  const sums = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ' ' || coalesce(sum(hashtextextended(${rowText(name)}, 0)), 0) as sum from ${name} t`,
  );
  const { rows } = await database.query<{ name: string; sum: string }>(sums.join(' union all '));
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}

const rowText = (table: string) =>
  counted[table] ? `(to_jsonb(t) - '${counted[table]}'::text[])::text` : 't::text';

/** What was written to the books since a moment. */
export interface Books {
  events: { id: string; event_type: string; org_id: number; xact: string; queued_in: string | null }[];
  entries: { event_id: string | null; record_id: string; resource: string; xact: string }[];
}

/** Reads what was recorded after the marks, with the transactions that wrote it. */
export async function booksSince(
  database: pg.Client,
  mark: { event: string; entry: string },
): Promise<Books> {
  const events = await database.query(
    `select e.id, e.event_type, e.org_id, e.xmin::text as xact, o.xmin::text as queued_in
     from events e left join outbox o on o.event_id = e.id where e.id > $1 order by e.id`,
    [mark.event],
  );
  const entries = await database.query(
    `select event_id, record_id, resource, xmin::text as xact from audit_log where id > $1 order by id`,
    [mark.entry],
  );
  return { events: events.rows, entries: entries.rows };
}

/** Where the books end now. */
export async function markBooks(database: pg.Client): Promise<{ event: string; entry: string }> {
  const { rows } = await database.query(
    `select (select coalesce(max(id), 0) from events) as event, (select coalesce(max(id), 0) from audit_log) as entry`,
  );
  return rows[0];
}
