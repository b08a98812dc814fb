import { Relay } from '@wfp/shared';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { parseMetrics } from '@wfp/testing/metrics-text.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { openStream } from '@wfp/testing/stream-client.ts';
import { waitUntilNumbered } from '@wfp/testing/until-numbered.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningApi, startApi } from './start-api.ts';

let service: TestService;
let owner: Client;
let pod: RunningApi;
let relay: Relay;
beforeAll(async () => {
  service = await startOwnService({ SSE_MAX_PER_ORGANIZATION: '2', LOG_LEVEL: 'silent' });
  relay = new Relay(service.platform, { projections: [], enqueue: async () => undefined });
  relay.start();
  owner = await service.newOrganization();
  pod = await startApi({ config: service.config, log: service.platform.log, port: 0, metricsPort: 0 });
});
afterAll(async () => {
  await pod?.stop();
  await relay?.stop();
  await service?.stop();
});

const scrape = async () => {
  const response = await fetch(`http://localhost:${pod.metricsPort}/metrics`);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  return parseMetrics(await response.text());
};
const open = (query = '') => openStream(`http://localhost:${pod.port}`, owner.token, query);

it('exports metrics of the streams of a pod', async () => {
  // The streams begin after the events of the signup.
  await waitUntilNumbered(service);
  const first = await open();
  const second = await open('?last_event_id=999999');
  await second.until('the reset', (one) => one.messages.length > 0);
  await open();
  const metrics = await scrape();
  expect(metrics.get('wfp_stream_connections')).toBe(2);
  expect(metrics.get('wfp_stream_resets_total')).toBe(1);
  expect(metrics.get('wfp_stream_rejections_total')).toBe(1);
  expect(metrics.get('wfp_stream_cut_offs_total{phase="live"}')).toBe(0);
  const sent = metrics.get('wfp_stream_events_sent_total') ?? 0;
  await owner.call('POST', '/tasks', { title: 'Two see it' });
  for (const client of [first, second])
    await client.until('the event', (one) => one.messages.some(({ event }) => event === 'message'));
  const after = await scrape();
  expect((after.get('wfp_stream_events_sent_total') ?? 0) - sent).toBe(2);
  await first.close();
  await second.close();
  await eventually(scrape, (now) => now.get('wfp_stream_connections') === 0);
});

it('counts requests by route and status class, never by path', async () => {
  const task = (await owner.call('POST', '/tasks', { title: 'Counted' })).body;
  const on = (path: string, init?: RequestInit) => fetch(`http://localhost:${pod.port}${path}`, init);
  const headers = { authorization: `Bearer ${owner.token}` };
  await on(`/api/tasks/${task.id}`, { headers });
  await on('/api/tasks/99999999', { headers });
  await on('/api/tasks/7');
  await on('/api/tasks/7', { method: 'PUT', headers });
  await on('/api/secret-of-a-user/17');
  const metrics = await eventually(
    scrape,
    (now) =>
      (now.get('wfp_http_request_duration_seconds_count{method="other",route="unmatched",status="4xx"}') ??
        0) > 0,
  );
  const counted = (method: string, route: string, status: string) =>
    metrics.get(
      `wfp_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`,
    );
  expect(counted('GET', '/api/tasks/:id', '2xx')).toBe(1);
  expect(counted('GET', '/api/tasks/:id', '4xx')).toBe(2);
  expect(counted('other', '/api/tasks/:id', '4xx')).toBe(1);
  expect([...metrics.keys()].filter((key) => key.includes('secret') || key.includes('/tasks/7'))).toEqual([]);
  expect(metrics.get('wfp_http_requests_in_flight')).toBe(0);
});

it('exports metrics of the database connections', async () => {
  const metrics = await scrape();
  const { DATABASE_POOL_SIZE } = service.config;
  const maxima = ['reading', 'writing', 'keyed'].map(
    (pool) => metrics.get(`wfp_database_connections_max{pool="${pool}"}`) ?? 0,
  );
  expect(maxima.reduce((sum, one) => sum + one)).toBe(DATABASE_POOL_SIZE);
  expect(metrics.get('wfp_database_connections_idle{pool="keyed"}')).toBeGreaterThan(0);
  expect(metrics.get('wfp_database_waiting{pool="writing"}')).toBe(0);
  expect(metrics.get('wfp_database_acquire_seconds_count{pool="reading"}')).toBeGreaterThan(0);
});

it('serves only metrics and probes, and no metrics on the API port', async () => {
  expect((await fetch(`http://localhost:${pod.metricsPort}/api/health`)).status).toBe(404);
  for (const path of ['/metrics', '/api/metrics'])
    expect((await fetch(`http://localhost:${pod.port}${path}`)).status).toBe(404);
});

it('opens no metrics port unless configured', async () => {
  const other = await startApi({ config: service.config, log: service.platform.log, port: 0 });
  expect(other.metricsPort).toBeNull();
  await other.stop();
});

it('fails to start if the port is in use', async () => {
  const { metricsPort } = pod;
  const options = { config: service.config, log: service.platform.log, port: 0 };
  await expect(startApi({ ...options, metricsPort: metricsPort ?? 0 })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
});

it('listens with both ports on the address HOST only', async () => {
  const isReached = (host: string, port: number | null) =>
    fetch(`http://${host}:${port}/readyz`).then(
      () => true,
      () => false,
    );
  const reached = async ({ port, metricsPort }: RunningApi) =>
    Promise.all(
      ['127.0.0.1', '127.0.0.2'].flatMap((host) => [isReached(host, port), isReached(host, metricsPort)]),
    );
  expect(await reached(pod)).toEqual([true, true, false, false]);
  const config = { ...service.config, HOST: null };
  const open = await startApi({ config, log: service.platform.log, port: 0, metricsPort: 0 });
  // Every address that begins with 127 is one of Linux's loopback interface.
  const isEvery = process.platform === 'linux';
  expect(await reached(open).finally(() => open.stop())).toEqual([true, true, isEvery, isEvery]);
});
