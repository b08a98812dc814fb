import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { finished } from 'node:stream';
import { startService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import express from 'express';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createHttpServer, listen } from '../server.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** Sends a CONNECT and receives the start of its response. The client does not close its side. */
async function sendConnect(): Promise<Socket> {
  const socket = connect({ port: Number(new URL(service.url).port), host: 'localhost', allowHalfOpen: true });
  socket.write('CONNECT localhost:22 HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [start] = await once(socket, 'data');
  expect(String(start)).toMatch(/^HTTP\/1\.1 405 /);
  return socket;
}

it('survives a client that resets the connection after a CONNECT', async () => {
  const socket = await sendConnect();
  socket.resetAndDestroy();
  await once(socket, 'close');
  expect((await service.call('GET', '/health')).status).toBe(200);
});

it('closes the connection of a CONNECT although the client does not', async () => {
  const socket = await sendConnect();
  let isReset = false;
  socket.on('error', () => {
    isReset = true;
  });
  // A closed connection is reset when more arrives.
  await eventually(
    () => socket.write('x') && isReset,
    () => isReset,
  );
  socket.destroy();
});

it('ends the earlier requests on the connection that are not answered yet', async () => {
  const closed = vi.fn();
  const app = express().get('/:name', ({ params, url }, res) => {
    finished(res, () => closed(params.name));
    if (url === '/third') setImmediate(() => finished(res, () => closed('late')));
    if (url === '/second') res.end('x');
  });
  const server = createHttpServer(app, 60_000);
  await listen(server, 0, '127.0.0.1');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  socket.write(
    `${get('/first')}${get('/second')}${get('/third')}CONNECT localhost:22 HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  );
  await once(socket.resume(), 'close');
  const names = () => closed.mock.calls.flat().sort();
  await eventually(names, ({ length }) => length === 4);
  expect(names()).toEqual(['first', 'late', 'second', 'third']);
  server.close();
});
