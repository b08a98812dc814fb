import { startOwnService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const app = 'https://app.example.test';

interface CorsRequest {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
}

const send = (service: TestService, { method = 'GET', path = '/api/health', headers = {} }: CorsRequest) =>
  fetch(`${service.url}${path}`, { method, headers });
const preflight = (origin: string, path = '/api/tasks'): CorsRequest => ({
  method: 'OPTIONS',
  path,
  headers: {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type,idempotency-key',
  },
});
/** The CORS headers of a response. */
const corsHeaders = (response: Response) =>
  Object.fromEntries([...response.headers].filter(([name]) => name.startsWith('access-control-')));

describe('without configuration', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startOwnService();
  });
  afterAll(() => service.stop());

  it('sends no CORS headers to any origin', async () => {
    const response = await send(service, { headers: { origin: app } });
    expect([response.status, corsHeaders(response), response.headers.get('vary')]).toEqual([200, {}, null]);
    const preflightResponse = await send(service, preflight(app));
    expect([preflightResponse.status, corsHeaders(preflightResponse)]).toEqual([405, {}]);
  });
});

describe('with configured origins', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startOwnService({ CORS_ORIGINS: `${app}, http://localhost:5173` });
  });
  afterAll(() => service.stop());

  it.each([app, 'http://localhost:5173'])('allows requests from pages of %s', async (origin) => {
    const preflightResponse = await send(service, preflight(origin));
    expect([preflightResponse.status, await preflightResponse.text()]).toEqual([204, '']);
    expect(corsHeaders(preflightResponse)).toEqual({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET,HEAD,POST,PUT,PATCH,DELETE',
      'access-control-allow-headers':
        'Authorization,Content-Type,Idempotency-Key,If-Match,If-None-Match,Last-Event-ID,X-Request-Id',
      'access-control-expose-headers': expect.any(String),
      'access-control-max-age': '600',
    });
    expect(preflightResponse.headers.get('x-request-id')).toBeTruthy();
    const read = await send(service, { headers: { origin } });
    expect(read.headers.get('access-control-allow-origin')).toBe(origin);
    expect(read.headers.get('access-control-expose-headers')).toContain('ETag,X-Request-Id,RateLimit');
    expect(read.headers.get('access-control-allow-credentials')).toBeNull();
    expect(read.headers.get('vary')).toMatch(/\bOrigin\b/);
  });

  it('allows pages to read errors', async () => {
    for (const [path, status] of [
      ['/api/users/me', 401],
      ['/api/nowhere', 404],
      ['/nowhere', 404],
    ] as const) {
      const response = await send(service, { path, headers: { origin: app } });
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([status, app]);
    }
  });

  it('requires credentials for the request, not for the preflight', async () => {
    const response = await send(service, { method: 'POST', path: '/api/tasks', headers: { origin: app } });
    expect(response.status).toBe(401);
  });

  it.each([
    'https://app.example.test.evil.test',
    'https://evil-app.example.test',
    'http://app.example.test',
    'https://app.example.test:444',
    'https://APP.example.test',
    'null',
    '',
  ])('sends no CORS headers to %s', async (origin) => {
    const preflightResponse = await send(service, preflight(origin));
    expect([preflightResponse.status, corsHeaders(preflightResponse)]).toEqual([405, {}]);
    const response = await send(service, { headers: { origin } });
    expect([response.status, corsHeaders(response)]).toEqual([200, {}]);
    expect(response.headers.get('vary')).toMatch(/\bOrigin\b/);
  });

  it('answers OPTIONS without preflight headers with 405', async () => {
    const response = await send(service, { method: 'OPTIONS', path: '/api/tasks', headers: { origin: app } });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toContain('POST');
  });
});

describe('with any origin allowed', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startOwnService({ CORS_ORIGINS: '*' });
  });
  afterAll(() => service.stop());

  it('sends a wildcard and no Vary header', async () => {
    const preflightResponse = await send(service, preflight('https://other.test'));
    expect([preflightResponse.status, preflightResponse.headers.get('access-control-allow-origin')]).toEqual([
      204,
      '*',
    ]);
    const response = await send(service, { headers: { origin: 'https://other.test' } });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('vary')).toBeNull();
  });
});
