import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { collectGarbage } from '@wfp/testing/collect-garbage.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createClient } from '../client.ts';

type Respond = (res: ServerResponse) => void;
const triesLater: Respond = (res) => res.writeHead(503, { 'retry-after': '30' }).end();
const neverResponds: Respond = () => undefined;
const beginsText: Respond = (res) => res.writeHead(200, { 'content-type': 'text/csv' }).write('id\n');
const beginsStream: Respond = (res) =>
  res.writeHead(200, { 'content-type': 'text/event-stream' }).write('id: 1\n\n');

let respond: Respond;
let received: number;
let closed: number;
const server = createServer((_, res) => {
  received += 1;
  res.on('close', () => {
    closed += 1;
  });
  respond(res);
});
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  received = 0;
  closed = 0;
});

const client = () =>
  createClient({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey: 'wfp_test',
    retry: { attempts: 2 },
  });

/** Removes whatever only weak references of the runtime refer to. */
async function collectUnreferenced() {
  for (let round = 0; round < 5; round += 1) {
    await turn();
    collectGarbage();
  }
}

it.each([
  ['a wait', triesLater],
  ['a request', neverResponds],
])('ends at once when aborted during %s', async (_, answer) => {
  respond = answer;
  const abort = new AbortController();
  const reason = new Error('Enough');
  const pending = client()
    .get('/tasks', { signal: abort.signal })
    .catch((error: unknown) => error);
  await expect.poll(() => received).toBe(1);
  await collectUnreferenced();
  abort.abort(reason);
  expect(await pending).toBe(reason);
  expect(received).toBe(1);
});

it('ends a download when aborted', async () => {
  respond = beginsText;
  const abort = new AbortController();
  const { response } = await client().http.GET('/tasks', { signal: abort.signal, parseAs: 'stream' });
  const reader = response.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('id\n');
  await collectUnreferenced();
  const rest = reader?.read().catch((error: unknown) => error);
  abort.abort(new Error('Enough'));
  expect(await rest).toMatchObject({ message: 'Enough' });
  await expect.poll(() => closed).toBe(1);
});

it('ends a stream of events when it is closed', async () => {
  respond = beginsStream;
  const events = client().events();
  const ended = events[Symbol.asyncIterator]().next();
  await expect.poll(() => events.position).toBe('1');
  await collectUnreferenced();
  events.close();
  expect(await ended).toEqual({ done: true, value: undefined });
  await expect.poll(() => closed).toBe(1);
});
