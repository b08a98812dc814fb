import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { expect, it } from 'vitest';
import { translateErrors } from './database-errors.ts';

const failWith = (code: string) => {
  const error = new pg.DatabaseError('broken', 6, 'error');
  error.code = code;
  return translateErrors(Promise.reject(error));
};

it.each([
  ['a shutdown', '57P01', /^The database is unavailable/],
  ['too many connections', '53300', /^The database is unavailable/],
  ['a lost prepared statement', '26000', /^The database is unavailable/],
  ['a statement timeout', '57014', /^The request took too long/],
  ['a transaction timeout', '25P04', /^The request took too long/],
  ['a lock timeout', '55P03', /^Another request is changing the same data/],
])('reports %s as unavailable, with the reason', async (_, code, message) => {
  await expect(failWith(code)).rejects.toMatchObject({
    kind: 'unavailable',
    message: expect.stringMatching(message),
    headers: { 'Retry-After': '2' },
    cause: { code },
  });
});

it('passes on errors of the statement itself', async () => {
  await expect(failWith('42601')).rejects.toMatchObject({ code: '42601' });
});

it('reports a server that accepts connections and does not respond as an unavailable database', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket.on('error', () => undefined))).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const options = {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    connectionTimeoutMillis: 50,
  };
  const pool = new pg.Pool({ ...options, max: 1 });
  const client = new pg.Client(options).on('error', () => undefined);
  try {
    const attempts: Promise<unknown>[] = [client.connect(), pool.query('select 1'), pool.query('select 1')];
    for (const result of await Promise.allSettled(attempts.map((attempt) => translateErrors(attempt))))
      expect(result).toMatchObject({ status: 'rejected', reason: { kind: 'unavailable' } });
  } finally {
    await pool.end();
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});
