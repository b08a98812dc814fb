import { Prisma } from '@wfp/shared/db';
import { startOwnService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { analyzeTable, findGrownTables } from './statistics.lane.store.ts';

const { sql } = Prisma;
let service: TestService;
let client: pg.Client;
let org_id: number;
beforeAll(async () => {
  service = await startOwnService();
  client = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await client.connect();
  // Otherwise, autovacuum could analyze the table first.
  await client.query('alter table task_labels set (autovacuum_enabled = false)');
  org_id = (await service.newOrganization()).user.org_id;
});
afterAll(async () => {
  await client.end();
  await service.stop();
});

/** Inserts labels, and waits until PostgreSQL counts them. The flush avoids a delay of up to ten seconds. */
async function insertLabels(from: number, to: number): Promise<void> {
  await client.query(
    `insert into task_labels (org_id, name) select $1, 'label ' || n from generate_series($2::int, $3::int) n`,
    [org_id, from, to],
  );
  await client.query('select pg_stat_force_next_flush()');
  await eventually(
    () =>
      service.rows<{ rows: number }>(
        sql`select n_live_tup::int as rows, n_tup_ins::int as inserted, n_mod_since_analyze::int as changed,
            last_analyze, last_autoanalyze from pg_stat_user_tables where relname = 'task_labels'`,
      ),
    ([one]) => one?.rows === to,
  );
}

const grown = async () => (await findGrownTables(service.platform)).map(({ name }) => name);
const findTable = async (name: string) =>
  (await findGrownTables(service.platform)).find((table) => table.name === name);
const analyzedRows = async (table: string): Promise<number> =>
  (await client.query(`select reltuples::int as rows from pg_class where oid = $1::regclass`, [table]))
    .rows[0].rows;

it('analyzes a table when it has more than a hundred rows, and again whenever its rows have tripled', async () => {
  await insertLabels(1, 100);
  expect(await grown()).not.toContain('task_labels');
  await insertLabels(101, 120);
  const worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
  try {
    await eventually(
      () => analyzedRows('task_labels'),
      (rows) => rows === 120,
    );
    await insertLabels(121, 300);
    expect(await grown()).not.toContain('task_labels');
    await insertLabels(301, 400);
    await eventually(
      () => analyzedRows('task_labels'),
      (rows) => rows === 400,
    );
  } finally {
    await worker.stop();
  }
});

it('analyzes a partitioned table after its partitions', async () => {
  await client.query(`update pg_class set reltuples = 2000 where oid = 'audit_log'::regclass`);
  expect(await grown()).not.toContain('audit_log');
  await client.query(`update pg_class set reltuples = 9000 where oid = 'months.audit_log_before'::regclass`);
  const table = await findTable('audit_log');
  expect(table).toBeDefined();
  if (table) await analyzeTable(service.platform, table);
  const { rows } = await client.query(
    `select distinct tablename from pg_stats where schemaname = 'public' and inherited and tablename = 'audit_log'`,
  );
  expect(rows).toHaveLength(1);
});

it('leaves a locked table to a later run, and analyzes no table of others', async () => {
  await insertLabels(401, 2_000);
  const table = await findTable('task_labels');
  if (!table) throw new Error('task_labels has not grown');
  await client.query('begin; lock table task_labels in share row exclusive mode');
  await expect(analyzeTable(service.platform, table)).rejects.toThrow(
    'Another request is changing the same data',
  );
  await client.query('commit');
  await analyzeTable(service.platform, table);
  expect(await analyzedRows('task_labels')).toBe(2_000);
  const { rows } = await client.query(`select 'pg_class'::regclass::oid::int8::float8 as id`);
  await expect(analyzeTable(service.platform, { id: rows[0].id, name: 'pg_class' })).rejects.toThrow(
    'not a table of the service',
  );
});

it('merges pending entries of indexes after 500 writes', async () => {
  await client.query('create extension pgstattuple');
  const pendingPages = async (): Promise<number> =>
    (await client.query(`select pending_pages from pgstatginindex('task_texts_trigrams')`)).rows[0]
      .pending_pages;
  await client.query(
    `insert into task_texts (org_id, task_id, text)
     select $1, n, 'printer ' || md5(n::text) from generate_series(1000001, 1000600) n`,
    [org_id],
  );
  await client.query('select pg_stat_force_next_flush()');
  expect(await pendingPages()).toBeGreaterThan(0);
  const worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
  try {
    await eventually(pendingPages, (pages) => pages === 0);
  } finally {
    await worker.stop();
  }
});
