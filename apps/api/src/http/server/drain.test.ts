import { once } from 'node:events';
import { createServer, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeDrainable } from './drain.ts';

let server: Server;
let drain: ReturnType<typeof makeDrainable>;
let port: number;
let responses: ServerResponse[];
beforeEach(async () => {
  responses = [];
  // Longer than any test, as in production.
  server = createServer({ keepAliveTimeout: 60_000 }, (req, res) => {
    responses.push(res);
    if (req.url !== '/quiet') res.write('begun, ');
  });
  drain = makeDrainable(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  port = (server.address() as AddressInfo).port;
});
afterEach(() => server.closeAllConnections());

/** Longer than a test may take: waiting for it fails the test. */
const neverMs = 600_000;
const send = (path = '/') =>
  request({ port, path, agent: false, headers: { connection: 'keep-alive' } }).end();
const sendAndAwaitHead = async () => {
  const clientRequest = send();
  const [response] = await once(clientRequest, 'response');
  return { clientRequest, response };
};

it('completes a response and then closes its connection', async () => {
  const { response } = await sendAndAwaitHead();
  expect(response.headers.connection).toBe('keep-alive');
  const drained = drain({ delayMs: 0, timeoutMs: neverMs });
  responses[0]?.end('ended');
  expect(await text(response)).toBe('begun, ended');
  await drained;
});

it('does not wait for unused connections', async () => {
  const unused = connect(port, '127.0.0.1');
  await once(server, 'connection');
  const ended = once(
    unused.on('error', () => undefined),
    'close',
  );
  await drain({ delayMs: 0, timeoutMs: neverMs });
  await ended;
});

it('accepts a request on an open connection and no new connections', async () => {
  const open = connect(port, '127.0.0.1');
  await once(server, 'connection');
  const drained = drain({ delayMs: 0, timeoutMs: neverMs });
  open.end('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(server, 'request');
  await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED');
  responses[0]?.end('ended');
  expect(await text(open)).toContain('begun, ');
  await drained;
});

it('destroys remaining connections at the timeout', async () => {
  const { response } = await sendAndAwaitHead();
  const cut = text(response);
  const drained = drain({ delayMs: 0, timeoutMs: 300 });
  await expect(cut).rejects.toThrow('aborted');
  await drained;
});

it('serves requests during the delay and sends Connection: close, including for earlier requests', async () => {
  let isClosed = false;
  const onClosed = () => {
    isClosed = true;
  };
  const headOf = async (clientRequest: ReturnType<typeof send>) =>
    (await once(clientRequest, 'response'))[0].headers;
  const early = send('/quiet');
  await once(server, 'request');
  const drained = drain({ delayMs: 500, timeoutMs: neverMs, onClosed });
  const late = send('/quiet');
  await once(server, 'request');
  expect(isClosed).toBe(false);
  const heads = Promise.all([headOf(early), headOf(late)]);
  for (const response of responses) response.end();
  expect((await heads).map(({ connection }) => connection)).toEqual(['close', 'close']);
  await drained;
  expect(isClosed).toBe(true);
});
