import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '@wfp/testing/database.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMigration, deployMigrations, missingMigration, schemaDrift } from '../../prisma/migrate.ts';
import type { MigrationFolders } from '../../prisma/migration-files.ts';

const table = (fields: string) => `datasource db {
  provider = "postgresql"
}

model Thing {
  id Int @id
${fields}
}
`;

let database: TestDatabase;
let folders: MigrationFolders;

beforeEach(async () => {
  database = await createTestDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), 'workforce-migrate-'));
  folders = { schemaDir: path.join(folder, 'schema'), migrationsDir: path.join(folder, 'migrations') };
  await mkdir(folders.schemaDir);
  await mkdir(folders.migrationsDir);
  await onDatabase('drop schema public cascade; create schema public');
});
afterEach(async () => {
  await database.drop();
  await rm(path.dirname(folders.schemaDir), { recursive: true, force: true });
});

async function onDatabase(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const writeSchema = (fields: string) =>
  writeFile(path.join(folders.schemaDir, 'thing.prisma'), table(fields));

async function writeMigration(name: string, sql: string): Promise<void> {
  await mkdir(path.join(folders.migrationsDir, name), { recursive: true });
  await writeFile(path.join(folders.migrationsDir, name, 'migration.sql'), sql);
}

describe('schema and migrations', () => {
  test('creates a migration that applies once and leaves no drift', async () => {
    await writeSchema('name String');
    const file = await createMigration(database.url, 'first', { folders });
    expect(path.relative(folders.migrationsDir, file ?? '')).toMatch(/^\d{14}_first\/migration\.sql$/);
    expect(await createMigration(database.url, 'second', { folders })).toBeNull();
    expect(await deployMigrations(database.url, { folders })).toHaveLength(1);
    expect(await deployMigrations(database.url, { folders })).toEqual([]);
    expect(await schemaDrift(database.url, { folders })).toBeNull();
  });

  test('reports a field without migration as drift, with the missing SQL', async () => {
    await writeSchema('name String');
    await createMigration(database.url, 'first', { folders });
    await writeSchema('name String\n  size Int');
    expect(await missingMigration(database.url, { folders })).toContain(
      'ADD COLUMN     "size" INTEGER NOT NULL',
    );
    expect(await onDatabase("select datname from pg_database where datname like 'shadow%'")).toEqual([]);
  });

  test('ignores objects that only SQL can define', async () => {
    await writeSchema('name String\n  size Int?');
    await createMigration(database.url, 'first', { folders });
    await writeMigration(
      '99990101000000_rules',
      `create unique index one_name on "Thing" (lower(name)) where size is not null;
      alter table "Thing" add constraint small check (size < 10);
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no; never'; end $$;
      create trigger refuse before delete on "Thing" for each statement execute function refuse();`,
    );
    expect(await missingMigration(database.url, { folders })).toBeNull();
  });
});

describe('deploy', () => {
  test('applies each migration once in concurrent runs', async () => {
    await writeMigration('20250101000000_slow', 'create table slow (id int); select pg_sleep(0.3)');
    const lines: string[] = [];
    const deploy = () => deployMigrations(database.url, { folders, log: (line) => lines.push(line) });
    const applied = await Promise.all([deploy(), deploy()]);
    expect(applied.flat()).toEqual(['20250101000000_slow']);
    expect(lines).toContain('waiting for another process that migrates this database');
  });

  test('rolls back a failed migration and explains how to recover', async () => {
    await writeMigration('20250101000000_broken', 'create table half (id int);\nselect nonsense');
    await expect(deployMigrations(database.url, { folders })).rejects.toThrow(
      /at line 2: column "nonsense" does not exist[\s\S]*rolled-back 20250101000000_broken/,
    );
    expect(await onDatabase("select to_regclass('half') as half")).toEqual([{ half: null }]);
    await expect(deployMigrations(database.url, { folders })).rejects.toThrow(
      'Migration 20250101000000_broken failed in an earlier run',
    );
  });

  test('warns about a migration that was edited after it was applied', async () => {
    await writeMigration('20250101000000_one', 'create table one (id int)');
    await deployMigrations(database.url, { folders });
    await writeMigration('20250101000000_one', 'create table one (id bigint)');
    const lines: string[] = [];
    await deployMigrations(database.url, { folders, log: (line) => lines.push(line) });
    expect(lines).toContain('warning: 20250101000000_one was edited after it was applied');
  });
});

describe('locks', () => {
  const lockRetry = (tries: number) => ({ lockTimeoutMs: 50, tries, pauseMs: () => 10 });
  const wider = '20250101000000_wider';
  let other: pg.Client;
  beforeEach(async () => {
    await writeMigration('20240101000000_held', 'create table held (id int)');
    await deployMigrations(database.url, { folders });
    other = new pg.Client({ connectionString: database.url });
    await other.connect();
    await writeMigration(wider, 'create table beside (id int); alter table held add column size int');
  });
  afterEach(() => other.end());

  test('releases its locks while a table is locked, and retries until it is free', async () => {
    await other.query('begin; insert into held values (1)');
    const log = (line: string) => line.includes('attempt 3 of 1000') && void other.query('rollback');
    const deployed = deployMigrations(database.url, { folders, lockRetry: lockRetry(1_000), log });
    expect(await deployed).toEqual([wider]);
    expect(await onDatabase("select to_regclass('beside') is not null as made")).toEqual([{ made: true }]);
  });

  test('fails and rolls back if a lock never becomes available', async () => {
    await other.query('begin; insert into held values (1)');
    await expect(deployMigrations(database.url, { folders, lockRetry: lockRetry(2) })).rejects.toThrow(
      /55P03[\s\S]*lock timeout[\s\S]*rolled-back 20250101000000_wider/,
    );
    expect(await onDatabase("select to_regclass('beside') as made")).toEqual([{ made: null }]);
  });

  test('builds an index outside a transaction while rows are written', async () => {
    await writeMigration(
      wider,
      '-- outside a transaction\n-- By id.\ndrop index concurrently if exists held_id;\ncreate index concurrently held_id on held (id);\n',
    );
    await other.query('begin; insert into held values (1)');
    const deployed = deployMigrations(database.url, { folders, lockRetry: lockRetry(1) });
    const building =
      'select count(*)::int as building from pg_stat_progress_create_index where datname = current_database()';
    await eventually(
      () => onDatabase(building),
      ([row]) => row?.building === 1,
    );
    await onDatabase('insert into held values (2)');
    await other.query('commit');
    expect(await deployed).toEqual([wider]);
    const valid = "select indisvalid from pg_index where indexrelid = 'held_id'::regclass";
    expect(await onDatabase(valid)).toEqual([{ indisvalid: true }]);
  });

  test('gives each partition without it its part of an index, again after an interruption', async () => {
    await onDatabase(`create table parts (at int) partition by range (at);
      create table part_a partition of parts for values from (1) to (2);
      create table part_b partition of parts for values from (2) to (3);
      insert into parts values (1), (2);
      create index parts_at on only parts (at);
      create index part_a_at on part_a (at);
      create table part_c partition of parts for values from (3) to (4)`);
    await writeMigration(
      wider,
      [
        '-- outside a transaction\n-- for each partition of parts without parts_at',
        'drop index concurrently if exists each_partition_at;',
        'create index concurrently each_partition_at on each_partition (at);',
        'alter index parts_at attach partition each_partition_at;\n',
      ].join('\n'),
    );
    expect(await deployMigrations(database.url, { folders, lockRetry: lockRetry(1) })).toEqual([wider]);
    const parts = `select i.inhrelid::regclass::text as part, x.indisvalid from pg_inherits i
      join pg_index x on x.indexrelid = i.inhrelid where i.inhparent = 'parts_at'::regclass order by part`;
    expect(await onDatabase(parts)).toEqual(
      ['part_a_at', 'part_b_at', 'part_c_at_idx'].map((part) => ({ part, indisvalid: true })),
    );
    const whole = "select indisvalid from pg_index where indexrelid = 'parts_at'::regclass";
    expect(await onDatabase(whole)).toEqual([{ indisvalid: true }]);
  });
});
