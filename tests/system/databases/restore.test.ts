import type { StreamMessage } from '@wfp/client';
import { type Client, createTestClient } from '@wfp/testing';
import { ignoreDropped } from '@wfp/testing/database.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { disablePrompts } from '@wfp/testing/without-prompts.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deployMigrations } from '../../../prisma/migrate.ts';
import { withThrowawayPostgres } from '../../../scripts/services/postgres.ts';
import { type Cluster, createCluster, type Pod } from '../processes/processes.ts';
import { apiClientAt, signUpAt } from '../processes/sign-up.ts';
import { copyDatabase } from './copy-database.ts';

let old: Cluster;
let oldDatabase: pg.Pool;
let pod: Pod;
beforeAll(async () => {
  old = await createCluster();
  oldDatabase = new pg.Pool({ connectionString: old.databaseUrl, max: 2 }).on('error', ignoreDropped);
  pod = await old.startApi();
});
afterAll(async () => {
  await oldDatabase?.end();
  await old?.stop();
});

const on = (api: Pod, user: Client) =>
  createTestClient(api.url, { access_token: user.token, user: user.user });

async function createTasks(client: Client, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let made = 0; made < count; made += 1)
    ids.push((await client.call('POST', '/tasks', { title: 'Kept' })).body.id);
  return ids;
}

const drained = (database: pg.Pool) =>
  eventually(
    async () => (await database.query('select count(*)::int as waiting from outbox')).rows[0].waiting,
    (waiting) => waiting === 0,
  );

/** The event log of an organization as pairs of number and event id. */
async function logOf(database: pg.Pool, org_id: number): Promise<[seq: number, event_id: number][]> {
  const { rows } = await database.query(
    'select seq::float8 as seq, event_id::float8 as event_id from event_log where org_id = $1 order by seq',
    [org_id],
  );
  return rows.map((row) => [row.seq, row.event_id]);
}

const numbered = (messages: StreamMessage[]) =>
  messages.map((one) => [Number(one.position), one.type === 'event' ? one.event.id : `reset to ${one.head}`]);

/** Streams from a position until a number is reached. */
async function readOn(api: Pod, user: Client, after: number, until: number) {
  const messages: StreamMessage[] = [];
  for await (const message of apiClientAt(api, user).events({ after })) {
    messages.push(message);
    if (Number(message.position) >= until) break;
  }
  return numbered(messages);
}

/** Returns sequences whose next value is already used, so that inserts would fail. */
async function sequencesBehind(database: pg.Pool): Promise<string[]> {
  const { rows } = await database.query(`
    select s.oid::regclass::text as sequence, d.refobjid::regclass::text as table, quote_ident(a.attname) as column
    from pg_class s join pg_depend d on d.objid = s.oid and d.deptype in ('a', 'i') and d.refobjsubid > 0
    join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid where s.relkind = 'S'`);
  const behind: string[] = [];
  for (const { sequence, table, column } of rows) {
    const [row] = (
      await database.query(
        `select (select max(${column}) from ${table}) > coalesce(pg_sequence_last_value('${sequence}'), 0) as is_behind`,
      )
    ).rows;
    if (row.is_behind) behind.push(sequence);
  }
  expect(rows.length).toBeGreaterThan(10);
  return behind;
}

const newestTransaction = async (database: pg.Pool, sql: string) =>
  Number((await database.query(sql)).rows[0].xid);

it('continues in a new database server: readers, numbers, ids and the audit chain', async () => {
  const worker = await old.startWorker();
  const [acme, other] = [await signUpAt(pod, 'acme'), await signUpAt(pod, 'other')];
  const { org_id } = acme.user;
  await Promise.all([acme, other].map(disablePrompts));
  // Raises the transaction ids far above those of a new server.
  await oldDatabase.query(
    'do $$ begin for n in 1..20000 loop perform pg_current_xact_id(); commit; end loop; end $$',
  );
  const tasks = await createTasks(acme, 30);
  await createTasks(other, 10);
  await drained(oldDatabase);
  const early = await readOn(pod, acme, 0, 12);
  // In the dump, these events are not numbered.
  await worker.kill('SIGTERM');
  await createTasks(acme, 7);
  const oldXid = await newestTransaction(oldDatabase, 'select max(xmin::text::int8) as xid from events');
  const dumped = await logOf(oldDatabase, org_id);

  await withThrowawayPostgres(async (url) => {
    await deployMigrations(url);
    await copyDatabase(old.databaseUrl, url);
    // These events are written, and read by a client, after the dump.
    await old.startWorker();
    await createTasks(acme, 5);
    await drained(oldDatabase);
    const lost = (await logOf(oldDatabase, org_id)).at(-1)?.[0] ?? 0;
    expect(lost).toBe(dumped.length + 12);
    await readOn(pod, acme, dumped.length, lost);

    const database = new pg.Pool({ connectionString: url, max: 2 }).on('error', ignoreDropped);
    const restored = await createCluster({}, { url, drop: async () => undefined });
    try {
      expect(await sequencesBehind(database)).toEqual([]);
      const [api] = await Promise.all([restored.startApi(), restored.startWorker()]);
      await drained(database);
      const head = dumped.length + 7;
      const atRest = await logOf(database, org_id);
      expect(atRest.slice(0, dumped.length)).toEqual(dumped);
      expect(atRest.map(([seq]) => seq)).toEqual(Array.from({ length: head }, (_, index) => index + 1));

      // A client ahead of the restored log gets a reset and then live events.
      const tooFar = apiClientAt(api, acme).events({ after: lost })[Symbol.asyncIterator]();
      expect((await tooFar.next()).value).toEqual({ type: 'reset', position: String(head), head });

      const made = await createTasks(on(api, acme), 3);
      await createTasks(on(api, other), 2);
      expect(Math.min(...made)).toBeGreaterThan(Math.max(...tasks));
      await drained(database);
      const log = await logOf(database, org_id);
      expect(log.map(([seq]) => seq)).toEqual(Array.from({ length: head + 3 }, (_, index) => index + 1));
      const ids = log.map(([, event_id]) => event_id);
      expect(Math.min(...ids.slice(head))).toBeGreaterThan(Math.max(...ids.slice(0, head)));
      const news = [(await tooFar.next()).value, (await tooFar.next()).value, (await tooFar.next()).value];
      expect(numbered(news as StreamMessage[])).toEqual(log.slice(head));
      await tooFar.return();

      const late = await readOn(api, acme, Number(early.at(-1)?.[0]), head + 3);
      expect([...early, ...late]).toEqual(log);
      const others = await logOf(database, other.user.org_id);
      expect(await readOn(api, other, 0, others.length)).toEqual(others);

      expect(
        await newestTransaction(database, 'select max(xmin::text::int8) as xid from events'),
      ).toBeLessThan(oldXid);
      // Each verification adds an entry; all earlier entries must be chained.
      const count = 'select count(*)::int as entries from audit_log where org_id = $1';
      const [{ entries }] = (await database.query(count, [org_id])).rows;
      const verified = await eventually(
        () => on(api, acme).call('GET', '/audit-log/verify'),
        ({ body }) => body.checked >= entries || !body.ok,
      );
      expect(verified.body).toMatchObject({ ok: true, reason: null });
    } finally {
      await database.end();
      await restored.stop();
    }
  });
});
