import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { unreachableUrl } from '@wfp/testing/receiver.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPastEvents, insertDelivery } from '../testing/past-events.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

const register = async () => (await owner.call('POST', '/webhooks', { url: unreachableUrl() })).body.id;
const since = new Date(Date.now() - 60_000).toISOString();
const retry = (id: number, body: object = {}) =>
  owner.call('POST', `/webhooks/${id}/deliveries/retry-failed`, { since, ...body });
const waiting = async (id: number) =>
  (await owner.call('GET', `/webhooks/${id}/deliveries?status=pending&limit=100`)).body;

it('retries each event whose last delivery failed, once', async () => {
  const id = await register();
  const [lost, saved, underWay, early] = await createPastEvents(service, owner, 4);
  const send = (event: object | undefined, attempt: number, status: string) =>
    insertDelivery(service, owner.user.org_id, id, event, attempt, status);
  await send(lost, 1, 'failed');
  await send(lost, 2, 'failed');
  await send(saved, 1, 'failed');
  await send(saved, 2, 'succeeded');
  await send(underWay, 1, 'failed');
  await send(underWay, 2, 'pending');
  const longAgo = await send(early, 1, 'failed');
  await executeOperational(
    service.platform,
    sql`update webhook_deliveries set finished_at = now() - interval '1 hour', filed_at = now() - interval '1 hour' where id = ${longAgo}::int8 returning id::float8`,
  );
  const { result, events, audit } = await recordedBy(service, owner.user.org_id, () => retry(id));
  expect([result.status, result.body]).toEqual([202, { queued: 1, remaining: 0 }]);
  expect(events).toEqual([`webhook_endpoint.failed_retried ${id}`]);
  expect(audit).toMatchObject([
    { action: 'failed_retried', resource: 'webhook_replay', after: { queued: 1, only_failed: true } },
  ]);
  const { data } = await waiting(id);
  expect(data.filter((one: any) => one.is_manual)).toMatchObject([
    { event_id: lost?.id, attempt: 3, is_manual: true, is_replay: true },
  ]);
  expect((await retry(id)).body).toEqual({ queued: 0, remaining: 0 });
});

it('enqueues each event once for concurrent requests', async () => {
  const id = await register();
  for (const event of await createPastEvents(service, owner, 20))
    await insertDelivery(service, owner.user.org_id, id, event, 1, 'failed');
  const responses = await Promise.all(Array.from({ length: 6 }, () => retry(id)));
  const queued = responses.map(({ body }) => body.queued).sort((one, other) => one - other);
  expect(queued).toEqual([0, 0, 0, 0, 0, 20]);
  expect((await waiting(id)).total).toBe(20);
});

it('filters by event types, and ignores test events', async () => {
  const id = await register();
  const [event] = await createPastEvents(service, owner, 1);
  await insertDelivery(service, owner.user.org_id, id, event, 1, 'failed');
  const test = (await owner.call('POST', `/webhooks/${id}/test`)).body;
  await executeOperational(
    service.platform,
    sql`update webhook_deliveries set status = 'failed', finished_at = now(), filed_at = now() where id = ${test.id}::int8 returning id::float8`,
  );
  expect((await retry(id, { event_types: ['team.*'] })).body.queued).toBe(0);
  expect((await retry(id, { event_types: ['task.*'] })).body.queued).toBe(1);
});

it('enqueues a thousand events per request, the oldest first, and returns how many are left', async () => {
  const id = await register();
  const [event] = await createPastEvents(service, owner, 1);
  const many = await executeOperational<{ id: number }>(
    service.platform,
    sql`with created as (
        insert into events (org_id, aggregate_type, aggregate_id, event_type, payload, occurred_at)
        select org_id, aggregate_type, aggregate_id, event_type, payload, occurred_at
        from events cross join generate_series(1, 1003) where org_id = ${owner.user.org_id} and id = ${event?.id}::int8
        returning id, occurred_at
      )
      insert into webhook_deliveries (org_id, webhook_id, event_id, event_occurred_at, event_type, attempt, status, scheduled_at, finished_at, filed_at)
      select ${owner.user.org_id}, ${id}, id, occurred_at, 'task.post_create', 1, 'failed', now(), ended_at, ended_at
      from created cross join lateral (select now() + id * interval '1 microsecond' as ended_at) e
      returning event_id::float8 as id`,
  );
  expect((await retry(id)).body).toEqual({ queued: 1_000, remaining: 3 });
  const newest = Math.max(...many.map((one) => one.id));
  expect((await owner.call('GET', `/webhooks/${id}/deliveries?event_id=${newest}`)).body.total).toBe(1);
  expect((await retry(id)).body).toEqual({ queued: 3, remaining: 0 });
  expect((await owner.call('GET', `/webhooks/${id}/deliveries?event_id=${newest}`)).body.total).toBe(2);
});

it('handles tens of thousands of events that failed six times', async () => {
  const id = await register();
  const [event] = await createPastEvents(service, owner, 1);
  for (let part = 0; part < 6; part += 1)
    await executeOperational(
      service.platform,
      sql`with created as (
          insert into events (org_id, aggregate_type, aggregate_id, event_type, payload, occurred_at)
          select org_id, aggregate_type, aggregate_id, event_type, payload, occurred_at
          from events cross join generate_series(1, 5000) where org_id = ${owner.user.org_id} and id = ${event?.id}::int8
          returning id, occurred_at
        )
        insert into webhook_deliveries (org_id, webhook_id, event_id, event_occurred_at, event_type, attempt, status, scheduled_at, finished_at, filed_at)
        select ${owner.user.org_id}, ${id}, id, occurred_at, 'task.post_create', attempt, 'failed', now(), ended_at, ended_at
        from created cross join generate_series(1, 6) attempt
        cross join lateral (select now() - (6 - attempt) * interval '1 second' as ended_at) e returning 1 as done`,
    );
  for (let call = 0; call < 2; call += 1) {
    const { status, body } = await retry(id);
    expect([status, body]).toEqual([202, { queued: 1_000, remaining: 10_000 }]);
  }
  const { total, data } = await waiting(id);
  expect(total).toBe(2_000);
  expect(new Set(data.map((one: any) => one.attempt))).toEqual(new Set([7]));
});

it.each([
  [{ since: new Date(Date.now() + 3_600_000).toISOString() }, 'since'],
  [{ event_types: ['task.nothing'] }, 'event_types.0'],
  [{ since: undefined }, 'since'],
])('rejects %j and records nothing', async (body, field) => {
  const id = await register();
  const { result, ...left } = await recordedBy(service, owner.user.org_id, () => retry(id, body));
  expect([result.status, Object.keys(result.body.details.fieldErrors)]).toEqual([422, [field]]);
  expect(left).toEqual(nothing);
});

it('rejects an inactive endpoint', async () => {
  const id = await register();
  await owner.call('PATCH', `/webhooks/${id}`, { is_active: false });
  const { status, body } = await retry(id);
  expect([status, Object.keys(body.details.fieldErrors)]).toEqual([422, ['is_active']]);
});
