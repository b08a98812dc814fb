import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createClient } from '../client.ts';
import { backoff, retryAfterMs } from './delays.ts';
import { ApiError, ConnectionError } from './errors.ts';

interface ReceivedRequest {
  line: string;
  key: string | undefined;
  body: string;
}
type Respond = (res: ServerResponse, req: IncomingMessage) => void;

const responds =
  (status: number, body: object = {}, headers: Record<string, string> = {}): Respond =>
  (res) =>
    res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const disconnects: Respond = (_, req) => req.socket.destroy();

/** The next responses of the service, one for each request; the last one repeats. */
let responses: Respond[];
let received: ReceivedRequest[];
const server = createServer(async (req, res) => {
  let body = '';
  for await (const chunk of req) body += chunk;
  received.push({ line: `${req.method} ${req.url}`, key: req.headers['idempotency-key'] as string, body });
  (responses.length > 1 ? responses.shift() : responses[0])?.(res, req);
});
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  received = [];
});

const client = (retry = {}) =>
  createClient({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    apiKey: 'wfp_test',
    retry: { baseMs: 1, ...retry },
  });
const aTask = { title: 'Once' };
const path = { params: { path: { id: 7 } } };

it('repeats a POST with the same key and body until there is a response', async () => {
  responses = [disconnects, responds(503), responds(409), responds(201, { id: 7, title: 'Once' })];
  expect(await client().post('/tasks', { body: aTask })).toMatchObject({ id: 7 });
  expect(received).toHaveLength(4);
  expect(new Set(received.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(received[0]).toEqual({
    line: 'POST /api/tasks',
    key: expect.stringMatching(/^[0-9a-f]{32}$/),
    body: JSON.stringify(aTask),
  });
});

it('generates a key for every POST, and keeps a given one', async () => {
  responses = [responds(201)];
  const headers = { 'Idempotency-Key': 'mine' };
  await client().post('/tasks', { body: aTask });
  await client().post('/tasks', { body: aTask });
  await client().post('/tasks', { body: aTask, headers });
  expect(new Set(received.map(({ key }) => key)).size).toBe(3);
  expect(received[2]?.key).toBe('mine');
});

it('does not repeat a request that may have been executed and is not idempotent', async () => {
  responses = [responds(503, { error: 'Try again' })];
  const change = () => client().patch('/tasks/{id}', { ...path, body: { status: 'done' } });
  await expect(change()).rejects.toMatchObject({ status: 503, message: '503 Try again' });
  responses = [disconnects];
  await expect(change()).rejects.toBeInstanceOf(ConnectionError);
  expect(received).toHaveLength(2);
  responses = [responds(429, {}, { 'retry-after': '0' }), responds(200, { id: 7 })];
  expect(await change()).toEqual({ id: 7 });
  expect(received).toHaveLength(4);
});

it('sends no key to an endpoint that takes none, and does not retry it', async () => {
  responses = [disconnects];
  const preview = client().post('/prompt-templates/{id}/preview', { ...path, body: { record_id: 1 } });
  await expect(preview).rejects.toBeInstanceOf(ConnectionError);
  expect(received).toMatchObject([{ key: undefined }]);
});

it('never repeats a request that was rejected permanently', async () => {
  for (const status of [400, 403, 404, 409, 412, 422, 500]) {
    received = [];
    responses = [responds(status, { error: 'No' }, { 'x-request-id': 'r-1' })];
    const rejected = await client()
      .post('/tasks', { body: aTask })
      .catch((error: unknown) => error);
    expect(rejected).toBeInstanceOf(ApiError);
    expect(rejected).toMatchObject({ status, requestId: 'r-1', body: { error: 'No' } });
    expect(received).toHaveLength(1);
  }
});

it('reports validation errors by field', async () => {
  const details = { fieldErrors: { title: ['Required'] }, formErrors: ['Odd'] };
  responses = [responds(422, { error: 'Invalid', details })];
  const rejected = client().post('/tasks', { body: aTask });
  await expect(rejected).rejects.toMatchObject({ ...details, message: '422 Invalid; title: Required' });
});

it('gives up after the maximum number of attempts, with the last response', async () => {
  responses = [responds(503)];
  await expect(client({ attempts: 3 }).get('/tasks')).rejects.toMatchObject({ status: 503 });
  expect(received).toHaveLength(3);
  responses = [disconnects];
  const lost = await client()
    .get('/tasks')
    .catch((error: unknown) => error);
  expect(lost).toMatchObject({ name: 'ConnectionError', cause: expect.any(TypeError) });
  expect(received).toHaveLength(3 + 4);
});

it('does not wait longer than its limit, and reports how long the wait would have been', async () => {
  responses = [responds(429, {}, { 'retry-after': '61' })];
  await expect(client().get('/tasks')).rejects.toMatchObject({ status: 429, retryAfterMs: 61_000 });
  expect(received).toHaveLength(1);
});

it('retries when a response does not begin in time', async () => {
  vi.useFakeTimers();
  try {
    const attempts: Request[] = [];
    const fetch = (request: Request) => {
      attempts.push(request);
      if (attempts.length === 2) return Promise.resolve(Response.json({ id: 7 }));
      return new Promise<Response>((_, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason));
      });
    };
    const retry = { timeoutMs: 5_000, baseMs: 100 };
    const answer = createClient({ baseUrl: 'http://x.test', apiKey: 'k', fetch, retry }).get(
      '/tasks/{id}',
      path,
    );
    await vi.advanceTimersByTimeAsync(4_999);
    expect(attempts.map(({ signal }) => signal.aborted)).toEqual([false]);
    await vi.advanceTimersByTimeAsync(101);
    expect(await answer).toEqual({ id: 7 });
    expect(attempts.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  } finally {
    vi.useRealTimers();
  }
});

it('limits an upload by a time of its own', async () => {
  vi.useFakeTimers();
  try {
    const attempts: Request[] = [];
    const fetch = (request: Request) => {
      attempts.push(request);
      return new Promise<Response>((_, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason));
      });
    };
    const retry = { attempts: 1, timeoutMs: 5_000 };
    const slow = createClient({ baseUrl: 'http://x.test', apiKey: 'k', fetch, retry });
    const sent = [
      slow.put('/files/{id}/content', { ...path, body: new Blob(['a scan'], { type: 'application/pdf' }) }),
      slow.post('/tasks', { body: aTask }),
    ].map((one) => one.catch((error: unknown) => error));
    await vi.advanceTimersByTimeAsync(299_999);
    expect(attempts.map(({ method, url, signal }) => [method, url.slice(17), signal.aborted])).toEqual([
      ['PUT', '/files/7/content', false],
      ['POST', '/tasks', true],
    ]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await Promise.all(sent)).toEqual([expect.any(ConnectionError), expect.any(ConnectionError)]);
  } finally {
    vi.useRealTimers();
  }
});

it('handles a truncated response as missing, and invalid JSON as unreadable', async () => {
  const half: Respond = (res, req) => {
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': '20' }).write('{"id":');
    setImmediate(() => req.socket.destroy());
  };
  responses = [half, responds(200, { id: 7 })];
  expect(await client().get('/tasks/{id}', path)).toEqual({ id: 7 });
  expect(received).toHaveLength(2);
  responses = [(res) => res.writeHead(200, { 'content-type': 'text/html' }).end('<p>Sign in to the network')];
  await expect(client().get('/tasks/{id}', path)).rejects.toBeInstanceOf(ConnectionError);
});

it('follows no redirect with a password, and does not use its response', async () => {
  responses = [
    responds(308, {}, { location: '/elsewhere' }),
    responds(301, {}, { location: '/tasks' }),
    responds(200),
  ];
  const user = { org_slug: 'demo', email: 'a@x.test', password: 'secret' };
  await expect(client({ attempts: 1 }).signIn(user)).rejects.toBeInstanceOf(ConnectionError);
  await expect(client({ attempts: 1 }).post('/tasks', { body: aTask })).rejects.toBeInstanceOf(
    ConnectionError,
  );
  expect(received.map(({ line }) => line)).toEqual(['POST /api/auth/login', 'POST /api/tasks']);
});

it('throws errors of the caller unchanged', async () => {
  const body = { title: 1n as unknown as string };
  await expect(client().post('/tasks', { body })).rejects.toBeInstanceOf(TypeError);
  expect(received).toEqual([]);
});

it('waits as long as Retry-After requests', async () => {
  vi.useFakeTimers();
  try {
    let calls = 0;
    const fetch = async () => {
      calls += 1;
      const headers = { 'retry-after': '7' };
      return calls === 1 ? new Response('{}', { status: 503, headers }) : Response.json({ id: 7 });
    };
    const answer = createClient({ baseUrl: 'http://x.test', apiKey: 'k', fetch }).get('/tasks/{id}', path);
    await vi.advanceTimersByTimeAsync(6_999);
    expect(calls).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toEqual({ id: 7 });
  } finally {
    vi.useRealTimers();
  }
});

it('parses Retry-After as seconds and as a date', () => {
  const now = Date.parse('2026-03-01T10:00:00Z');
  const read = (value: string) => retryAfterMs(new Headers({ 'retry-after': value }), now);
  expect(read('120')).toBe(120_000);
  expect(read('Sun, 01 Mar 2026 10:00:30 GMT')).toBe(30_000);
  expect(read('Sun, 01 Mar 2026 09:00:00 GMT')).toBe(0);
  expect(read('soon')).toBeNull();
  expect(retryAfterMs(new Headers(), now)).toBeNull();
});

it('waits longer each time, within bounds and with jitter', () => {
  const waits = [1, 2, 3, 4, 50].map((failures) => backoff(failures, 100, 1_000));
  for (const [index, max] of [100, 200, 400, 800, 1_000].entries()) {
    expect(waits[index]).toBeGreaterThanOrEqual(max / 2);
    expect(waits[index]).toBeLessThanOrEqual(max);
  }
  expect(new Set(Array.from({ length: 20 }, () => backoff(4, 100, 1_000))).size).toBeGreaterThan(1);
});
