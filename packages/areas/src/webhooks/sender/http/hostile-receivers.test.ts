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

/** For receivers that answer: a busy machine must not make them late. */
const patientMs = 20_000;
/** For receivers that never complete a response. */
const timeoutMs = 1_000;

/** Sends one request; `left` fails if a connection stays open. */
async function attempt(behave: RawBehaviour, timeoutMs = patientMs) {
  const receiver = await startRawReceiver(behave);
  const client = new WebhookClient({ allowPrivate: true });
  stops.push(() => receiver.stop());
  const headers = { 'content-type': 'application/json' };
  const { duration_ms, ...outcome } = await client.post({
    url: receiver.url,
    headers,
    body: '{"id":1}',
    timeoutMs,
  });
  const left = () => eventually(receiver.openSockets, (open) => open === 0);
  return { outcome, receiver, client, left };
}

const sends = (text: string): RawBehaviour => {
  return (socket) => socket.end(text);
};
const floods = (socket: Socket, chunk: string) => {
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
  ['never responds', () => undefined, 'No complete response within 1 s'],
  ['responds byte by byte', drips('HTTP/1.1 200 OK\r\n\r\n'), 'No complete response within 1 s'],
  ['sends headers slowly', drips('HTTP/1.1 200 OK\r\nx-'), 'No complete response within 1 s'],
  [
    'sends less than its Content-Length and waits',
    (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'),
    'No complete response within 1 s',
  ],
  [
    'closes immediately',
    (socket) => socket.end(),
    /^The connection was closed before the response was complete/,
  ],
  [
    'resets the connection',
    (socket) => socket.resetAndDestroy(),
    /^The connection was closed before the response was complete/,
  ],
  [
    'closes within the headers',
    sends('HTTP/1.1 200 OK\r\ncontent-le'),
    /^The connection was closed|^The response is not valid HTTP/,
  ],
  [
    'closes within the body',
    sends('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf of it'),
    /^The connection was closed|^The response does not match/,
  ],
  ['speaks SSH', sends('SSH-2.0-OpenSSH_9.6\r\n'), /^The response is not valid HTTP/],
  ['sends noise', sends('\u0000\u0001\u0002\u0003\r\n\r\n'), /^The response is not valid HTTP/],
  [
    'sends two Content-Lengths',
    sends('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'),
    /^The response does not match its Content-Length/,
  ],
  [
    'sends an invalid chunk size',
    sends('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'),
    /^The response is not valid HTTP/,
  ],
  [
    'sends a megabyte of headers',
    sends(`HTTP/1.1 200 OK\r\nx-much: ${'x'.repeat(1 << 20)}\r\n\r\n`),
    /^The response headers are too large/,
  ],
  [
    'sends endless headers',
    (socket) => floods(socket, `HTTP/1.1 200 OK\r\n${'x-more: of the same\r\n'.repeat(1_000)}`),
    /^The response headers are too large|^The response is not valid HTTP/,
  ],
  [
    'sends endless early hints',
    (socket) => floods(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </>\r\n\r\n'.repeat(500)),
    'More than 20 interim responses and no final one',
  ],
  [
    'sends an unexpected 100 Continue',
    sends('HTTP/1.1 100 Continue\r\n\r\n'),
    /^The connection was closed before the response was complete/,
  ],
  [
    'switches the protocol',
    sends('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'),
    /^The connection was closed before the response was complete/,
  ],
])('a receiver that %s is reported as a failure, and its connection is closed', async (_, behave, text) => {
  const isSlow = String(text).startsWith('No complete');
  const { outcome, client, left } = await attempt(behave, isSlow ? timeoutMs : patientMs);
  const error = typeof text === 'string' ? text : expect.stringMatching(text);
  expect(outcome).toEqual({
    response_status: null,
    response_headers: null,
    response_body: null,
    retry_after_seconds: null,
    error,
    is_timeout: isSlow,
  });
  await left();
  await client.close();
});

it('takes the status of an endless response, stores 4 KiB and closes the connection', async () => {
  let poured = 0;
  const { outcome, client, left } = await attempt((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1073741824\r\n\r\n');
    floods(socket, 'x'.repeat(16_384));
    socket.on('close', () => {
      poured = socket.bytesWritten;
    });
  });
  expect(outcome).toMatchObject({ response_status: 200, error: null, is_timeout: false });
  expect(outcome.response_body).toHaveLength(4_096);
  await left();
  expect(poured).toBeLessThan(64 << 20);
  await client.close();
});

it('does not decompress bodies', async () => {
  const bomb = gzipSync(Buffer.alloc(50 << 20));
  const { outcome, client } = await attempt((socket) => {
    socket.write(
      `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`,
      'latin1',
    );
    socket.write(bomb);
  });
  expect(outcome).toMatchObject({
    response_status: 200,
    response_body: '(not stored: encoded as gzip)',
    error: null,
  });
  await client.close();
});

it('does not follow redirects', async () => {
  const { outcome, receiver, client } = await attempt((socket) =>
    socket.write('HTTP/1.1 307 Again\r\nlocation: /\r\ncontent-length: 0\r\n\r\n'),
  );
  expect(outcome).toMatchObject({ response_status: 307, error: 'The receiver responded with 307' });
  expect(receiver.requests).toHaveLength(1);
  await client.close();
});

it('ignores early hints and sanitizes text for PostgreSQL', async () => {
  const { outcome, client } = await attempt((socket) =>
    socket.write(
      Buffer.from(
        'HTTP/1.1 103 Early Hints\r\nlink: </>\r\n\r\nHTTP/1.1 200 OK\r\nset-cookie: a=1\r\nset-cookie: b=2\r\ncontent-length: 4\r\n\r\na\u0000\u00ffb',
        'latin1',
      ),
    ),
  );
  expect(outcome).toMatchObject({ response_status: 200, response_body: 'a\ufffdb' });
  expect(outcome.response_headers).toMatchObject({ 'set-cookie': 'a=1,b=2' });
  await client.close();
});

it('sends no cookies, no credentials and no further headers', async () => {
  const { receiver, client } = await attempt(sends('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'));
  const [head = ''] = (receiver.requests[0] ?? '').split('\r\n\r\n');
  const names = head
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(':')[0]);
  expect(names.sort()).toEqual(['connection', 'content-length', 'content-type', 'host']);
  await client.close();
});

it('is not affected by receivers that hang', async () => {
  const hanging = await startRawReceiver(() => undefined);
  const fine = await startRawReceiver((socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'));
  stops.push(hanging.stop, fine.stop);
  const client = new WebhookClient({ allowPrivate: true });
  const post = (url: string, limitMs: number) =>
    client.post({ url, headers: {}, body: '{}', timeoutMs: limitMs });
  const stuck = Promise.all(Array.from({ length: 50 }, () => post(hanging.url, 2_000)));
  const statuses = await Promise.all(Array.from({ length: 50 }, () => post(fine.url, patientMs)));
  expect(new Set(statuses.map((one) => one.response_status))).toEqual(new Set([204]));
  expect(new Set((await stuck).map((one) => one.error))).toEqual(
    new Set(['No complete response within 2 s']),
  );
  await eventually(hanging.openSockets, (open) => open === 0);
  await client.close();
});

it('reports why a request cannot be sent at all', async () => {
  const receiver = await startRawReceiver(() => undefined);
  stops.push(receiver.stop);
  const client = new WebhookClient({ allowPrivate: true });
  const post = (url: string, headers: Record<string, string>) =>
    client.post({ url, headers, body: '{}', timeoutMs: patientMs });
  const { error } = await post(receiver.url, { 'x-split': 'a\r\nb: c' });
  expect(error).toContain('header');
  for (const url of ['ftp://example.com/', 'nonsense', 'http://me:word@127.0.0.1/'])
    expect((await post(url, {})).error).toMatch(/^The URL must/);
  await client.close();
  expect((await post(receiver.url, {})).error).toContain('destroyed');
  expect(receiver.requests).toEqual([]);
});
