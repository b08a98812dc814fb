import { readFile } from 'node:fs/promises';
import { listServers } from '@wfp/shared';
import { startOwnService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await startOwnService({ PUBLIC_URL: 'https://people.example.com/', PORT: '4010' });
});
afterAll(() => service.stop());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${service.url}/api${path}`, { method, headers });

it('serves the OpenAPI document without authentication, with the servers of the deployment', async () => {
  const response = await get('/docs.json', { authorization: 'Bearer broken' });
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/json; charset=utf-8',
  ]);
  const text = await response.text();
  const committed = JSON.parse(
    await readFile(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8'),
  );
  const servers = listServers('https://people.example.com', 4010);
  expect(servers.map(({ url }) => url)).toEqual([
    'https://people.example.com/api',
    'http://localhost:{port}/api',
  ]);
  expect(servers[1]?.variables?.port?.default).toBe('4010');
  // Compared with `===`, because `toBe` takes minutes to print a diff of a million characters.
  expect(text === JSON.stringify({ ...committed, servers })).toBe(true);
});

it('supports gzip and revalidation by entity tag', async () => {
  const plain = await get('/docs.json', { 'accept-encoding': 'identity' });
  const small = await get('/docs.json', { 'accept-encoding': 'br;q=1.0, gzip;q=0.8' });
  expect([plain.headers.get('content-encoding'), small.headers.get('content-encoding')]).toEqual([
    null,
    'gzip',
  ]);
  expect(await small.text()).toBe(await plain.text());
  expect(Number(small.headers.get('content-length'))).toBeLessThan(
    Number(plain.headers.get('content-length')) / 5,
  );
  expect(plain.headers.get('vary')).toMatch(/Accept-Encoding/i);
  const tag = small.headers.get('etag') ?? '';
  expect(tag).not.toBe(plain.headers.get('etag'));
  const again = await get('/docs.json', { 'accept-encoding': 'gzip', 'if-none-match': tag });
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
  const none = await get('/docs.json', { 'accept-encoding': 'gzip;q=0' });
  expect([none.status, none.headers.get('content-encoding')]).toEqual([200, null]);
});

it('serves a page whose policy allows no other origin, and immutable scripts', async () => {
  const page = await get('/docs');
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe/);
  const scripts = [...(await page.text()).matchAll(/src="([^"]+)"/g)].map(([, src = '']) => src);
  expect(scripts).toHaveLength(2);
  for (const src of scripts) {
    const script = await get(`/${src}`, {}, 'HEAD');
    expect([
      script.status,
      script.headers.get('cache-control'),
      script.headers.get('x-content-type-options'),
    ]).toEqual([200, 'public, max-age=31536000, immutable', 'nosniff']);
  }
  // Other paths keep the strict policy.
  expect((await get('/docs.json')).headers.get('content-security-policy')).toBe(
    "default-src 'none';frame-ancestors 'none'",
  );
});

it('rejects other methods and unknown scripts', async () => {
  const wrong = await Promise.all([
    get('/docs.json', {}, 'POST'),
    get('/docs', {}, 'DELETE'),
    get('/docs/other.js'),
  ]);
  expect(wrong.map(({ status }) => status)).toEqual([405, 405, 404]);
  expect(wrong[0]?.headers.get('allow')).toBe('GET, HEAD');
  expect(wrong[2]?.headers.get('cache-control')).toBe('no-store');
});
