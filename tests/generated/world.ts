import { startOwnService, type TestService } from '@wfp/testing';
import pg from 'pg';

/** A service whose database a test may also break. */
export interface World {
  service: TestService;
  /** Connected as the owner of the database, whom nothing is kept from. */
  database: pg.Client;
  /** From now on every write to one of these tables fails when it is to be committed or at once; with null, none. */
  failWritesTo(table: 'outbox' | 'audit_log' | null): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Triggers that are there all the time and look whether they are to fail: with ones that come and go, PostgreSQL would
 * plan every statement anew after each. Those of the outbox fail when all else was written.
 */
const failingTriggers = `
  create schema breaking;
  create table breaking.what (name text);
  create function breaking.look() returns trigger language plpgsql security definer as $$ begin
    if exists (select from breaking.what where name = tg_argv[0]) then
      raise exception 'the secret of the database';
    end if;
    return null;
  end $$;
  create constraint trigger broken after insert on outbox deferrable initially deferred
    for each row execute function breaking.look('outbox');
  create constraint trigger broken after insert on audit_log
    for each row execute function breaking.look('audit_log')`;

/** Counts attempts at a code, which increase whether the call succeeds or not. */
const ignoredTables = "'mfa_challenges'::regclass";

/**
 * Triggers on each table that record the ids of transactions that write. A row of `writers` is visible only once its
 * transaction has committed, so that the number of rows changes with each commit that wrote, and with nothing else.
 */
const writerTriggers = `
  create table breaking.writers (id xid8 primary key);
  create function breaking.record() returns trigger language plpgsql security definer as $$ begin
    insert into breaking.writers values (pg_current_xact_id()) on conflict do nothing;
    return null;
  end $$;
  do $$ declare written regclass; begin
    for written in select oid from pg_class where relkind in ('r', 'p')
      and relnamespace in ('public'::regnamespace, 'months'::regnamespace) and oid not in (${ignoredTables}) loop
      execute format('create trigger recorded after insert or update or delete or truncate on %s
        for each statement execute function breaking.record()', written);
    end loop;
  end $$`;

export async function startWorld(): Promise<World> {
  const service = await startOwnService({ LOG_LEVEL: 'silent' });
  const database = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await database.connect();
  // Processes that help with a table of some thousand rows cost more than they save.
  await database.query('set max_parallel_workers_per_gather = 0');
  await database.query(failingTriggers);
  await database.query(writerTriggers);
  return {
    service,
    database,
    failWritesTo: async (table) => {
      await database.query('delete from breaking.what');
      if (table) await database.query('insert into breaking.what values ($1)', [table]);
    },
    stop: async () => {
      await database.end();
      await service.stop();
    },
  };
}

/** The same in columns of rows with other columns. */
const ignoredColumns: Record<string, string> = { mfa_methods: '{guesses,guesses_since}' };

/** The statement over all tables of a database, whose schema stays as it is while a world runs. */
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
 * Returns for each table the number of rows and the sum of the ids of the transactions that wrote them: equal if nothing
 * was written. A row that is written again has a later id than any before, so no two changes cancel each other out.
 */
export async function readAllContent(database: pg.Client): Promise<Content> {
  // Named, so that PostgreSQL plans it once: planning for all partitions took longer than counting.
  return readContent(database, { name: 'content', text: await contentStatement(database), values: [] });
}

/** By table. */
export type Content = Record<string, string>;

/** A statement that reads the `name` of each table and the `sum` of what it holds. */
interface ContentStatement {
  name: string;
  text: string;
  values: readonly unknown[];
}

/** Content that was read, by statement, with the number of transactions that had written before. */
const contents = new WeakMap<pg.Client, Map<string, { writers: string; content: Content }>>();

/**
 * Returns what a statement reads, and reads again only if a transaction that wrote has been committed since. Snapshots
 * would not tell: those of all databases of the server share their numbers.
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
  const statement = { name: 'writers', text: 'select count(*) as writers from breaking.writers' };
  const { rows } = await database.query<{ writers: string }>(statement);
  return rows[0]?.writers ?? '';
}

const contentHash = (table: string) =>
  ignoredColumns[table]
    ? `hashtextextended((to_jsonb(t) - '${ignoredColumns[table]}'::text[])::text, 0)`
    : 't.xmin::text::int8';

/** What was written to the books since a moment. */
export interface WrittenRecords {
  events: { id: string; event_type: string; org_id: number; xact: string; queued_in: string | null }[];
  entries: { event_id: string | null; record_id: string; resource: string; xact: string }[];
}

/** Reads what was recorded after the marks, with the transactions that wrote it. */
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

/** Where the books end now. */
export async function markRecords(database: pg.Client): Promise<{ event: string; entry: string }> {
  const { rows } = await database.query(
    `select (select coalesce(max(id), 0) from events) as event, (select coalesce(max(id), 0) from audit_log) as entry`,
  );
  return rows[0];
}
