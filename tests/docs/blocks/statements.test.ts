import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { createTestDatabase, type TestDatabase } from '@wfp/testing/database.ts';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectAsOwner, insertPastEvents } from '../../system/databases/past-months.ts';
import { blocksFor } from './blocks.ts';

let database: TestDatabase;
let client: pg.Client;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  client = await connectAsOwner(database.url);
  folder = await mkdtemp(path.join(tmpdir(), 'wfp-statements-'));
  // The server may run as another user.
  await chmod(folder, 0o755);
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Replaces psql's `\copy`, which runs a program on the client, with `copy`, which runs it on the server in `folder`. */
const withoutPsql = (text: string) =>
  text.replace(/^\\copy (.*?) from program '(.*?)' (.*)$/gm, `copy $1 from program 'cd ${folder} && $2' $3;`);

/** The statements of a block. A statement may be followed by a comment on the same line. */
const statementsOf = (code: string) =>
  withoutPsql(code)
    .split(/;\s*(?:--.*)?$/m)
    .map((one) => one.trim())
    .filter(Boolean);

it('runs every SQL statement of the pages as the owner of the tables', async () => {
  await insertPastEvents(client, 1, ['2024-05-01T00:00:00Z', '2024-05-02T00:00:00Z']);
  const { rows: past } = await client.query('select row_to_json(e)::text as line from events e order by id');
  const file = `${past.map(({ line }) => line).join('\n')}\n`;
  const blocks = await blocksFor('statements.test.ts');
  const folders = blocks.flatMap(({ code }) => code.match(/gunzip -c (\S+)\/events/)?.[1] ?? []);
  expect(folders).toHaveLength(1);
  await mkdir(path.join(folder, folders[0] ?? ''));
  await writeFile(path.join(folder, folders[0] ?? '', 'events.jsonl.gz'), gzipSync(file));
  for (const { code, file: page, line } of blocks) {
    for (const statement of statementsOf(code)) {
      const done = await client.query(statement).catch((error: Error) => error);
      expect(done, `${page}:${line} ${statement}`).not.toBeInstanceOf(Error);
    }
  }
  const { rows: loaded } = await client.query(
    'select row_to_json(e)::text as line from old_events e order by id',
  );
  expect(loaded).toEqual(past);
  expect(loaded).toHaveLength(2);
});
