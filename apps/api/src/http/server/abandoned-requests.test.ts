import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { createLogger } from '@wfp/shared';
import { eventually } from '@wfp/testing/receiver.ts';
import express from 'express';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { errorHandler } from '../errors.ts';

const log = createLogger('test', 'silent');
const logged = vi.spyOn(log, 'error');
const received = vi.fn();
const ended = vi.fn();
let server: Server;
beforeAll(async () => {
  const app = express();
  app.put('/storage', () => {
    throw Object.assign(new Error('The storage disconnected'), { code: 'ECONNRESET' });
  });
  app.put('/', async (req) => {
    try {
      for await (const chunk of req) received(chunk);
    } finally {
      ended();
    }
  });
  app.use(errorHandler(log));
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

const open = async (path: string) => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`PUT ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nx`);
  return socket;
};

it('logs no error for a client that disconnects before its body has arrived', async () => {
  const socket = await open('/');
  await eventually(async () => received.mock.calls.length, Boolean);
  socket.destroy();
  await eventually(async () => ended.mock.calls.length, Boolean);
  expect((await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)).status).toBe(404);
  expect(logged).not.toHaveBeenCalled();
});

it('logs an error for a dependency that disconnects', async () => {
  const socket = await open('/storage');
  const [response] = await once(socket, 'data');
  expect(String(response)).toContain('500');
  expect(logged).toHaveBeenCalledTimes(1);
  socket.destroy();
});
