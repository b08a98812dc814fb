import { startOwnService, type TestService } from '@wfp/testing';
import pg from 'pg';

/** A service whose database a test may also break. */
export interface World {
  service: TestService;
  /** Connected as the owner of the database, whom nothing is kept from. */
  database: pg.Client;
  /** From now on every write to one of these tables fails when it is to be committed or at once; with null, none. */
  breakWritesTo(table: 'outbox' | 'audit_log' | null): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Triggers that are there all the time and look whether they are to fail: with ones that come and go, PostgreSQL would
 * plan every statement anew after each. Those of the outbox fail when all else was written.
 */
const breaking = `
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

export async function startWorld(): Promise<World> {
  const service = await startOwnService({ LOG_LEVEL: 'silent' });
  const database = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await database.connect();
  // Processes that help with a table of some thousand rows cost more than they save.
  await database.query('set max_parallel_workers_per_gather = 0');
  await database.query(breaking);
  return {
    service,
    database,
    breakWritesTo: async (table) => {
      await database.query('delete from breaking.what');
      if (table) await database.query('insert into breaking.what values ($1)', [table]);
    },
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

/** The statement over all tables of a database, whose schema stays as it is while a world runs. */
const statements = new WeakMap<pg.Client, string>();

async function contentStatement(database: pg.Client): Promise<string> {
  const known = statements.get(database);
  if (known) return known;
  const { rows: tables } = await database.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.oid not in (${counters}) order by 1`,
  );
  const sums = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ' ' || coalesce(sum(${writtenIn(name)}), 0) as sum from ${name} t`,
  );
  const statement = sums.join(' union all ');
  statements.set(database, statement);
  return statement;
}

/**
 * How many rows each table holds and which transactions wrote them: equal means that nothing was written. What is
 * written anew has a transaction of a higher number than any before, so that no two changes make up for each other.
 */
export async function contentOf(database: pg.Client): Promise<Record<string, string>> {
  const completed = await lastCompleted(database);
  const known = contents.get(database);
  if (completed !== null && known?.completed === completed) return known.content;
  // Named, so that PostgreSQL plans it once: planning for all partitions took longer than counting.
  const { rows } = await database.query<{ name: string; sum: string }>({
    name: 'content',
    text: await contentStatement(database),
  });
  const content = Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
  contents.set(database, { completed, content });
  return content;
}

/** What was last read of a database, and the transaction up to which all had ended before. */
const contents = new WeakMap<pg.Client, { completed: string | null; content: Record<string, string> }>();

/**
 * The number after that of the last transaction that has ended, where all before it have as well: as long as it stays,
 * nothing was committed. Null while one of them is running.
 */
async function lastCompleted(database: pg.Client): Promise<string | null> {
  const { rows } = await database.query<{ completed: string | null }>({
    name: 'completed',
    text: `select case when pg_snapshot_xmin(s) = pg_snapshot_xmax(s) then pg_snapshot_xmax(s)::text end as completed
      from pg_current_snapshot() s`,
  });
  return rows[0]?.completed ?? null;
}

const writtenIn = (table: string) =>
  counted[table]
    ? `hashtextextended((to_jsonb(t) - '${counted[table]}'::text[])::text, 0)`
    : 't.xmin::text::int8';

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
