import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type RawBehaviour, startRawReceiver } from '@wfp/testing/raw-receiver.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { afterEach, expect, it } from 'vitest';
import { WebhookClient } from './webhook-client.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const timeoutMs = 300;

/** One attempt at a receiver; fails when a connection is still open some time later. */
async function attempt(behave: RawBehaviour) {
  const receiver = await startRawReceiver(behave);
  const poster = new WebhookClient({ allowPrivate: true });
  stops.push(() => receiver.stop());
  const headers = { 'content-type': 'application/json' };
  const { duration_ms, ...outcome } = await poster.post({
    url: receiver.url,
    headers,
    body: '{"id":1}',
    timeoutMs,
  });
  const left = () => eventually(receiver.openSockets, (open) => open === 0);
  return { outcome, receiver, poster, left };
}

const says = (text: string): RawBehaviour => {
  return (socket) => socket.end(text);
};
const pours = (socket: Socket, chunk: string) => {
  const pour = () => {
    while (socket.writable && socket.write(chunk));
    socket.once('drain', pour);
  };
  pour();
};
const drips = (head: string): RawBehaviour => {
  return (socket) => {
    socket.write(head);
    const timer = setInterval(() => socket.write('x'), 20);
    socket.on('close', () => clearInterval(timer));
  };
};

it.each<[string, RawBehaviour, string | RegExp]>([
  ['never answers', () => undefined, 'No complete answer within 0.3 s'],
  ['answers byte by byte', drips('HTTP/1.1 200 OK\r\n\r\n'), 'No complete answer within 0.3 s'],
  ['drips its headers', drips('HTTP/1.1 200 OK\r\nx-'), 'No complete answer within 0.3 s'],
  [
    'says less than it announced and waits',
    (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'),
    'No complete answer within 0.3 s',
  ],
  ['closes at once', (socket) => socket.end(), /^The connection was closed before the answer was complete/],
  [
    'resets the connection',
    (socket) => socket.resetAndDestroy(),
    /^The connection was closed before the answer was complete/,
  ],
  [
    'closes within the headers',
    says('HTTP/1.1 200 OK\r\ncontent-le'),
    /^The connection was closed|^The answer is not HTTP/,
  ],
  [
    'closes within the body',
    says('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf of it'),
    /^The connection was closed|^The answer is shorter/,
  ],
  ['speaks SSH', says('SSH-2.0-OpenSSH_9.6\r\n'), /^The answer is not HTTP/],
  ['sends noise', says('\u0000\u0001\u0002\u0003\r\n\r\n'), /^The answer is not HTTP/],
  [
    'gives two lengths',
    says('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'),
    /^The answer is shorter or longer than it says/,
  ],
  [
    'chunks without measure',
    says('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'),
    /^The answer is not HTTP/,
  ],
  [
    'sends headers of a megabyte',
    says(`HTTP/1.1 200 OK\r\nx-much: ${'x'.repeat(1 << 20)}\r\n\r\n`),
    /^The headers of the answer are too large/,
  ],
  [
    'sends headers without end',
    (socket) => pours(socket, `HTTP/1.1 200 OK\r\n${'x-more: of the same\r\n'.repeat(1_000)}`),
    /^The headers of the answer are too large|^The answer is not HTTP/,
  ],
  [
    'hints and hints and never answers',
    (socket) => pours(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </>\r\n\r\n'.repeat(500)),
    'More than 20 interim answers and no final one',
  ],
  [
    'asks to go on, unasked',
    says('HTTP/1.1 100 Continue\r\n\r\n'),
    /^The connection was closed before the answer was complete/,
  ],
  [
    'changes the protocol',
    says('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'),
    /^The connection was closed before the answer was complete/,
  ],
])('a receiver that %s is a failure that can be read, and leaves nothing open', async (_, behave, text) => {
  const { outcome, poster, left } = await attempt(behave);
  const error = typeof text === 'string' ? text : expect.stringMatching(text);
  expect(outcome).toEqual({
    response_status: null,
    response_headers: null,
    response_body: null,
    retry_after_seconds: null,
    error,
    is_timeout: String(error).startsWith('No complete'),
  });
  await left();
  await poster.close();
});

it('takes an endless answer for what its status says, keeps 4 KiB and hangs up', async () => {
  let poured = 0;
  const { outcome, poster, left } = await attempt((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1073741824\r\n\r\n');
    pours(socket, 'x'.repeat(16_384));
    socket.on('close', () => {
      poured = socket.bytesWritten;
    });
  });
  expect(outcome).toMatchObject({ response_status: 200, error: null, is_timeout: false });
  expect(outcome.response_body).toHaveLength(4_096);
  await left();
  expect(poured).toBeLessThan(64 << 20);
  await poster.close();
});

it('does not unpack what is packed', async () => {
  const bomb = gzipSync(Buffer.alloc(50 << 20));
  const { outcome, poster } = await attempt((socket) => {
    socket.write(
      `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`,
      'latin1',
    );
    socket.write(bomb);
  });
  expect(outcome).toMatchObject({
    response_status: 200,
    response_body: '(not kept: it is encoded as gzip)',
    error: null,
  });
  await poster.close();
});

it('follows no redirect, also not in a loop', async () => {
  const { outcome, receiver, poster } = await attempt((socket) =>
    socket.write('HTTP/1.1 307 Again\r\nlocation: /\r\ncontent-length: 0\r\n\r\n'),
  );
  expect(outcome).toMatchObject({ response_status: 307, error: 'The receiver answered 307' });
  expect(receiver.requests).toHaveLength(1);
  await poster.close();
});

it('passes over hints before an answer, and keeps text that PostgreSQL takes', async () => {
  const { outcome, poster } = await attempt((socket) =>
    socket.write(
      Buffer.from(
        'HTTP/1.1 103 Early Hints\r\nlink: </>\r\n\r\nHTTP/1.1 200 OK\r\nset-cookie: a=1\r\nset-cookie: b=2\r\ncontent-length: 4\r\n\r\na\u0000\u00ffb',
        'latin1',
      ),
    ),
  );
  expect(outcome).toMatchObject({ response_status: 200, response_body: 'a\ufffdb' });
  expect(outcome.response_headers).toMatchObject({ 'set-cookie': 'a=1,b=2' });
  await poster.close();
});

it('sends no cookie, no credentials, and nothing but what it was given', async () => {
  const { receiver, poster } = await attempt(says('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'));
  const [head = ''] = (receiver.requests[0] ?? '').split('\r\n\r\n');
  const names = head
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(':')[0]);
  expect(names.sort()).toEqual(['connection', 'content-length', 'content-type', 'host']);
  await poster.close();
});

it('goes on with other receivers whatever some of them do', async () => {
  const hanging = await startRawReceiver(() => undefined);
  const fine = await startRawReceiver((socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'));
  stops.push(hanging.stop, fine.stop);
  const poster = new WebhookClient({ allowPrivate: true });
  const post = (url: string) => poster.post({ url, headers: {}, body: '{}', timeoutMs: 2_000 });
  const stuck = Promise.all(Array.from({ length: 50 }, () => post(hanging.url)));
  const statuses = await Promise.all(Array.from({ length: 50 }, () => post(fine.url)));
  expect(new Set(statuses.map((one) => one.response_status))).toEqual(new Set([204]));
  expect(new Set((await stuck).map((one) => one.error))).toEqual(new Set(['No complete answer within 2 s']));
  await eventually(hanging.openSockets, (open) => open === 0);
  await poster.close();
});

it('says of what cannot be sent at all why', async () => {
  const receiver = await startRawReceiver(() => undefined);
  stops.push(receiver.stop);
  const poster = new WebhookClient({ allowPrivate: true });
  const post = (url: string, headers: Record<string, string>) =>
    poster.post({ url, headers, body: '{}', timeoutMs });
  const { error } = await post(receiver.url, { 'x-split': 'a\r\nb: c' });
  expect(error).toContain('header');
  for (const url of ['ftp://example.com/', 'nonsense', 'http://me:word@127.0.0.1/'])
    expect((await post(url, {})).error).toMatch(/^The URL must/);
  await poster.close();
  expect((await post(receiver.url, {})).error).toContain('destroyed');
  expect(receiver.requests).toEqual([]);
});
