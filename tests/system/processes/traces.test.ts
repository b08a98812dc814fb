import { startTracing, type Tracing } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { type Client, startOwnService, type TestService, testConfig } from '@wfp/testing';
import { parseMetrics } from '@wfp/testing/metrics-text.ts';
import { eventually, startReceiver } from '@wfp/testing/receiver.ts';
import { type RunningWorker, startWorker } from '@wfp/testing/worker.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type ReceivedSpan, startCollector } from './otlp-collector.ts';

const { sql } = Prisma;
let collector: Awaited<ReturnType<typeof startCollector>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let tracing: Tracing | null;
let service: TestService;
let worker: RunningWorker;
let owner: Client;
beforeAll(async () => {
  collector = await startCollector();
  receiver = await startReceiver({});
  const urls = { databaseUrl: 'postgresql://localhost/none', redisUrl: 'redis://localhost', prefix: 'none' };
  // The OpenTelemetry library reads this variable itself: it is not part of the service's configuration.
  vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment.name=test');
  const config = testConfig(urls, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '50',
  });
  tracing = await startTracing(config, 'api');
  service = await startOwnService();
  worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
  owner = await service.newOrganization();
  await owner.call('POST', '/webhooks', { url: receiver.url('/hook'), event_types: ['task.post_create'] });
});
afterAll(async () => {
  await worker?.stop();
  await service?.stop();
  await tracing?.stop();
  vi.unstubAllEnvs();
  await receiver?.stop();
  await collector?.stop();
});

const trace_id = (letter: string) => letter.repeat(32);
const caller = '00f067aa0ba902b7';
const spansOf = (trace: string) => collector.spans.filter((one) => one.trace_id === trace);
const create = (trace: string, flags: string) =>
  owner.call('POST', '/tasks', { title: 'Traced' }, { traceparent: `00-${trace}-${caller}-${flags}` });

const runCounts = [
  'wfp_lane_run_duration_seconds_count{queue="webhooks",outcome="done"}',
  'wfp_prompt_runs_total{outcome="succeeded"}',
];
const readMetrics = async () =>
  parseMetrics(await (await fetch(`http://localhost:${worker.opsPort}/metrics`)).text());

it('traces a write from the request to its webhook delivery and prompt run', async () => {
  const trace = trace_id('a');
  const { body: task, headers } = await create(trace, '01');
  const spans = await eventually(
    () => spansOf(trace),
    (all) =>
      ['POST', 'call rules', 'prompt run', 'POST /api/tasks'].every((name) =>
        all.some((one) => one.name === name),
      ),
  );
  const named = (name: string) => spans.find((one) => one.name === name) as ReceivedSpan;
  const above = (span: ReceivedSpan): string[] => {
    const parent = spans.find((one) => one.span_id === span.parent_id);
    return parent ? [parent.name, ...above(parent)] : [];
  };
  const request = named('POST /api/tasks');
  expect(request.parent_id).toBe(caller);
  expect(request.attributes).toMatchObject({
    'service.name': 'workforce-api',
    'deployment.environment.name': 'test',
    'http.route': '/api/tasks',
    'http.response.status_code': 201,
    'workforce.request_id': headers.get('x-request-id'),
    'workforce.org_id': owner.user.org_id,
  });
  expect(above(named('insert tasks')).at(-1)).toBe('POST /api/tasks');
  expect(above(named('relay task.post_create')).at(-1)).toBe('POST /api/tasks');
  expect(above(named('POST')).slice(0, 2)).toEqual(['deliver webhook', 'relay task.post_create']);
  expect(above(named('call rules')).slice(0, 2)).toEqual(['prompt run', 'relay task.post_create']);
  expect(named('deliver webhook').attributes).toMatchObject({ 'workforce.attempt': 1 });
  // Runs are counted after their spans have been exported.
  const metrics = await eventually(readMetrics, (all) => runCounts.every((name) => (all.get(name) ?? 0) > 0));
  expect(metrics.get('wfp_webhook_attempt_duration_seconds_count{outcome="succeeded"}')).toBe(1);
  expect(JSON.stringify(collector.spans)).not.toContain('Traced');
  const [got] = receiver.received.filter(({ body }) => JSON.parse(body).aggregate_id === task.id);
  expect(Object.keys(got?.headers ?? {}).filter((name) => name.startsWith('trace'))).toEqual([]);
  expect(Object.keys(JSON.parse(got?.body ?? '{}'))).not.toContain('traceparent');
});

it('stores and exports nothing for an unsampled request', async () => {
  const trace = trace_id('b');
  const { body: task } = await create(trace, '00');
  const got = () => receiver.received.filter(({ body }) => JSON.parse(body).aggregate_id === task.id);
  await eventually(got, (all) => all.length === 1);
  const traced = await service.rows<{ aggregate_id: number }>(
    sql`select e.aggregate_id from event_traces t join events e on e.org_id = t.org_id and e.id = t.event_id
      where e.org_id = ${owner.user.org_id} and e.event_type = 'task.post_create'`,
  );
  expect(traced).toHaveLength(1);
  expect(traced[0]?.aggregate_id).not.toBe(task.id);
  await eventually(
    () => collector.spans.filter(({ name }) => name === 'lane webhooks'),
    (all) => all.length > 1,
  );
  expect(spansOf(trace)).toEqual([]);
});

it('has spans for the statements of a transaction, and starts no traces for background statements', async () => {
  const trace = trace_id('c');
  await owner.call(
    'POST',
    '/teams',
    { name: 'Watched' },
    { traceparent: `00-${trace}-${caller}-01`, 'idempotency-key': 'once' },
  );
  const names = await eventually(
    () => spansOf(trace).map(({ name }) => name),
    (all) => all.includes('POST /api/teams'),
  );
  expect(names).toEqual(expect.arrayContaining(['transaction', 'insert teams', 'insert idempotency_keys']));
  const roots = new Set(collector.spans.filter((one) => one.parent_id === '').map(({ name }) => name));
  for (const name of roots) expect(name).toMatch(/^(lane |relay batch|[A-Z]+ \/api)/);
});
