import { once } from 'node:events';
import { createServer, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeDrainable } from './drain.ts';

let server: Server;
let drain: ReturnType<typeof makeDrainable>;
let port: number;
let answers: ServerResponse[];
beforeEach(async () => {
  answers = [];
  // As the service has it: whoever keeps a connection may keep it for long.
  server = createServer({ keepAliveTimeout: 60_000 }, (req, res) => {
    answers.push(res);
    if (req.url !== '/quiet') res.write('begun, ');
  });
  drain = makeDrainable(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  port = (server.address() as AddressInfo).port;
});
afterEach(() => server.closeAllConnections());

/** Longer than a test may take: whoever waits for it fails. */
const forEver = 600_000;
const send = (path = '/') =>
  request({ port, path, agent: false, headers: { connection: 'keep-alive' } }).end();
const ask = async () => {
  const asking = send();
  const [response] = await once(asking, 'response');
  return { asking, response };
};

it('lets an answer come to its end, and closes its connection then', async () => {
  const { response } = await ask();
  expect(response.headers.connection).toBe('keep-alive');
  const drained = drain({ delayMs: 0, timeoutMs: forEver });
  answers[0]?.end('ended');
  expect(await text(response)).toBe('begun, ended');
  await drained;
});

it('does not wait for connections that nobody used', async () => {
  const unused = connect(port, '127.0.0.1');
  await once(server, 'connection');
  const ended = once(
    unused.on('error', () => undefined),
    'close',
  );
  await drain({ delayMs: 0, timeoutMs: forEver });
  await ended;
});

it('takes a request on a connection that was opened before, and no new connection', async () => {
  const open = connect(port, '127.0.0.1');
  await once(server, 'connection');
  const drained = drain({ delayMs: 0, timeoutMs: forEver });
  open.end('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(server, 'request');
  await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED');
  answers[0]?.end('ended');
  expect(await text(open)).toContain('begun, ');
  await drained;
});

it('cuts what is left after the timeout', async () => {
  const { response } = await ask();
  const cut = text(response);
  const drained = drain({ delayMs: 0, timeoutMs: 300 });
  await expect(cut).rejects.toThrow('aborted');
  await drained;
});

it('goes on for the delay, and ends the connection of every answer, also of those to earlier requests', async () => {
  let isClosed = false;
  const onClosed = () => {
    isClosed = true;
  };
  const headOf = async (asking: ReturnType<typeof send>) => (await once(asking, 'response'))[0].headers;
  const early = send('/quiet');
  await once(server, 'request');
  const drained = drain({ delayMs: 500, timeoutMs: forEver, onClosed });
  const late = send('/quiet');
  await once(server, 'request');
  expect(isClosed).toBe(false);
  const heads = Promise.all([headOf(early), headOf(late)]);
  for (const answer of answers) answer.end();
  expect((await heads).map(({ connection }) => connection)).toEqual(['close', 'close']);
  await drained;
  expect(isClosed).toBe(true);
});
