import { createTestDatabase, type TestDatabase } from '@wfp/testing/database.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Prisma } from '../generated/client.ts';
import { stableMark } from '../statements/statement-names.ts';
import { MeasuredPool } from './measured-pool.ts';
import { StatementPool } from './statement-pool.ts';

const { sql } = Prisma;
let database: TestDatabase;
let pool: MeasuredPool;
let statements: StatementPool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new MeasuredPool({ connectionString: database.url, max: 1 }, 0);
  statements = new StatementPool(pool);
  await pool.query('create table notes (text text)');
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const note = (text: string) => sql`insert into notes (text) values (${text})`;
const notes = async () =>
  (await statements.rows<{ text: string }>(sql`select text from notes`)).map((row) => row.text);

it('commits all of a transaction or nothing, and keeps the connection usable', async () => {
  const failing = statements.transaction(async (tx) => {
    await tx.execute(note('lost'));
    await tx.rows(sql`select 1 / ${0}::int`);
  }, 5_000);
  await expect(failing).rejects.toThrow('division by zero');
  await statements.transaction((tx) => tx.execute(note('kept')), 5_000);
  expect(await notes()).toEqual(['kept']);
});

it('reports a failed transaction even if the error of its statement was ignored', async () => {
  const ignoring = statements.transaction(async (tx) => {
    await tx.execute(note('lost'));
    await tx.rows(sql`select 1 / ${0}::int`).catch(() => undefined);
  }, 5_000);
  await expect(ignoring).rejects.toThrow('was rolled back');
  expect(await notes()).not.toContain('lost');
});

it('runs a named statement after values that could not be serialized', async () => {
  const echo = (value: unknown) => sql`${Prisma.raw(stableMark)} select ${value}::text as text`;
  const circular: { self?: object } = {};
  circular.self = circular;
  await expect(statements.rows(echo(circular))).rejects.toThrow('circular');
  await expect(statements.rows(echo([{ toPostgres: () => JSON.parse('no value') }]))).rejects.toThrow();
  expect(await statements.rows(echo('fine'))).toEqual([{ text: 'fine' }]);
  expect(await statements.rows(echo({ a: [1, null] }))).toEqual([{ text: '{"a":[1,null]}' }]);
});

it('keeps a connection after a row error with its prepared statements, but not after other errors', async () => {
  const serverProcess = async () =>
    (await statements.rows<{ pid: number }>(sql`select pg_backend_pid() as pid`))[0]?.pid;
  await statements.execute(sql`create table numbers (number int unique)`);
  const numbered = (number: number) =>
    statements.execute(sql`${Prisma.raw(stableMark)} insert into numbers values (${number})`);
  await numbered(1);
  const before = await serverProcess();
  const results = await Promise.allSettled([1, 1, 2, 1].map(numbered));
  expect(results.map((one) => one.status)).toEqual(['rejected', 'rejected', 'fulfilled', 'rejected']);
  expect(await serverProcess()).toBe(before);
  await expect(statements.rows(sql`select 1 / ${0}::int`)).rejects.toThrow('division by zero');
  expect(await serverProcess()).not.toBe(before);
});
