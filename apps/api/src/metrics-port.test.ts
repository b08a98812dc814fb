import { Relay } from '@wfp/shared';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { parseMetrics } from '@wfp/testing/metrics-text.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { openStream } from '@wfp/testing/stream-client.ts';
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

const figures = async () => {
  const response = await fetch(`http://localhost:${pod.metricsPort}/metrics`);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  return parseMetrics(await response.text());
};
const open = (query = '') => openStream(`http://localhost:${pod.port}`, owner.token, query);

it('tells Prometheus what the streams of a pod do', async () => {
  const first = await open();
  const second = await open('?last_event_id=999999');
  await second.until('the reset', (one) => one.messages.length > 0);
  await open();
  const told = await figures();
  expect(told.get('wfp_stream_connections')).toBe(2);
  expect(told.get('wfp_stream_resets_total')).toBe(1);
  expect(told.get('wfp_stream_refusals_total')).toBe(1);
  expect(told.get('wfp_stream_cut_offs_total{phase="live"}')).toBe(0);
  const sent = told.get('wfp_stream_events_sent_total') ?? 0;
  await owner.call('POST', '/tasks', { title: 'Two see it' });
  for (const client of [first, second])
    await client.until('the event', (one) => one.messages.some(({ event }) => event === 'message'));
  const after = await figures();
  expect((after.get('wfp_stream_events_sent_total') ?? 0) - sent).toBe(2);
  await first.close();
  await second.close();
  await eventually(figures, (now) => now.get('wfp_stream_connections') === 0);
});

it('counts requests by endpoint and class of status, and never by the path that was asked for', async () => {
  const task = (await owner.call('POST', '/tasks', { title: 'Counted' })).body;
  const on = (path: string, init?: RequestInit) => fetch(`http://localhost:${pod.port}${path}`, init);
  const headers = { authorization: `Bearer ${owner.token}` };
  await on(`/api/tasks/${task.id}`, { headers });
  await on('/api/tasks/99999999', { headers });
  await on('/api/tasks/7');
  await on('/api/tasks/7', { method: 'PUT', headers });
  await on('/api/secret-of-somebody/17');
  const told = await eventually(
    figures,
    (now) =>
      (now.get('wfp_http_request_duration_seconds_count{method="other",route="unmatched",status="4xx"}') ??
        0) > 0,
  );
  const counted = (method: string, route: string, status: string) =>
    told.get(
      `wfp_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`,
    );
  expect(counted('GET', '/api/tasks/:id', '2xx')).toBe(1);
  expect(counted('GET', '/api/tasks/:id', '4xx')).toBe(2);
  expect(counted('other', '/api/tasks/:id', '4xx')).toBe(1);
  expect([...told.keys()].filter((key) => key.includes('secret') || key.includes('/tasks/7'))).toEqual([]);
  expect(told.get('wfp_http_requests_in_flight')).toBe(0);
});

it('tells how the connections to the database are used', async () => {
  const told = await figures();
  const { DATABASE_POOL_SIZE } = service.config;
  const most = ['reading', 'writing', 'keyed'].map(
    (pool) => told.get(`wfp_database_connections_max{pool="${pool}"}`) ?? 0,
  );
  expect(most.reduce((sum, one) => sum + one)).toBe(DATABASE_POOL_SIZE);
  expect(told.get('wfp_database_connections_idle{pool="keyed"}')).toBeGreaterThan(0);
  expect(told.get('wfp_database_waiting{pool="writing"}')).toBe(0);
  expect(told.get('wfp_database_acquire_seconds_count{pool="reading"}')).toBeGreaterThan(0);
});

it('answers nothing else there, and keeps the figures from the port of the API', async () => {
  expect((await fetch(`http://localhost:${pod.metricsPort}/api/health`)).status).toBe(404);
  for (const path of ['/metrics', '/api/metrics'])
    expect((await fetch(`http://localhost:${pod.port}${path}`)).status).toBe(404);
});

it('has no such port unless it was asked for', async () => {
  const other = await startApi({ config: service.config, log: service.platform.log, port: 0 });
  expect(other.metricsPort).toBeNull();
  await other.stop();
});

it('does not start where the port is taken', async () => {
  const { metricsPort } = pod;
  const options = { config: service.config, log: service.platform.log, port: 0 };
  await expect(startApi({ ...options, metricsPort: metricsPort ?? 0 })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
});
