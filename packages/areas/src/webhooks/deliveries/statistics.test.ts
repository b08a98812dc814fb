import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { unreachableUrl } from '@wfp/testing/receiver.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

const register = async () => (await owner.call('POST', '/webhooks', { url: unreachableUrl() })).body.id;

/** Inserts deliveries that finished `hoursAgo` hours ago, with durations of 1, 2, 3, … ms. */
const insertFinished = (id: number, count: number, status: string, hoursAgo: number) =>
  executeOperational<{ id: number }>(
    service.platform,
    sql`insert into webhook_deliveries (org_id, webhook_id, event_id, event_occurred_at, event_type, attempt, status,
        scheduled_at, finished_at, filed_at, duration_ms, response_status, error)
      select ${owner.user.org_id}, ${id}, nextval('events_id_seq'), now(), 'task.post_create', 1, ${status}::delivery_status, now(),
        ended_at, ended_at, n, 500, 'Answer ' || n
      from generate_series(1, ${count}::int) n
      cross join lateral (select now() - ${hoursAgo} * interval '1 hour' - n * interval '1 second' as ended_at) e returning id::float8`,
  );
const statistics = async (id: number, query = '') => owner.call('GET', `/webhooks/${id}/statistics${query}`);
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

it('has nulls for an endpoint without deliveries', async () => {
  const { body } = await statistics(await register());
  expect(body).toMatchObject({
    deliveries: 0,
    succeeded: 0,
    failed: 0,
    success_rate: null,
    p50_ms: null,
    p95_ms: null,
    last_success_at: null,
    last_failure: null,
    waiting: 0,
    next_due_at: null,
  });
  expect(Date.now() - Date.parse(body.since)).toBeGreaterThan(6.9 * 24 * 3_600_000);
});

it('counts attempts since a time, with the last success and failure', async () => {
  const id = await register();
  await insertFinished(id, 75, 'succeeded', 1);
  const [newestFailure] = await insertFinished(id, 25, 'failed', 2);
  await insertFinished(id, 10, 'failed', 200);
  await insertFinished(id, 3, 'cancelled', 1);
  await insertFinished(await register(), 40, 'failed', 1);
  const { body } = await statistics(id);
  expect(body).toMatchObject({ deliveries: 100, succeeded: 75, failed: 25, success_rate: 0.75 });
  // Durations 1 to 75 and 1 to 25: the median is 25, the 95th percentile 70.
  expect([body.p50_ms, body.p95_ms]).toEqual([25, 70]);
  expect(body.last_failure).toMatchObject({
    delivery_id: newestFailure?.id,
    event_type: 'task.post_create',
    response_status: 500,
    error: 'Answer 1',
  });
  expect(Date.parse(body.last_success_at)).toBeGreaterThan(Date.parse(body.last_failure.finished_at));
  expect((await statistics(id, `?since=${hoursAgo(300)}`)).body).toMatchObject({ failed: 35 });
  expect((await statistics(id, `?since=${hoursAgo(1.5)}`)).body).toMatchObject({
    failed: 0,
    success_rate: 1,
  });
});

it('counts waiting attempts, with the time of the next one', async () => {
  const id = await register();
  const first = (await owner.call('POST', `/webhooks/${id}/test`)).body;
  await owner.call('POST', `/webhooks/${id}/test`);
  expect((await statistics(id)).body).toMatchObject({ waiting: 2, next_due_at: first.scheduled_at });
});

it.each([hoursAgo(-1), hoursAgo(91 * 24), 'yesterday'])('rejects %s as since', async (since) => {
  const { status, body } = await statistics(await register(), `?since=${encodeURIComponent(since)}`);
  expect([status, Object.keys(body.details.fieldErrors)]).toEqual([422, ['since']]);
});

it('filters deliveries by event and creation time', async () => {
  const id = await register();
  const rows = await insertFinished(id, 5, 'failed', 0);
  const list = async (query: string) => (await owner.call('GET', `/webhooks/${id}/deliveries?${query}`)).body;
  const all = await list('limit=5');
  const one = all.data[2];
  expect(await list(`event_id=${one.event_id}`)).toMatchObject({ total: 1, data: [{ id: one.id }] });
  await owner.call('POST', `/webhooks/${id}/test`);
  expect(await list(`from=${hoursAgo(1)}&to=${new Date(Date.now() + 1000).toISOString()}`)).toMatchObject({
    total: 6,
  });
  expect(await list(`to=${hoursAgo(1)}`)).toMatchObject({ total: 0 });
  expect(rows).toHaveLength(5);
});
