import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger, defineArea, Metrics, publicEndpoint } from '@wfp/shared';
import { testConfig } from '@wfp/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createApp } from './app.ts';
import type { PipelineDependencies } from './pipeline.ts';

const Id = z.strictObject({ id: z.string() });
const open = (method: 'get' | 'post' | 'delete', path: string) => {
  const declared = { method, path, summary: 'Show the path', returns: { 200: z.unknown() } } as const;
  return path.includes(':')
    ? publicEndpoint({ ...declared, params: Id, handler: ({ params }) => ({ path, ...params }) })
    : publicEndpoint({ ...declared, handler: ({ origin }) => ({ path, ip: origin.ip }) });
};
const area = defineArea({
  name: 'probe',
  about: 'Endpoints that show which one was called.',
  endpoints: [
    open('get', '/probe/:id'),
    open('delete', '/probe/:id'),
    open('get', '/probe/me'),
    open('get', '/probe'),
    open('post', '/probe'),
    open('get', '/other'),
    open('get', '/other/me'),
    open('get', '/other/:id'),
  ],
});

const urls = { databaseUrl: 'postgresql://localhost/none', redisUrl: 'redis://localhost', prefix: 'app' };
const limits = { countRequest: vi.fn(async () => undefined), countBytes: vi.fn(), countWork: vi.fn() };
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  vi.clearAllMocks();
});

/** Serves the area with a configuration. Returns a function that sends a request. */
async function serve(settings: Record<string, string> = {}) {
  const config = testConfig(urls, settings);
  const metrics = new Metrics();
  const platform = { config, metrics, log: createLogger('test', 'silent'), database: {}, replica: null };
  const server = createServer(createApp([area], { platform, limits } as unknown as PipelineDependencies));
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return async (method: string, path: string, headers: Record<string, string | string[]> = {}) => {
    const sent = request({ port, path, method, headers: { ...headers }, agent: false }).end();
    const [response] = await once(sent, 'response');
    let text = '';
    for await (const chunk of response) text += chunk;
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isJson && text ? JSON.parse(text) : text,
    };
  };
}

describe('routes', () => {
  it('prefer a literal segment to a parameter', async () => {
    const send = await serve();
    const paths = ['/probe/me', '/probe/ME', '/other/me', '/probe/7', '/probe', '/probe?x=/me', '/other'];
    const bodies = await Promise.all(paths.map(async (path) => (await send('GET', `/api${path}`)).body));
    expect(bodies).toMatchObject([
      { path: '/probe/me' },
      { path: '/probe/:id', id: 'ME' },
      { path: '/other/me' },
      { path: '/probe/:id', id: '7' },
      { path: '/probe' },
      { details: { fieldErrors: { x: ['Is not a known parameter'] } } },
      { path: '/other' },
    ]);
  });

  it('answer other methods with 405 and those that are allowed', async () => {
    const send = await serve();
    const allowed = async (method: string, path: string) => {
      const { status, headers, body } = await send(method, path);
      return [status, headers.allow, body.error];
    };
    expect(await allowed('PUT', '/api/probe')).toEqual([
      405,
      'GET, HEAD, POST',
      'PUT is not allowed on this path',
    ]);
    expect((await allowed('POST', '/api/probe/7')).slice(0, 2)).toEqual([405, 'GET, HEAD, DELETE']);
    expect((await allowed('DELETE', '/api/probe/me')).slice(0, 2)).toEqual([405, 'GET, HEAD']);
    expect((await allowed('POST', '/api/docs')).slice(0, 2)).toEqual([405, 'GET, HEAD']);
  });

  it.each(['/api/nowhere', '/api/Probe', '/API/probe', '/probe', '/api/probe/7/8', '/nowhere'])(
    'answer 404 at %s',
    async (path) => {
      const { status, body } = await (await serve())('GET', path);
      expect([status, body]).toEqual([404, { error: 'No such path' }]);
    },
  );

  it('accept a slash at the end', async () => {
    expect((await (await serve())('GET', '/api/probe/')).body).toMatchObject({ path: '/probe' });
  });

  it('lead from / to the reference, for GET and HEAD', async () => {
    const send = await serve();
    const answers = await Promise.all(['GET', 'HEAD', 'POST'].map((method) => send(method, '/')));
    expect(answers.map(({ status, headers }) => [status, headers.location !== undefined])).toEqual([
      [302, true],
      [302, true],
      [404, false],
    ]);
    expect((await send('GET', '/api')).status).toBe(302);
  });
});

describe('headers', () => {
  it('forbid caching and rendering, and do not name the framework', async () => {
    const { headers } = await (await serve())('GET', '/api/probe');
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'x-request-id': expect.any(String),
    });
    const others = [
      'x-powered-by',
      'strict-transport-security',
      'cross-origin-opener-policy',
      'origin-agent-cluster',
    ];
    others.push(
      'x-dns-prefetch-control',
      'x-download-options',
      'x-permitted-cross-domain-policies',
      'x-xss-protection',
    );
    expect(others.filter((name) => name in headers)).toEqual([]);
  });

  it('require TLS in production', async () => {
    const send = await serve({ NODE_ENV: 'production' });
    const { headers } = await send('GET', '/api/probe');
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });

  it('name origins that are allowed', async () => {
    const send = await serve({ CORS_ORIGINS: 'https://app.example.test' });
    const { headers } = await send('GET', '/api/probe', { origin: 'https://app.example.test' });
    expect(headers['access-control-allow-origin']).toBe('https://app.example.test');
  });
});

describe('requests', () => {
  it('that are ambiguous are rejected once, before any route', async () => {
    const { status, body } = await (await serve())('GET', '/api/probe', {
      authorization: ['Bearer a', 'Bearer b'],
    });
    expect([status, body]).toEqual([400, { error: 'Header sent more than once: authorization' }]);
    expect(limits.countRequest).not.toHaveBeenCalled();
  });

  it.each([
    ['', '127.0.0.1'],
    ['loopback', '198.51.100.9'],
    ['loopback,198.51.100.0/24', '203.0.113.5'],
  ])('have the address that the proxies "%s" report', async (TRUSTED_PROXIES, ip) => {
    const send = await serve({ TRUSTED_PROXIES });
    const forwarded = { 'x-forwarded-for': '203.0.113.5, 198.51.100.9' };
    expect((await send('GET', '/api/probe', forwarded)).body.ip).toBe(ip);
  });
});
