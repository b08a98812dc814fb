import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { waitUntilBlocking } from '@wfp/testing/lock-waits.ts';
import { unreachableUrl } from '@wfp/testing/receiver.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPastEvents, insertDelivery, type PastEvent } from '../testing/past-events.ts';
import { replayLane } from './replays.lane.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let past: PastEvent[];
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  past = await createPastEvents(service, owner, 6);
});
afterAll(() => service.stop());

const from = new Date(Date.now() - 3_600_000).toISOString();
const register = async (event_types = ['task.post_create']) =>
  (await owner.call('POST', '/webhooks', { url: unreachableUrl(), event_types })).body.id;
const start = (id: number, body: object = {}) =>
  owner.call('POST', `/webhooks/${id}/replay`, { from, ...body });
const see = async (id: number, rid: number) =>
  (await owner.call('GET', `/webhooks/${id}/replays/${rid}`)).body;
const queued = async (id: number, rid: number) =>
  (await owner.call('GET', `/webhooks/${id}/deliveries?replay_id=${rid}&limit=100`)).body.data.reverse();
const ids = (events: readonly (PastEvent | undefined)[]) => events.map((event) => event?.id);

/** Runs the lane once, as a worker would. */
const run = (webhook_id: number): Promise<Date | null> =>
  (replayLane as any).run({
    platform: service.platform,
    payload: { org_id: owner.user.org_id, webhook_id },
    note: async () => undefined,
    signal: new AbortController().signal,
  });

describe('POST /webhooks/:id/replay', () => {
  it('records the replay without inserting deliveries', async () => {
    const id = await register();
    const { result, events, audit, outbox } = await recordedBy(service, owner.user.org_id, () =>
      start(id, { event_types: ['task.*'] }),
    );
    expect(result.status).toBe(202);
    expect(result.body).toMatchObject({
      webhook_id: id,
      status: 'running',
      queued: 0,
      from,
      event_types: ['task.*'],
    });
    expect(events).toEqual([`webhook_endpoint.replay_started ${id}`]);
    expect(outbox).toBe(1);
    expect(audit).toMatchObject([
      { action: 'replay_started', resource: 'webhook_replay', record_id: result.body.id },
    ]);
    expect(await queued(id, result.body.id)).toEqual([]);
    expect((await owner.call('GET', `/webhooks/${id}/replays`)).body).toEqual({
      data: [result.body],
      total: 1,
      total_is_exact: true,
      next: null,
    });
  });

  it.each([
    [{ from: undefined }, 'from'],
    [{ to: new Date(Date.now() + 60_000).toISOString() }, 'to'],
    [{ to: from }, 'from'],
    [{ event_types: ['nothing.*'] }, 'event_types.0'],
    [{ until: from }, 'until'],
  ])('rejects %j and records nothing', async (body, field) => {
    const id = await register();
    const { result, ...left } = await recordedBy(service, owner.user.org_id, () => start(id, body));
    expect(result.status).toBe(422);
    expect(JSON.stringify(result.body.details)).toContain(field);
    expect(left).toEqual(nothing);
  });

  it('rejects an inactive endpoint and an eleventh running replay, even with concurrent requests', async () => {
    const id = await register();
    const responses = await Promise.all(Array.from({ length: 13 }, () => start(id)));
    expect(responses.filter(({ status }) => status === 202)).toHaveLength(10);
    await owner.call('PATCH', `/webhooks/${id}`, { is_active: false });
    expect((await start(id)).body.details.fieldErrors).toHaveProperty('is_active');
    const { data } = (await owner.call('GET', `/webhooks/${id}/replays`)).body;
    expect(new Set(data.map((one: any) => one.status))).toEqual(new Set(['cancelled']));
  });

  it('rejects a time before the oldest event that is not archived', async () => {
    const other = await service.newOrganization();
    const { id } = (await other.call('POST', '/webhooks', { url: 'http://localhost:9/hook' })).body;
    // As after archiving: numbers begin with the first event that remains.
    await executeOperational(
      service.platform,
      sql`insert into event_log (org_id, seq, event_id, occurred_at)
        select org_id, 50, id, occurred_at from events where org_id = ${other.user.org_id} order by id limit 1 returning seq::float8`,
    );
    const replay = (when: Date) => other.call('POST', `/webhooks/${id}/replay`, { from: when.toISOString() });
    const lastYear = await replay(new Date(Date.now() - 365 * 24 * 3_600_000));
    expect(lastYear.body.details.fieldErrors.from[0]).toMatch(/archived/);
    expect((await replay(new Date(Date.now() - 1_000))).status).toBe(202);
  });
});

describe('the replay lane', () => {
  it('inserts deliveries for the events of the range in their order, marked as replays, and finishes', async () => {
    const id = await register();
    const to = new Date(past[4]?.occurred_at ?? 0).toISOString();
    const { body } = await start(id, { from: past[1]?.occurred_at, to });
    await run(id);
    const deliveries = await queued(id, body.id);
    expect(deliveries.map((one: any) => one.event_id)).toEqual(ids(past.slice(1, 4)));
    expect(deliveries[0]).toMatchObject({ attempt: 1, status: 'pending', is_replay: true, is_manual: true });
    expect(await see(id, body.id)).toMatchObject({ status: 'done', queued: 3 });
    expect(await run(id)).toBeNull();
  });

  it('leaves out other types, private events, tests, waiting events and those without a number', async () => {
    const id = await register(['task.*', 'webhook.test']);
    await owner.call('POST', `/webhooks/${id}/test`);
    await insertDelivery(service, owner.user.org_id, id, past[0], 1, 'failed');
    await insertDelivery(service, owner.user.org_id, id, past[0], 2, 'pending');
    await insertDelivery(service, owner.user.org_id, id, past[1], 1, 'succeeded');
    await executeOperational(
      service.platform,
      sql`insert into events (org_id, aggregate_type, aggregate_id, event_type, payload, occurred_at, is_private)
        values (${owner.user.org_id}, 'task', 1, 'task.post_create', '{}', now(), true) returning id::float8`,
    );
    const task = (await owner.call('POST', '/tasks', { title: 'Still to be relayed' })).body;
    const { body } = await start(id);
    await run(id);
    const deliveries = await queued(id, body.id);
    expect(deliveries.map((one: any) => [one.event_id, one.attempt])).toEqual([
      [past[1]?.id, 2],
      ...ids(past.slice(2)).map((event) => [event, 1]),
    ]);
    await owner.call('DELETE', `/tasks/${task.id}`);
  });

  it('includes only events whose last delivery failed, if requested', async () => {
    const id = await register();
    await insertDelivery(service, owner.user.org_id, id, past[0], 6, 'failed');
    await insertDelivery(service, owner.user.org_id, id, past[1], 1, 'failed');
    await insertDelivery(service, owner.user.org_id, id, past[1], 2, 'succeeded');
    const { body } = await start(id, { only_failed: true });
    await run(id);
    expect(await queued(id, body.id)).toMatchObject([{ event_id: past[0]?.id, attempt: 7 }]);
  });

  it('leaves out events that a concurrent request retries', async () => {
    const id = await register();
    const { body } = await start(id, { from: past[5]?.occurred_at });
    const other = new pg.Client({ connectionString: service.config.DATABASE_URL });
    await other.connect();
    try {
      await other.query('begin');
      await other.query('select from webhook_endpoints where id = $1 for no key update', [id]);
      const running = run(id);
      // The run waits for the lock of the endpoint.
      await waitUntilBlocking(other);
      await other.query(
        `insert into webhook_deliveries (org_id, webhook_id, event_id, event_occurred_at, event_type, attempt, scheduled_at, is_manual, is_replay)
         values ($1, $2, $3, $4, 'task.post_create', 2, now(), true, true)`,
        [owner.user.org_id, id, past[5]?.id, past[5]?.occurred_at],
      );
      await other.query('commit');
      await running;
    } finally {
      await other.end();
    }
    expect(await queued(id, body.id)).toEqual([]);
    expect(await see(id, body.id)).toMatchObject({ status: 'done', queued: 0 });
  });

  it.each([
    ['no longer listens to', `event_types = '{task.completed}'`, 'done'],
    ['is disabled for', 'is_active = false', 'cancelled'],
  ])('inserts no event that the endpoint %s by a concurrent change', async (_, change, status) => {
    const id = await register();
    const { body } = await start(id);
    const other = new pg.Client({ connectionString: service.config.DATABASE_URL });
    await other.connect();
    try {
      await other.query('begin');
      await other.query(`update webhook_endpoints set ${change} where id = $1`, [id]);
      const running = run(id);
      await waitUntilBlocking(other);
      await other.query('commit');
      await running;
    } finally {
      await other.end();
    }
    expect(await queued(id, body.id)).toEqual([]);
    expect(await see(id, body.id)).toMatchObject({ status, queued: 0 });
  });

  it('inserts nothing twice in concurrent runs', async () => {
    const id = await register();
    const { body } = await start(id, { to: new Date().toISOString() });
    await Promise.all(Array.from({ length: 5 }, () => run(id)));
    expect((await queued(id, body.id)).map((one: any) => one.event_id)).toEqual(ids(past));
    expect(await see(id, body.id)).toMatchObject({ queued: past.length, status: 'done' });
  });

  it('pauses while thousands of its deliveries wait, and continues later', async () => {
    const id = await register();
    const fill = sql`insert into webhook_deliveries (org_id, webhook_id, event_id, event_occurred_at, event_type, attempt, scheduled_at, is_manual, is_replay)
      select ${owner.user.org_id}, ${id}, n, now(), 'task.post_create', 1, now(), true, true from generate_series(1, 5000) n returning 1`;
    await executeOperational(service.platform, fill);
    const { body } = await start(id);
    expect(await run(id)).toBeInstanceOf(Date);
    expect(await see(id, body.id)).toMatchObject({ status: 'running', queued: 0 });
    await executeOperational(
      service.platform,
      sql`update webhook_deliveries set status = 'succeeded', finished_at = now(), filed_at = now()
        where webhook_id = ${id} returning 1`,
    );
    await run(id);
    expect(await see(id, body.id)).toMatchObject({ status: 'done', queued: past.length });
  });

  it('sends no types that the endpoint listens to only since the request', async () => {
    const id = await register(['team.*']);
    const { body } = await start(id);
    const widened = { event_types: ['task.*'] };
    expect((await owner.call('PATCH', `/webhooks/${id}`, widened)).status).toBe(200);
    await run(id);
    expect(await see(id, body.id)).toMatchObject({ status: 'done', queued: 0, event_types: [] });
    const again = await start(id);
    await run(id);
    expect(await see(id, again.body.id)).toMatchObject({ status: 'done', queued: past.length });
  });

  it('stops when the endpoint is disabled, and does not continue when it is enabled', async () => {
    const id = await register();
    const { body } = await start(id);
    await executeOperational(
      service.platform,
      sql`update webhook_endpoints set is_active = false where id = ${id} and org_id = ${owner.user.org_id} returning id`,
    );
    expect(await run(id)).toBeNull();
    await owner.call('PATCH', `/webhooks/${id}`, { is_active: true });
    await run(id);
    expect(await see(id, body.id)).toMatchObject({ status: 'cancelled', queued: 0 });
  });
});

it('is cancelled together with its pending deliveries', async () => {
  const id = await register();
  const { body } = await start(id);
  const two = await start(id);
  await executeOperational(
    service.platform,
    sql`insert into webhook_deliveries (org_id, webhook_id, event_id, event_occurred_at, event_type, attempt, scheduled_at, is_manual, is_replay, replay_id)
      select ${owner.user.org_id}, ${id}, n, now(), 'task.post_create', 1, now(), true, true, n from unnest(array[${body.id}, ${two.body.id}]::int[]) n returning 1`,
  );
  const cancel = () => owner.call('POST', `/webhooks/${id}/replays/${body.id}/cancel`);
  const { result, events } = await recordedBy(service, owner.user.org_id, cancel);
  expect([result.status, result.body.status]).toEqual([200, 'cancelled']);
  expect(events).toEqual([`webhook_endpoint.replay_cancelled ${id}`]);
  expect(await queued(id, body.id)).toMatchObject([{ status: 'cancelled' }]);
  expect(await queued(id, two.body.id)).toMatchObject([{ status: 'pending' }]);
  expect((await cancel()).body.details.fieldErrors).toHaveProperty('rid');
  const stranger = await register();
  expect((await owner.call('GET', `/webhooks/${stranger}/replays/${body.id}`)).status).toBe(404);
});
