import { Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { Prisma } from './generated/client.ts';
import { SharedConnections } from './shared-connections.ts';
import { stableMark } from './statement-names.ts';

const { sql, raw } = Prisma;
const lost = vi.fn();
let database: TestDatabase;
let shared: SharedConnections;

beforeAll(async () => {
  database = await createTestDatabase();
  shared = new SharedConnections({ connectionString: database.url }, 2, lost);
});
afterAll(async () => {
  await shared.close();
  await database.drop();
});

const backend = sql`${raw(stableMark)} select pg_backend_pid() as pid`;
const echo = (number: number) => sql`${raw(stableMark)} select ${number}::int as number`;

it('answers each of many statements with its own rows, over the few connections it has', async () => {
  const numbers = Array.from({ length: 200 }, (_, index) => index);
  const answers = await Promise.all(numbers.map((number) => shared.rows<{ number: number }>(echo(number))));
  expect(answers.map(([row]) => row?.number)).toEqual(numbers);
  const backends = await Promise.all(numbers.map(() => shared.rows<{ pid: number }>(backend)));
  expect(new Set(backends.map(([row]) => row?.pid)).size).toBe(2);
});

it('lets a statement fail alone', async () => {
  const broken = sql`${raw(stableMark)} select 1 / ${0}::int as nothing`;
  const results = await Promise.allSettled(
    [echo(1), broken, echo(2), echo(3), broken, echo(4)].map((one) => shared.rows(one)),
  );
  expect(results.map((one) => one.status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(await shared.rows(echo(5))).toEqual([{ number: 5 }]);
});

it('goes on after statements that could not even be sent', async () => {
  const unsendable = {
    toPostgres: () => {
      throw new Error('cannot be written down');
    },
  };
  const results = await Promise.allSettled(
    [1, 2, 3, 4].map(() => shared.rows(sql`${raw(stableMark)} select ${unsendable}::text as nothing`)),
  );
  expect(results.map((one) => one.status === 'rejected' && one.reason.message)).toEqual(
    Array.from({ length: 4 }, () => 'cannot be written down'),
  );
  expect(await Promise.all([5, 6, 7].map((number) => shared.rows(echo(number))))).toEqual(
    [5, 6, 7].map((number) => [{ number }]),
  );
});

it('sends what was asked in one turn together, however many', async () => {
  await Promise.all([shared.rows(echo(1)), shared.rows(echo(2))]);
  const writes = vi.spyOn(Socket.prototype as unknown as { _writev(): void }, '_writev');
  await Promise.all(Array.from({ length: 40 }, (_, index) => shared.rows(echo(index))));
  // One for each of the two connections.
  expect(writes.mock.calls.length).toBe(2);
  writes.mockRestore();
});

it('fails what was sent over a connection that breaks, and opens another for what comes next', async () => {
  const held = shared.rows(sql`select pg_sleep(20)`);
  const behind = Promise.allSettled([1, 2, 3].map((number) => shared.rows(echo(number))));
  held.catch(() => undefined);
  const killer = new pg.Client({ connectionString: database.url });
  await killer.connect();
  await vi.waitFor(async () => {
    const { rowCount } = await killer.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where query like '%pg_sleep(20)%' and pid <> pg_backend_pid()`);
    expect(rowCount).toBe(1);
  });
  await killer.end();
  await expect(held).rejects.toThrow();
  expect((await behind).map((one) => one.status)).toContain('rejected');
  await vi.waitFor(() => expect(lost).toHaveBeenCalled());
  expect(await Promise.all([1, 2, 3, 4].map((number) => shared.rows(echo(number))))).toEqual(
    [1, 2, 3, 4].map((number) => [{ number }]),
  );
});

it('does not remember a connection that could not be made', async () => {
  const url = new URL(database.url);
  url.port = '1';
  const away = new SharedConnections({ connectionString: url.href }, 1, lost);
  await expect(away.rows(echo(1))).rejects.toThrow('ECONNREFUSED');
  await expect(away.rows(echo(1))).rejects.toThrow('ECONNREFUSED');
  await away.close();
  await expect(away.rows(echo(1))).rejects.toThrow('closed');
});
