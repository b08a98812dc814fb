import { readdir } from 'node:fs/promises';
import { createTestDatabase, type TestDatabase } from '@wfp/testing/database.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectFolders } from '../../../prisma/migration-files.ts';
import {
  lastRelease,
  notUnderstood,
  type Release,
  requiredColumns,
} from '../../../scripts/record-statements.ts';

// During a rollout, pods of the previous release send their statements to the new schema.

let release: Release;
let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  release = await lastRelease();
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

/** The released statements that PostgreSQL rejects, with its error, and required columns that the release did not have. */
async function refused(statements: readonly string[]): Promise<string[]> {
  const faults = (await notUnderstood(client, statements)).map(
    ({ statement, message }) => `${message}: ${statement.slice(0, 300)}`,
  );
  for (const [table, columns] of Object.entries(await requiredColumns(client))) {
    const known = release.required[table];
    const added = known ? columns.filter((column) => !known.includes(column)) : [];
    faults.push(...added.map((column) => `${table}.${column} is required now`));
  }
  return faults;
}

it('accepts every statement of the last release and every row it inserts on the current schema', async () => {
  expect(release.statements.length).toBeGreaterThan(1_500);
  for (const part of [
    /insert into events /,
    /delete from outbox/,
    /update webhook_deliveries/,
    /from prompt_runs/,
  ])
    expect(release.statements.some((statement) => part.test(statement))).toBe(true);
  expect(await readdir(projectFolders.migrationsDir)).toContain(release.migration);
  expect(await refused(release.statements)).toEqual([]);
});

it.each([
  [
    'alter table tasks drop column label cascade',
    /\btask_labels\b|"label"/,
    'column "label" of relation "tasks" does not exist',
  ],
  ['alter table outbox rename to waiting', /from outbox/, 'relation "outbox" does not exist'],
  [
    'drop function extend_partitions',
    /extend_partitions/,
    'function extend_partitions(integer) does not exist',
  ],
  ['alter table tasks add column size int not null', /^$/, 'tasks.size is required now'],
  [
    'alter table webhook_replays alter column created_by set not null',
    /^$/,
    'webhook_replays.created_by is required now',
  ],
])('reports the statements or columns that break after: %s', async (change, about, fault) => {
  const statements = release.statements.filter((statement) => about.test(statement)).slice(0, 200);
  const [before, after] = [`begin; ${change}`, 'rollback'];
  // Prepares each statement in a separate transaction, because an error aborts the whole transaction.
  const within = {
    query: async (text: string) => {
      await client.query(before);
      return client.query(text).finally(() => client.query(after));
    },
  };
  const faults = (await notUnderstood(within as never, statements)).map(({ message }) => message);
  await client.query(before);
  faults.push(...(await refused([])));
  await client.query(after);
  expect(faults.join('\n')).toContain(fault);
});
