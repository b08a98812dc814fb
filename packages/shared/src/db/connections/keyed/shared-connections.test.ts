import { once } from 'node:events';
import { type AddressInfo, connect, createServer, Socket } from 'node:net';
import { createTestDatabase, type TestDatabase } from '@wfp/testing/database.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Prisma } from '../../generated/client.ts';
import { stableMark } from '../../statements/statement-names.ts';
import { SharedConnections } from './shared-connections.ts';

const { sql, raw } = Prisma;
const lost = vi.fn();
let database: TestDatabase;
let shared: SharedConnections;

beforeAll(async () => {
  database = await createTestDatabase();
  shared = new SharedConnections({ connectionString: database.url }, 2, { onLost: lost });
});
afterAll(async () => {
  await shared.close();
  await database.drop();
});

const backend = sql`${raw(stableMark)} select pg_backend_pid() as pid`;
const echo = (number: number) => sql`${raw(stableMark)} select ${number}::int as number`;

it('returns the right rows to each of many statements over few connections', async () => {
  const numbers = Array.from({ length: 200 }, (_, index) => index);
  const results = await Promise.all(numbers.map((number) => shared.rows<{ number: number }>(echo(number))));
  expect(results.map(([row]) => row?.number)).toEqual(numbers);
  const backends = await Promise.all(numbers.map(() => shared.rows<{ pid: number }>(backend)));
  expect(new Set(backends.map(([row]) => row?.pid)).size).toBe(2);
});

it('fails only the faulty statement', async () => {
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

it('fails each statement of a batch with the error that prevented preparing it', async () => {
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  const shortTimeout = new SharedConnections(
    { connectionString: database.url, options: '-c lock_timeout=200' },
    1,
    { onLost: lost },
  );
  const reads = () =>
    Promise.allSettled(
      [1, 2, 3].map((id) =>
        shortTimeout.rows(sql`${raw(stableMark)} select name from organizations where id = ${id}::int`),
      ),
    );
  try {
    await other.query('begin; lock table organizations in access exclusive mode');
    const lockTimeout = { status: 'rejected', reason: { code: '55P03' } };
    expect(await reads()).toMatchObject([lockTimeout, lockTimeout, lockTimeout]);
    await other.query('rollback');
    const empty = { status: 'fulfilled', value: [] };
    expect(await reads()).toEqual([empty, empty, empty]);
  } finally {
    await shortTimeout.close();
    await other.end();
  }
});

it('recovers after statements that could not be sent', async () => {
  const unserializable = {
    toPostgres: () => {
      throw new Error('cannot be written down');
    },
  };
  const results = await Promise.allSettled(
    [1, 2, 3, 4].map(() => shared.rows(sql`${raw(stableMark)} select ${unserializable}::text as nothing`)),
  );
  expect(results.map((one) => one.status === 'rejected' && one.reason.message)).toEqual(
    Array.from({ length: 4 }, () => 'cannot be written down'),
  );
  expect(await Promise.all([5, 6, 7].map((number) => shared.rows(echo(number))))).toEqual(
    [5, 6, 7].map((number) => [{ number }]),
  );
});

it('runs a statement again after its values could not be sent, any number of times', async () => {
  const unserializable = { toPostgres: () => JSON.parse('no value') };
  const text = (value: unknown) => sql`${raw(stableMark)} select ${value}::text as text`;
  const broken = await Promise.allSettled([1, 2, 3, 4].map(() => shared.rows(text([unserializable]))));
  expect(broken.map((one) => one.status)).toEqual(Array.from({ length: 4 }, () => 'rejected'));
  for (const word of ['one', 'two']) {
    const results = await Promise.all([1, 2, 3, 4].map(() => shared.rows(text(word))));
    expect(results).toEqual(Array.from({ length: 4 }, () => [{ text: word }]));
  }
});

/** A proxy to the database that can stop forwarding, as in a network failure. */
async function silenceableProxy() {
  const open: Socket[] = [];
  let isSilent = false;
  const { port, hostname } = new URL(database.url);
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    open.push(client, upstream);
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
    const wasSilent = isSilent;
    client.on('data', (data) => (isSilent && !wasSilent) || upstream.write(data));
    upstream.on('data', (data) => client.write(data));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(database.url);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    /** Blocks connections that are open now. */
    fallSilent: () => {
      isSilent = true;
    },
    stop: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

it('replaces a connection that does not respond, before its socket is closed', async () => {
  const proxy = await silenceableProxy();
  const connections = new SharedConnections({ connectionString: proxy.url, query_timeout: 300 }, 1, {
    onLost: lost,
  });
  expect(await connections.rows(echo(1))).toEqual([{ number: 1 }]);
  proxy.fallSilent();
  const next = connections.rows(echo(2)).catch((error: Error) => {
    expect(error.message).toBe('Query read timeout');
    return connections.rows(echo(3));
  });
  expect(await next).toEqual([{ number: 3 }]);
  await connections.close();
  proxy.stop();
});

it('sends all statements of one turn of the event loop together', async () => {
  await Promise.all([shared.rows(echo(1)), shared.rows(echo(2))]);
  const writes = vi.spyOn(Socket.prototype as unknown as { _writev(): void }, '_writev');
  await Promise.all(Array.from({ length: 40 }, (_, index) => shared.rows(echo(index))));
  // One write for each of the two connections.
  expect(writes.mock.calls.length).toBe(2);
  writes.mockRestore();
});

it('fails the statements on a broken connection, and opens another for the next ones', async () => {
  const held = shared.rows(sql`select pg_sleep(20)`);
  const behind = Promise.allSettled([1, 2, 3].map((number) => shared.rows(echo(number))));
  held.catch(() => undefined);
  const killer = new pg.Client({ connectionString: database.url });
  await killer.connect();
  await eventually(
    () =>
      killer.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where query like '%pg_sleep(20)%' and pid <> pg_backend_pid()`),
    ({ rowCount }) => rowCount === 1,
  );
  await killer.end();
  await expect(held).rejects.toThrow();
  expect((await behind).map((one) => one.status)).toContain('rejected');
  await expect.poll(() => lost.mock.calls.length).toBeGreaterThan(0);
  expect(await Promise.all([1, 2, 3, 4].map((number) => shared.rows(echo(number))))).toEqual(
    [1, 2, 3, 4].map((number) => [{ number }]),
  );
});

it('retries a connection that could not be opened', async () => {
  const url = new URL(database.url);
  url.port = '1';
  const away = new SharedConnections({ connectionString: url.href }, 1, { onLost: lost });
  await expect(away.rows(echo(1))).rejects.toThrow('ECONNREFUSED');
  await expect(away.rows(echo(1))).rejects.toThrow('ECONNREFUSED');
  await away.close();
  await expect(away.rows(echo(1))).rejects.toThrow('closed');
});
