import { once } from 'node:events';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createLogger } from '@wfp/shared';
import { type Client, createTestClient, startService, type TestService, testPassword } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApi, startApi } from '../start-api.ts';

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

interface Sent {
  body?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
  method?: string;
  redirect?: NonNullable<RequestInit['redirect']>;
}

async function send(
  path: string,
  { body, headers = {}, method = 'POST', redirect = 'follow' }: Sent = {},
  url = service.url,
) {
  const response = await fetch(`${url}${path}`, {
    method,
    redirect,
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json', ...headers },
    body: body ?? null,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

/** Writes bytes to a new connection and reads until the server closes it. */
async function raw(...parts: (string | Buffer)[]): Promise<string> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  let response = '';
  socket.on('data', (chunk) => {
    response += chunk;
  });
  socket.on('error', () => undefined);
  for (const part of parts) socket.write(part);
  await once(socket, 'close');
  return response;
}

const form = (message: unknown) => ({
  error: 'Validation failed',
  details: { fieldErrors: {}, formErrors: [message] },
});
const head = (length: number) =>
  `POST /api/tasks HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${owner.token}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

describe('bodies', () => {
  it('rejects invalid JSON without repeating it', async () => {
    const { status, body } = await send('/api/tasks', { body: '{"title":"hunter2' });
    expect([status, body]).toEqual([422, form('The body is not valid JSON')]);
  });

  it('accepts 1 MiB and rejects one byte more with 413', async () => {
    const padded = (bytes: number) => `{"title":"x"}${' '.repeat(bytes - 13)}`;
    expect((await send('/api/tasks', { body: padded(1024 * 1024) })).status).toBe(201);
    const { status, body } = await send('/api/tasks', { body: padded(1024 * 1024 + 1) });
    expect([status, body]).toEqual([413, { error: 'The body is larger than 1024 KiB' }]);
  });

  it('rejects 20 MB with 413 and closes the connection', async () => {
    const response = await raw(head(20_000_000), Buffer.alloc(100_000, 32));
    expect(response).toMatch(/^HTTP\/1\.1 413 /);
    expect(response.toLowerCase()).toContain('connection: close');
    expect(response).toContain('{"error":"The body is larger');
    const chunk = `186a0\r\n${' '.repeat(100_000)}\r\n`;
    const chunked = head(0).replace('Content-Length: 0', 'Transfer-Encoding: chunked');
    expect(await raw(chunked, chunk.repeat(12))).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('limits the decompressed size of a body', async () => {
    const headers = { 'content-encoding': 'gzip' };
    const small = await send('/api/tasks', { headers, body: gzipSync('{"title":"Packed"}') });
    expect([small.status, small.body.title]).toEqual([201, 'Packed']);
    const bomb = gzipSync(`{"title":"${'x'.repeat(30_000_000)}"}`);
    expect((await send('/api/tasks', { headers, body: bomb })).status).toBe(413);
    const broken = await send('/api/tasks', { headers, body: '{"title":"not packed"}' });
    expect([broken.status, broken.body]).toEqual([422, form(expect.any(String))]);
  });

  it.each(['br', 'zstd', 'lzma', 'gzip, gzip'])('rejects the Content-Encoding %s', async (encoding) => {
    const body = brotliCompressSync('{"title":"Packed"}');
    const { status, body: response } = await send('/api/tasks', {
      headers: { 'content-encoding': encoding },
      body,
    });
    expect([status, response]).toEqual([422, form('The Content-Encoding must be gzip or deflate')]);
  });

  it('rejects deeply nested bodies with 422', async () => {
    const depth = 200_000;
    for (const body of [
      `${'['.repeat(depth)}${']'.repeat(depth)}`,
      `{"title":${'['.repeat(depth)}${']'.repeat(depth)}}`,
      `{"title":${'{"a":'.repeat(depth / 4)}1${'}'.repeat(depth / 4)}}`,
    ]) {
      expect((await send('/api/tasks', { body })).status).toBe(422);
    }
    expect((await service.call('GET', '/health')).status).toBe(200);
  });

  it('uses the last value of a duplicate key, as JSON.parse does', async () => {
    const { status, body } = await send('/api/tasks', { body: '{"title":"one","title":"two"}' });
    expect([status, body.title]).toEqual([201, 'two']);
  });

  it('rejects invalid UTF-8', async () => {
    const bytes = Uint8Array.from([...Buffer.from('{"title":"'), 0xff, 0xfe, ...Buffer.from('"}')]);
    const { status, body } = await send('/api/tasks', { body: bytes });
    expect([status, body]).toEqual([422, form('The body must be UTF-8')]);
  });

  it('rejects an unsupported charset', async () => {
    const headers = { 'content-type': 'application/json; charset=ebcdic' };
    const { status, body } = await send('/api/tasks', { headers, body: '{"title":"x"}' });
    expect([status, body]).toEqual([422, form('The body must be UTF-8')]);
  });

  it('survives a body that is shorter than its Content-Length', async () => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    socket.end(`${head(50)}{"title":`);
    socket.resume();
    await once(socket, 'close');
    expect((await service.call('GET', '/health')).status).toBe(200);
  });
});

describe('paths and headers', () => {
  it.each([
    '/api/tasks/%ff',
    '/api/tasks/%',
    '/api/nowhere',
    '/nowhere',
    '//',
    '/api//',
    '/api/TASKS',
    '//api/tasks',
    '/api/tasks/1/2/3',
  ])('answers 404 at %s', async (path) => {
    const { status, headers, body } = await send(path, { method: 'GET' });
    expect([status, body]).toEqual([404, { error: expect.any(String) }]);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('x-request-id')).toBeTruthy();
  });

  it.each(['/API/health', '/Api/tasks', '/api/Tasks', '/api/tasks/Bulk', '/api/Docs'])(
    'answers 404 for %s: paths are case-sensitive',
    async (path) => {
      const { status, body } = await send(path, { method: 'GET' });
      expect([status, body]).toEqual([404, { error: expect.any(String) }]);
    },
  );

  it.each([
    ['/', '/api/docs'],
    ['/?from=mail', '/api/docs'],
    ['/api', '/api/docs'],
    ['/api/', '/api/docs'],
    ['/api?x=1', '/api/docs'],
  ])('redirects %s to the reference, also behind a path prefix', async (path, target) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await send(path, { method, redirect: 'manual' });
      const location = headers.get('location') ?? '';
      expect([status, location]).toEqual([302, expect.not.stringMatching(/^\/|:/)]);
      expect(new URL(location, `https://example.com/people${path}`).pathname).toBe(`/people${target}`);
    }
    expect((await send(path, { method: 'POST', redirect: 'manual' })).status).toBeGreaterThanOrEqual(400);
  });

  it('returns a valid client request id and replaces others', async () => {
    const idFor = async (id: string) =>
      (await send('/api/health', { method: 'GET', headers: { 'x-request-id': id } })).headers.get(
        'x-request-id',
      );
    expect(await idFor('trace-1.2_3')).toBe('trace-1.2_3');
    const uuid = /^[0-9a-f-]{36}$/;
    for (const odd of ['', 'a b', 'x'.repeat(65), '{"a":1}', 'é']) expect(await idFor(odd)).toMatch(uuid);
  });

  it('sends security headers', async () => {
    const { headers } = await send('/api/users/me', { method: 'GET' });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('lets browsers store metadata, and ask whether it has changed', async () => {
    const path = '/api/platform/resources';
    const { headers } = await send(path, { method: 'GET' });
    const storage = 'private, no-cache';
    expect(headers.get('cache-control')).toBe(storage);
    const again = await send(path, {
      method: 'GET',
      headers: { 'if-none-match': headers.get('etag') as string },
    });
    expect([again.status, again.headers.get('cache-control')]).toEqual([304, storage]);
    const unknown = await send(`${path}/nothing`, { method: 'GET' });
    expect([unknown.status, unknown.headers.get('cache-control')]).toEqual([404, 'no-store']);
  });

  it('answers HEAD like GET without the body', async () => {
    const { status, body } = await send('/api/users/me', { method: 'HEAD' });
    expect([status, body]).toEqual([200, null]);
  });
});

describe('the log', () => {
  it('contains no secrets', async () => {
    let log = '';
    const destination = new Writable({
      write: (chunk, _, done) => {
        log += chunk;
        done();
      },
    });
    const pod: RunningApi = await startApi({
      config: service.config,
      log: createLogger('test', 'trace', destination),
      port: 0,
    });
    const url = `http://localhost:${pod.port}`;
    const on = createTestClient(url, { access_token: owner.token, user: owner.user });
    const { body: me } = await on.call('GET', '/users/me');
    const credentials = { email: owner.user.email, password: testPassword, org_slug: me.org_slug };
    const login = await on.call('POST', '/auth/login', credentials);
    await on.call('POST', '/auth/login', { ...credentials, password: 'wrong-password-xyz' });
    const refreshed = await on.call('POST', '/auth/refresh', { refresh_token: login.body.refresh_token });
    const key = await on.call('POST', '/api-keys', { name: 'Logged' });
    const webhook = await on.call('POST', '/webhooks', {
      url: 'http://localhost:9/hook?token=receivers-own',
    });
    for (const query of [
      `?token=${key.body.key}`,
      `?%74oken=${owner.token}`,
      `?last_event_id=1&token=${owner.token}&token=x`,
    ]) {
      await send(`/api/events/stream${query}`, { method: 'POST', body: '{' }, url);
      await send(`/api/tasks${query}`, { method: 'GET' }, url);
    }
    await send('/api/tasks', { body: `{"title":"${key.body.key}` }, url);
    await pod.stop();
    const secrets = {
      access: owner.token,
      refresh: login.body.refresh_token,
      second: refreshed.body.refresh_token,
      password: testPassword,
      wrong: 'wrong-password-xyz',
      key: key.body.key,
      webhook: webhook.body.secret,
      jwt: service.config.JWT_SECRET,
    };
    expect(log).toContain('"url":"/api/auth/login"');
    const found = Object.entries(secrets).filter(([, secret]) => log.includes(secret));
    expect(found.map(([name]) => name)).toEqual([]);
  });
});
