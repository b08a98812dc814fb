import { createHmac } from 'node:crypto';
import { Prisma } from '@wfp/shared/db';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually, startReceiver } from '@wfp/testing/receiver.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let worker: Awaited<ReturnType<typeof startWorker>>;

beforeAll(async () => {
  service = await startOwnService({ WEBHOOK_RETRY_SCHEDULE: '0,1,1', WEBHOOK_TIMEOUT_MS: '2000' });
  worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
  owner = await service.newOrganization();
  receiver = await startReceiver({
    '/flaky': (res, count) =>
      res.writeHead(count === 1 ? 500 : 200, { 'x-seen': String(count) }).end(`response ${count}`),
    '/wrong': (res) => res.writeHead(404).end('no such hook'),
    '/gone': (res) => res.writeHead(410).end(),
    '/moved': (res) => res.writeHead(302, { location: receiver.url('/trap') }).end(),
    '/hangs': () => undefined,
    '/drips': (res) => {
      res.writeHead(200);
      const timer = setInterval(() => res.write('.'), 50);
      res.on('close', () => clearInterval(timer));
    },
    '/endless': (res) => {
      res.writeHead(200);
      const pour = () => {
        while (res.writable && res.write(Buffer.alloc(16_384, 'x')));
        res.once('drain', pour);
      };
      pour();
    },
  });
});
afterAll(async () => {
  await worker?.stop();
  await receiver?.stop();
  await service?.stop();
});

const register = async (path: string, event_types = ['task.post_create']) =>
  (await owner.call('POST', '/webhooks', { url: receiver.url(path), event_types })).body;
const listDeliveries = async (id: number) =>
  (await owner.call('GET', `/webhooks/${id}/deliveries?limit=100`)).body.data;
const settled = (id: number, isThere: (rows: any[]) => boolean) =>
  eventually(() => listDeliveries(id), isThere);

/** Registers an endpoint, creates a task and waits until its attempts are as expected. */
async function deliverTo(path: string, isThere: (rows: any[]) => boolean) {
  const webhook = await register(path);
  const task = (await owner.call('POST', '/tasks', { title: `For ${path}` })).body;
  const deliveries = await settled(webhook.id, isThere);
  await owner.call('DELETE', `/webhooks/${webhook.id}`);
  return { webhook, task, deliveries };
}

it('delivers a created task as a signed event that both verifiers accept', async () => {
  const { webhook, task, deliveries } = await deliverTo('/fine', ([first]) => first?.status === 'succeeded');
  const [hit, ...more] = receiver.at('/fine');
  expect(more).toEqual([]);
  const record = JSON.parse(hit?.body ?? '');
  expect(record).toMatchObject({
    org_id: owner.user.org_id,
    aggregate_type: 'task',
    aggregate_id: task.id,
    event_type: 'task.post_create',
    payload: {
      record_id: task.id,
      record_type: 'task',
      record_name: 'For /fine',
      action: 'post_create',
      actor_id: owner.user.id,
    },
  });
  expect(Object.keys(record).sort()).toEqual([
    'aggregate_id',
    'aggregate_type',
    'event_type',
    'id',
    'occurred_at',
    'org_id',
    'payload',
  ]);
  expect(hit?.headers).toMatchObject({
    'content-type': 'application/json',
    'x-service-event': 'task.post_create',
    'x-service-delivery-id': String(deliveries[0].id),
    'x-service-signature': createHmac('sha256', webhook.secret)
      .update(hit?.body ?? '')
      .digest('hex'),
  });
  new Webhook(webhook.secret).verify(hit?.body ?? '', hit?.headers as Record<string, string>);
});

it('retries after a failure with a new delivery id and the same webhook-id', async () => {
  const { deliveries } = await deliverTo('/flaky', (rows) => rows.some((row) => row.status === 'succeeded'));
  expect(
    deliveries.map((row: any) => [row.attempt, row.status, row.response_status, row.response_body]),
  ).toEqual([
    [2, 'succeeded', 200, 'response 2'],
    [1, 'failed', 500, 'response 1'],
  ]);
  const [first, second] = receiver.at('/flaky');
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(second?.headers['x-service-delivery-id']).not.toBe(first?.headers['x-service-delivery-id']);
  expect(deliveries[0].response_headers['x-seen']).toBe('2');
  const wait = Date.parse(deliveries[0].started_at) - Date.parse(deliveries[1].finished_at);
  expect(wait).toBeGreaterThanOrEqual(990);
});

it('does not retry a 404 automatically, but on request', async () => {
  const webhook = await register('/wrong');
  await owner.call('POST', '/tasks', { title: 'Rejected by the receiver' });
  const [failed, ...more] = await settled(webhook.id, ([row]) => row?.status === 'failed');
  expect(more).toEqual([]);
  expect(failed.error).toContain('404');
  const retried = await owner.call('POST', `/webhooks/${webhook.id}/deliveries/${failed.id}/retry`);
  expect(retried).toMatchObject({
    status: 202,
    body: { attempt: 2, is_manual: true, event_id: failed.event_id },
  });
  const rows = await settled(
    webhook.id,
    (all) => all.length === 2 && all.every((row) => row.status === 'failed'),
  );
  expect(rows.map((row: any) => row.is_manual)).toEqual([true, false]);
  await owner.call('DELETE', `/webhooks/${webhook.id}`);
});

it('switches an endpoint off after a 410, with an event', async () => {
  const webhook = await register('/gone');
  await owner.call('POST', '/tasks', { title: 'Too late' });
  const off = await eventually(
    () => owner.call('GET', `/webhooks/${webhook.id}`),
    ({ body }) => !body.is_active,
  );
  expect(off.body.disabled_reason).toContain('410');
  const history = await owner.call('GET', `/events/webhook_endpoint/${webhook.id}`);
  expect(history.body.data.at(-1)).toMatchObject({
    event_type: 'webhook_endpoint.disabled',
    payload: { actor_id: null },
  });
});

it('does not follow redirects', async () => {
  const { deliveries } = await deliverTo('/moved', ([row]) => row?.attempt === 2 || row?.status === 'failed');
  expect(deliveries.at(-1)).toMatchObject({ status: 'failed', response_status: 302 });
  expect(receiver.at('/trap')).toEqual([]);
});

it.each(['/hangs', '/drips'])('applies the timeout to %s up to the last byte', async (path) => {
  const { deliveries } = await deliverTo(path, (rows) => rows.some((row) => row.status === 'failed'));
  const failed = deliveries.find((row: any) => row.status === 'failed');
  expect(failed.error).toBe('No complete response within 2 s');
  expect(failed.duration_ms).toBeGreaterThanOrEqual(1_990);
});

it('stores the first 4 KiB of an endless response', async () => {
  const { deliveries } = await deliverTo('/endless', ([row]) => row?.status === 'succeeded');
  expect(deliveries[0].response_body).toHaveLength(4_096);
});

it('stops after the last attempt of the schedule', async () => {
  const webhook = (
    await owner.call('POST', '/webhooks', {
      url: 'http://127.0.0.1:1/closed',
      event_types: ['task.post_create'],
    })
  ).body;
  await owner.call('POST', '/tasks', { title: 'Receiver is down' });
  const rows = await settled(
    webhook.id,
    (all) => all.length === 3 && all.every((row) => row.status === 'failed'),
  );
  expect(rows.map((row: any) => row.attempt)).toEqual([3, 2, 1]);
  expect(rows[0].error).toContain('ECONNREFUSED');
  await owner.call('DELETE', `/webhooks/${webhook.id}`);
});

it('matches exact types, aggregate wildcards and all events', async () => {
  const [exact, all, every] = [
    await register('/exact', ['task.completed']),
    await register('/all', ['task.*']),
    await register('/every', []),
  ];
  const { id } = (await owner.call('POST', '/tasks', { title: 'Done at once' })).body;
  await owner.call('PATCH', `/tasks/${id}`, { status: 'done' });
  await owner.call('POST', '/roles', { code: 'helper', name: 'Helper' });
  const typesAt = (path: string) =>
    receiver
      .at(path)
      .map((one) => String(one.headers['x-service-event']))
      .sort();
  // Each endpoint has its own lane, so the order of deliveries to different endpoints is not defined.
  await eventually(
    () => [typesAt('/exact').length, typesAt('/all').length, typesAt('/every').includes('role.post_create')],
    ([exactly, wholly, everything]) => exactly === 1 && wholly === 3 && everything === true,
  );
  expect(typesAt('/exact')).toEqual(['task.completed']);
  expect(typesAt('/all')).toEqual(['task.completed', 'task.post_create', 'task.post_update']);
  for (const webhook of [exact, all, every]) await owner.call('DELETE', `/webhooks/${webhook.id}`);
});

it('delivers a test event only to its endpoint', async () => {
  const [target, other] = [
    await register('/target', []),
    await register('/other', ['webhook.test', 'task.*']),
  ];
  const { body } = await owner.call('POST', `/webhooks/${target.id}/test`);
  await eventually(
    () => receiver.at('/target').map((one) => one.headers['x-service-event']),
    (types) => types.includes('webhook.test'),
  );
  expect(receiver.at('/other')).toEqual([]);
  const hit = receiver.at('/target').find((one) => one.headers['x-service-event'] === 'webhook.test');
  expect(hit?.headers['x-service-delivery-id']).toBe(String(body.id));
  for (const webhook of [target, other]) await owner.call('DELETE', `/webhooks/${webhook.id}`);
});

it('sends an attempt again with the same id if its worker died', async () => {
  const webhook = await register('/resumed', ['team.post_archive']);
  const [row] = await service.rows<{ id: number }>(Prisma.sql`
    with e as (select id from events where org_id = ${owner.user.org_id} order by id limit 1)
    select e.id::float8 as id from e`);
  const [lost] = await insertLostAttempt(webhook.id, row?.id ?? 0);
  await eventually(
    () => receiver.at('/resumed').length,
    (count) => count === 1,
  );
  expect(receiver.at('/resumed')[0]?.headers['x-service-delivery-id']).toBe(String(lost?.id));
});

/** Inserts an attempt as a worker that died leaves it, with an expired lease. */
async function insertLostAttempt(webhook_id: number, event_id: number) {
  const { executeOperational } = await import('@wfp/shared/operational');
  return executeOperational<{ id: number }>(
    service.platform,
    Prisma.sql`insert into webhook_deliveries (org_id, webhook_id, event_id, event_occurred_at, event_type, attempt, status, scheduled_at, started_at, lease_until)
      select org_id, ${webhook_id}, id, occurred_at, event_type, 1, 'delivering', now(), now(), now() - interval '1 second'
      from events where org_id = ${owner.user.org_id} and id = ${event_id}::int8
      returning id::float8 as id`,
  );
}
