import { startOwnService, type TestService } from '@wfp/testing';
import pg from 'pg';

/** A service whose writes a test can make fail. */
export interface World {
  service: TestService;
  /** Connected as the owner of the database. */
  database: pg.Client;
  /**
   * Makes every insert into a table fail: into `outbox` at commit, into `audit_log` immediately. With null, inserts
   * succeed again.
   */
  failWritesTo(table: 'outbox' | 'audit_log' | null): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Permanent triggers that check whether to fail: creating and dropping triggers would make PostgreSQL plan every
 * statement again. The trigger of the outbox is deferred, so that it fails after all other writes.
 */
const failingTriggers = `
  create schema failing;
  create table failing.tables (name text);
  create function failing.fail_if_listed() returns trigger language plpgsql security definer as $$ begin
    if exists (select from failing.tables where name = tg_argv[0]) then
      raise exception 'the secret of the database';
    end if;
    return null;
  end $$;
  create constraint trigger broken after insert on outbox deferrable initially deferred
    for each row execute function failing.fail_if_listed('outbox');
  create constraint trigger broken after insert on audit_log
    for each row execute function failing.fail_if_listed('audit_log')`;

/** Tables with attempt counters, which also increase when a call fails. */
const ignoredTables = "'mfa_challenges'::regclass";

/**
 * Triggers on each table that record the ids of writing transactions. Rows of `writers` are visible only after their
 * transaction committed, so that their number changes with each commit that wrote, and only then.
 */
const writerTriggers = `
  create table failing.writers (id xid8 primary key);
  create function failing.record() returns trigger language plpgsql security definer as $$ begin
    insert into failing.writers values (pg_current_xact_id()) on conflict do nothing;
    return null;
  end $$;
  do $$ declare written regclass; begin
    for written in select oid from pg_class where relkind in ('r', 'p')
      and relnamespace in ('public'::regnamespace, 'months'::regnamespace) and oid not in (${ignoredTables}) loop
      execute format('create trigger recorded after insert or update or delete or truncate on %s
        for each statement execute function failing.record()', written);
    end loop;
  end $$`;

export async function startWorld(): Promise<World> {
  const service = await startOwnService({ LOG_LEVEL: 'silent' });
  const database = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await database.connect();
  // Parallel workers cost more than they save with a few thousand rows.
  await database.query('set max_parallel_workers_per_gather = 0');
  await database.query(failingTriggers);
  await database.query(writerTriggers);
  return {
    service,
    database,
    failWritesTo: async (table) => {
      await database.query('delete from failing.tables');
      if (table) await database.query('insert into failing.tables values ($1)', [table]);
    },
    stop: async () => {
      await database.end();
      await service.stop();
    },
  };
}

/** By table: columns that count attempts, also those of rejected requests. The other columns are still compared. */
const ignoredColumns: Record<string, string> = { mfa_methods: '{guesses,guesses_since}' };

/** The statement over all tables, cached: the schema does not change. */
const statements = new WeakMap<pg.Client, string>();

async function contentStatement(database: pg.Client): Promise<string> {
  const known = statements.get(database);
  if (known) return known;
  const { rows: tables } = await database.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.oid not in (${ignoredTables}) order by 1`,
  );
  const sums = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ' ' || coalesce(sum(${contentHash(name)}), 0) as sum from ${name} t`,
  );
  const statement = sums.join(' union all ');
  statements.set(database, statement);
  return statement;
}

/**
 * Returns for each table the number of rows and the sum of the ids of the transactions that wrote them: equal if
 * nothing was written. An updated row has a later transaction id than any before, so that changes do not cancel each
 * other out. For tables with ignored columns, the sum is that of hashes of the other columns.
 */
export async function readAllContent(database: pg.Client): Promise<Content> {
  // Uses a named statement, which PostgreSQL plans only once: planning for all partitions took longer than counting.
  return readContent(database, { name: 'content', text: await contentStatement(database), values: [] });
}

export type Content = Record<string, string>;

/** A statement that returns the `name` of each table and a checksum `sum` of its rows. */
interface ContentStatement {
  name: string;
  text: string;
  values: readonly unknown[];
}

/** Cached content by statement, with the number of writing transactions when it was read. */
const contents = new WeakMap<pg.Client, Map<string, { writers: string; content: Content }>>();

/**
 * Runs a content statement, and again only if a writing transaction has committed since. Snapshots cannot be compared
 * instead: all databases of a server share their transaction ids.
 */
export async function readContent(
  database: pg.Client,
  { name, text, values }: ContentStatement,
): Promise<Content> {
  const known = contents.get(database) ?? new Map<string, { writers: string; content: Content }>();
  contents.set(database, known);
  const key = JSON.stringify([name, values]);
  const writers = await countWriters(database);
  const last = known.get(key);
  if (last?.writers === writers) return last.content;
  const { rows } = await database.query<{ name: string; sum: string }>({ name, text, values: [...values] });
  const content = Object.fromEntries(rows.map((row) => [row.name, row.sum]));
  known.set(key, { writers, content });
  return content;
}

async function countWriters(database: pg.Client): Promise<string> {
  const statement = { name: 'writers', text: 'select count(*) as writers from failing.writers' };
  const { rows } = await database.query<{ writers: string }>(statement);
  return rows[0]?.writers ?? '';
}

const contentHash = (table: string) =>
  ignoredColumns[table]
    ? `hashtextextended((to_jsonb(t) - '${ignoredColumns[table]}'::text[])::text, 0)`
    : 't.xmin::text::int8';

export interface WrittenRecords {
  events: { id: string; event_type: string; org_id: number; xact: string; queued_in: string | null }[];
  entries: { event_id: string | null; record_id: string; resource: string; xact: string }[];
}

/** Returns events and audit entries written after the mark, with the ids of their transactions. */
export async function readRecordsSince(
  database: pg.Client,
  mark: { event: string; entry: string },
): Promise<WrittenRecords> {
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

/** Returns the current last ids of events and audit entries. */
export async function markRecords(database: pg.Client): Promise<{ event: string; entry: string }> {
  const { rows } = await database.query(
    `select (select coalesce(max(id), 0) from events) as event, (select coalesce(max(id), 0) from audit_log) as entry`,
  );
  return rows[0];
}
