import { hash } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@wfp/testing/database.ts';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { rowTypes, sendTo } from '../../connections/statement-pool.ts';
import { Prisma } from '../../generated/client.ts';

const { sql } = Prisma;
let database: TestDatabase;
let client: pg.Client;
/** Number of times PostgreSQL described the rows of a statement. */
let described: number;

beforeEach(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url, types: rowTypes, pipeline: true });
  await client.connect();
  await client.query('create table notes (text text, at timestamptz, counted bigint)');
  await client.query(`insert into notes values ('one', '2026-01-01T00:00:00Z', 1), ('two', null, 2)`);
  described = 0;
  const describe = client.connection.describe.bind(client.connection);
  client.connection.describe = (...message: Parameters<typeof describe>) => {
    described += 1;
    describe(...message);
  };
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

const notesOver = (least: number) => sql`select * from notes where counted > ${least} order by counted`;
const one = { text: 'one', at: new Date('2026-01-01T00:00:00Z'), counted: 1n };
const two = { text: 'two', at: null, counted: 2n };
/** Names every statement: the number of names of a process is limited, and other tests may have used all of them. */
const nameOf = (text: string) => hash('sha256', text).slice(0, 32);
const send = (statement: Prisma.Sql) => sendTo(client, statement, nameOf);
const rowsOf = async (statement: Prisma.Sql) => (await send(statement)).rows;

it('reads the same rows with and without a description, requested once per connection', async () => {
  for (const least of [0, 1, 2, 0]) {
    expect(await rowsOf(notesOver(least))).toEqual([one, two].slice(least));
  }
  expect(described).toBe(1);
});

it('distinguishes statements that are sent before the first response', async () => {
  const texts = (least: number) => sql`select text from notes where counted > ${least}`;
  const statements = [notesOver(1), texts(1), notesOver(0), texts(2)];
  const expected = [[two], [{ text: 'two' }], [one, two], []];
  expect(await Promise.all(statements.map(rowsOf))).toEqual(expected);
  expect(await Promise.all(statements.map(rowsOf))).toEqual(expected);
  expect(described).toBe(4);
});

it('responds after a failed statement, and runs statements without rows', async () => {
  const divided = (by: number) => sql`select counted / ${by}::int as share from notes where counted = 2`;
  const renamed = (text: string) => sql`update notes set text = ${text} where counted = 2`;
  await expect(rowsOf(divided(0))).rejects.toThrow('division by zero');
  expect(await rowsOf(divided(2))).toEqual([{ share: 1n }]);
  await expect(rowsOf(divided(0))).rejects.toThrow('division by zero');
  expect(await rowsOf(divided(1))).toEqual([{ share: 2n }]);
  for (const text of ['a', 'b']) expect((await send(renamed(text))).rowCount).toBe(1);
  expect(await rowsOf(notesOver(1))).toEqual([{ ...two, text: 'b' }]);
});

it('never parses rows with an outdated description', async () => {
  expect(await rowsOf(notesOver(1))).toEqual([two]);
  await client.query('alter table notes add column kept boolean');
  await expect(rowsOf(notesOver(1))).rejects.toThrow('cached plan must not change result type');
});
