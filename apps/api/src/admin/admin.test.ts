import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startOwnService, type TestService } from '@wfp/testing';
import { parseMetrics } from '@wfp/testing/metrics-text.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireBuiltAdmin } from '../../../../scripts/testing/built-admin.ts';
import { type RunningApi, startApi } from '../start-api.ts';
import { readAdminFiles } from './admin-files.ts';

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; connect-src 'self'; " +
  "worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types wfp";

let service: TestService;
let pod: RunningApi;
beforeAll(async () => {
  await requireBuiltAdmin();
  service = await startOwnService({ ADMIN_UI: 'on' });
  pod = await startApi({ config: service.config, log: service.platform.log, port: 0, metricsPort: 0 });
});
afterAll(async () => {
  await pod?.stop();
  await service?.stop();
});

interface Received {
  status: number | undefined;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
}

/** Sends a request with an unchanged path and returns the body without decompressing it, unlike fetch. */
const send = (path: string, { method = 'GET', ...headers }: Record<string, string> = {}, port = pod.port) =>
  new Promise<Received>((resolve, reject) => {
    const sent = request({ port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) }),
      );
    });
    sent.on('error', reject).end();
  });
const statusesOf = async (paths: string[], headers?: Record<string, string>, port?: number) =>
  Promise.all(paths.map(async (path) => (await send(path, headers, port)).status));
const assetPaths = async () =>
  [...(await send('/')).bytes.toString().matchAll(/(?:src|href)="([^"]+)"/g)].map(([, found = '']) => found);

describe('the page', () => {
  it('is sent for every path that the application may show, with a policy that permits only its own files', async () => {
    const pages = [
      '/',
      '/login',
      '/signup',
      '/auth/reset-password',
      '/demo',
      '/demo/',
      '/demo/r/task/7?q=x.js',
    ];
    const received = await Promise.all(pages.map((page) => send(page)));
    expect(received.map(({ status }) => status)).toEqual(pages.map(() => 200));
    expect(new Set(received.map(({ bytes }) => bytes.toString())).size).toBe(1);
    for (const { headers } of received) {
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'public, no-cache',
        'content-security-policy': policy,
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'permissions-policy': expect.stringMatching(/camera=\(\).*, clipboard-write=\(self\)$/),
      });
    }
    expect(received[0]?.bytes.toString()).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/);
  });

  it('is revalidated by entity tag', async () => {
    const first = await send('/login', { 'accept-encoding': 'br' });
    const tag = String(first.headers.etag);
    const again = await send('/demo/tasks', { 'accept-encoding': 'br', 'if-none-match': tag });
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, tag]);
    expect(again.headers['content-security-policy']).toBe(policy);
    expect((await send('/login', { 'if-none-match': tag })).status).toBe(200);
  });

  it('is not sent for other paths, which respond with 404 as JSON', async () => {
    const paths = [
      '/ab',
      '/Demo',
      '/assets',
      '/auth',
      '/auth/',
      '/docs',
      '/admin/x',
      '/favicon.ico',
      '/.env',
      '/a%2fb',
    ];
    for (const path of paths) {
      const { status, headers, bytes } = await send(path);
      expect([path, status, JSON.parse(bytes.toString()), headers['cache-control']]).toEqual([
        path,
        404,
        { error: 'No such path' },
        'no-store',
      ]);
      expect(headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'");
    }
    expect(await statusesOf(['/api/nowhere', '/api/docs', '/api/health', '/api'])).toEqual([
      404, 200, 200, 302,
    ]);
  });

  it('accepts only GET and HEAD', async () => {
    const head = await send('/demo', { method: 'HEAD' });
    expect([head.status, head.bytes.length, Number(head.headers['content-length'])]).toEqual([
      200,
      0,
      (await send('/demo')).bytes.length,
    ]);
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const { status, headers } = await send('/login', { method });
      expect([method, status, headers.allow]).toEqual([method, 405, 'GET, HEAD']);
    }
  });
});

describe('assets', () => {
  it('are immutable, and sent as the smallest variant that the client accepts', async () => {
    const paths = await assetPaths();
    expect(new Set(paths.map((one) => path.extname(one)))).toEqual(new Set(['.css', '.js', '.svg']));
    for (const one of paths) {
      const plain = await send(one);
      expect([plain.status, plain.headers['cache-control'], plain.headers['content-encoding']]).toEqual([
        200,
        'public, max-age=31536000, immutable',
        undefined,
      ]);
      const br = await send(one, { 'accept-encoding': 'gzip, deflate, br, zstd' });
      const gzip = await send(one, { 'accept-encoding': 'gzip;q=1.0, br;q=0' });
      expect([br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip']);
      expect([br, gzip, plain].map(({ headers }) => headers.vary)).toEqual(Array(3).fill('Accept-Encoding'));
      expect(new Set([br, gzip, plain].map(({ headers }) => headers.etag)).size).toBe(3);
      expect(brotliDecompressSync(br.bytes).equals(plain.bytes)).toBe(true);
      expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
    }
  });

  it('that do not exist respond with 404', async () => {
    const paths = [
      '/assets/other-12345678.js',
      '/assets/',
      '/assets/../stamp.json',
      '/assets/..%2fstamp.json',
    ];
    expect(await statusesOf(paths)).toEqual([404, 404, 404, 404]);
  });

  it('of the page end with a script of at most 1 KB that sets the theme before the first paint', async () => {
    const html = (await send('/')).bytes.toString();
    const [, script = ''] =
      /<script src="([^"]+)" data-organization="\/assets\/organization-[^"]+"><\/script>\s*<\/head>/.exec(
        html,
      ) ?? [];
    expect(path.basename(script)).toMatch(/^theme-/);
    expect((await send(script)).bytes.length).toBeLessThanOrEqual(1024);
  });
});

it('counts requests under a fixed set of routes', async () => {
  const paths = [
    '/',
    '/login',
    '/signup',
    '/demo/a',
    '/other/b',
    '/auth/x',
    '/assets/none.js',
    '/nowhere.php',
  ];
  await statusesOf(paths);
  const scraped = await (await fetch(`http://localhost:${pod.metricsPort}/metrics`)).text();
  const routes = [...parseMetrics(scraped).keys()].flatMap(
    (name) => /^wfp_http_request_duration_seconds_count.*route="([^"]*)"/.exec(name)?.[1] ?? [],
  );
  expect([...new Set(routes.filter((route) => !/^\/(?:api|docs)/.test(route)))].sort()).toEqual([
    '/',
    '/:org_slug/*',
    '/assets/:file',
    '/auth/*',
    '/login',
    '/signup',
    'unmatched',
  ]);
});

it('limits requests without credentials per address', async () => {
  const limited = await startApi({
    config: { ...service.config, RATE_LIMIT_PER_MINUTE: 3 },
    log: service.platform.log,
    port: 0,
    metricsPort: null,
  });
  try {
    const statuses: (number | undefined)[] = [];
    for (let sent = 0; sent < 4; sent += 1)
      statuses.push(...(await statusesOf(['/login'], {}, limited.port)));
    expect(statuses).toEqual([200, 200, 200, 429]);
  } finally {
    await limited.stop();
  }
});

it('serves only the API with ADMIN_UI=off', async () => {
  const off = new URL(await service.startPod({ ADMIN_UI: 'off' }));
  const paths = await assetPaths();
  expect(await statusesOf(['/', '/login', '/demo', ...paths], {}, Number(off.port))).toEqual([
    ...[302, 404, 404],
    ...paths.map(() => 404),
  ]);
});

it('finds no files in a folder without a finished build', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'wfp-admin-'));
  expect(await readAdminFiles(folder)).toBeNull();
  await rm(folder, { recursive: true });
  expect(await readAdminFiles(folder)).toBeNull();
});
