import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { ignoreDropped } from '@wfp/testing/database.ts';
import { parseMetrics } from '@wfp/testing/metrics-text.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningWorker, startWorker } from './start-worker.ts';

let service: TestService;
let worker: RunningWorker;
let database: pg.Pool;
let owner: Client;
beforeAll(async () => {
  service = await startOwnService({ RELAY_LAG_WARN_SECONDS: '1', LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  database = new pg.Pool({ connectionString: service.config.DATABASE_URL, max: 1 }).on(
    'error',
    ignoreDropped,
  );
  worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
});
afterAll(async () => {
  await worker?.stop();
  await database?.end();
  await service?.stop();
});

const get = async (path: string) => {
  const response = await fetch(`http://localhost:${worker.opsPort}${path}`);
  return { status: response.status, body: (await response.json()) as any };
};

const scrape = async () => {
  const response = await fetch(`http://localhost:${worker.opsPort}/metrics`);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  return parseMetrics(await response.text());
};
const backlogOf = (metrics: Map<string, number>) =>
  [...metrics].filter(([name]) => name.startsWith('wfp_relay_backlog_events{')).map(([, waiting]) => waiting);
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

it('is ready while events are numbered in time, and not ready while they wait too long', async () => {
  const caughtUp = await eventually(
    () => get('/readyz'),
    ({ status, body }) =>
      status === 200 && body.status === 'ok' && body.relay.leads > 0 && body.relay.lag.waiting === 0,
  );
  expect(caughtUp.body).toMatchObject({
    status: 'ok',
    relay: { leads: 16, relays: 1, lag: { oldest_ms: 0 } },
  });
  await database.query(`
    create function held() returns trigger language plpgsql as $$ begin raise 'held' using errcode = '23514'; end $$;
    create trigger held before insert on event_log for each row execute function held()`);
  await owner.call('POST', '/tasks', { title: 'Waits' });
  const behind = await eventually(
    () => get('/readyz'),
    ({ status }) => status === 503,
  );
  expect(behind.body).toMatchObject({ status: 'relay behind', relay: { lag: { waiting: 1, failures: 0 } } });
  expect(behind.body.relay.lag.oldest_ms).toBeGreaterThan(1_000);
  const metrics = await scrape();
  expect(metrics.get('wfp_relay_lag_seconds')).toBeGreaterThan(1);
  expect(sum(backlogOf(metrics))).toBe(1);
  expect((await get('/livez')).status).toBe(200);
  await database.query('drop trigger held on event_log');
  await eventually(
    () => get('/readyz'),
    ({ status }) => status === 200,
  );
});

it('reports the status of its relay on /relay', async () => {
  const { status, body } = await get('/relay');
  expect(status).toBe(200);
  expect(Object.keys(body).sort()).toEqual(['failures', 'lag', 'leads', 'numbered', 'relays']);
  expect(body.numbered).toBeGreaterThan(0);
});

it('redirects / to the queue dashboard, also behind a path prefix', async () => {
  const response = await fetch(`http://localhost:${worker.opsPort}/`, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([302, 'queues']);
});

it('listens on the address HOST only', async () => {
  await expect(fetch(`http://127.0.0.2:${worker.opsPort}/livez`)).rejects.toThrow();
  expect((await fetch(`http://127.0.0.1:${worker.opsPort}/livez`)).status).toBe(200);
});

it('exports metrics of the lag and of its relay', async () => {
  const before = await scrape();
  await owner.call('POST', '/tasks', { title: 'Is numbered' });
  const metrics = await eventually(
    scrape,
    (now) =>
      (now.get('wfp_relay_events_numbered_total') ?? 0) >
      (before.get('wfp_relay_events_numbered_total') ?? 0),
  );
  expect(backlogOf(metrics)).toHaveLength(16);
  const caughtUp = await eventually(scrape, (now) => sum(backlogOf(now)) === 0);
  expect(caughtUp.get('wfp_relay_shards_led')).toBe(16);
  expect(caughtUp.get('wfp_relay_failures_waiting')).toBe(0);
  expect(caughtUp.get('wfp_relay_projection_failures_total')).toBe(0);
  const idle = await eventually(scrape, (now) => now.get('wfp_relay_lag_seconds') === 0);
  expect(idle.get('process_cpu_seconds_total')).toBeGreaterThan(0);
});
