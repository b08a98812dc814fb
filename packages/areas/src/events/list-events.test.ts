import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { eventPayload } from '@wfp/testing/payload.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let other: Client;

beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  other = await service.newOrganization();
  for (const title of ['one', 'two', 'three']) await owner.call('POST', '/tasks', { title });
});
afterAll(() => service?.stop());

describe('GET /events', () => {
  it('lists events newest first, without their visibility columns', async () => {
    const { status, body } = await owner.call('GET', '/events?aggregate_type=task');
    expect(status).toBe(200);
    expect(body.total).toBe(3);
    expect(body.data.map((event: any) => event.payload.record_name)).toEqual(['three', 'two', 'one']);
    expect(Object.keys(body.data[0]).sort()).toEqual(
      ['aggregate_id', 'aggregate_type', 'event_type', 'id', 'occurred_at', 'org_id', 'payload'].sort(),
    );
    expect(body.data[0].occurred_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(body.data[0].payload).toMatchObject({
      org_id: owner.user.org_id,
      actor_id: owner.user.id,
      record_type: 'task',
    });
  });

  it('pages with a total that does not depend on the page', async () => {
    const first = await owner.call('GET', '/events?aggregate_type=task&limit=2');
    const second = await owner.call('GET', '/events?aggregate_type=task&limit=2&page=2');
    const names = [...first.body.data, ...second.body.data].map((event: any) => event.payload.record_name);
    expect(names).toEqual(['three', 'two', 'one']);
    expect(second.body.total).toBe(3);
    const far = await owner.call('GET', '/events?limit=100&page=999999999');
    expect(far.status).toBe(200);
    expect(far.body.data).toEqual([]);
  });

  it('filters by type and by exclusive time bounds', async () => {
    const { body } = await owner.call('GET', '/events?event_type=task.post_create');
    expect(body.total).toBe(3);
    const [newest, middle, oldest] = body.data.map((event: any) => event.occurred_at);
    const between = await owner.call(
      'GET',
      `/events?event_type=task.post_create&from=${oldest}&to=${newest}`,
    );
    expect(between.body.data.map((event: any) => event.occurred_at)).toEqual([middle]);
    expect((await owner.call('GET', '/events?event_type=task.completed')).body).toEqual({
      data: [],
      total: 0,
      total_is_exact: true,
      next: null,
    });
  });

  it('returns nothing of other organizations', async () => {
    const { body } = await other.call('GET', '/events?limit=100');
    expect(new Set(body.data.map((event: any) => event.org_id))).toEqual(new Set([other.user.org_id]));
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['page=0', 'page'],
    ['page=x', 'page'],
    ['offset=1', 'offset'],
    ['from=yesterday', 'from'],
    ['to=2026-13-01T00:00:00Z', 'to'],
    ['aggregate_type=a%00b', 'aggregate_type'],
    ["event_type=task'--", 'event_type'],
    ['event_type=task.painted', 'event_type'],
    ['limit=1&limit=2', 'limit'],
  ])('rejects %s with an error on the field', async (query, field) => {
    const { status, body } = await owner.call('GET', `/events?${query}`);
    expect(status).toBe(422);
    expect(Object.keys(body.details.fieldErrors)).toEqual([field]);
  });

  it('returns 401 without credentials', async () => {
    expect((await service.call('GET', '/events')).status).toBe(401);
  });
});

describe('GET /events/:aggregateType/:aggregateId', () => {
  it('does not delay other requests while long histories are read', async () => {
    const holder = new pg.Client(service.config.DATABASE_URL);
    await holder.connect();
    await holder.query('begin; lock table events in access exclusive mode');
    const histories = Array.from({ length: 4 }, () => owner.call('GET', '/events/task/1'));
    await eventually(
      () =>
        holder.query(`select from pg_locks where relation = 'events'::regclass and not granted
        and database = (select oid from pg_database where datname = current_database())`),
      (waiting) => (waiting.rowCount ?? 0) >= 2,
    );
    const first = await Promise.race([
      other.call('GET', '/tasks').then(({ status }) => status),
      ...histories.map((one) => one.then(() => 'a history')),
    ]);
    await holder.query('rollback');
    await holder.end();
    expect(first).toBe(200);
    for (const history of histories) expect((await history).status).toBe(200);
  });

  it('lists the history of a record, oldest first', async () => {
    const task = (await owner.call('POST', '/tasks', { title: 'history' })).body;
    await owner.call('PATCH', `/tasks/${task.id}`, { title: 'renamed' });
    await owner.call('PATCH', `/tasks/${task.id}`, { status: 'done' });
    const { status, body } = await owner.call('GET', `/events/task/${task.id}`);
    expect(status).toBe(200);
    const types = body.data.map((event: any) => event.event_type);
    expect(types).toEqual(['task.post_create', 'task.post_update', 'task.post_update', 'task.completed']);
    expect(body.total).toBe(4);
    const page = await owner.call('GET', `/events/task/${task.id}?limit=1&offset=1`);
    expect(page.body.data.map((event: any) => event.id)).toEqual([body.data[1].id]);
    expect((await other.call('GET', `/events/task/${task.id}`)).body).toEqual({
      data: [],
      total: 0,
      total_is_exact: true,
      next: null,
    });
  });

  it('is empty for a record that never existed, and 404 for an invalid id', async () => {
    expect((await owner.call('GET', '/events/task/2000000000')).body).toEqual({
      data: [],
      total: 0,
      total_is_exact: true,
      next: null,
    });
    for (const path of ['task/0', 'task/x', 'task/99999999999', 'Task/1', '%27/1']) {
      expect((await owner.call('GET', `/events/${path}`)).status, path).toBe(404);
    }
  });

  it('returns 403 for a type that the caller may not read', async () => {
    const viewer = await service.newUser(owner, ['viewer']);
    expect((await viewer.call('GET', '/events/task/1')).status).toBe(200);
    expect((await viewer.call('GET', '/events/api_key/1')).status).toBe(403);
    expect((await viewer.call('GET', '/events/ghost/1')).status).toBe(403);
    const { body } = await viewer.call('GET', '/events?limit=100');
    expect(new Set(body.data.map((event: any) => event.aggregate_type)).has('api_key')).toBe(false);
  });
});

it('filters by a former event type that only recorded events have', async () => {
  const by = await service.newOrganization();
  const list = () => by.call('GET', '/events?event_type=enum_value.replaced');
  const { status, body } = await list();
  expect([status, body.details.fieldErrors]).toEqual([
    422,
    { event_type: ['Unknown event type: enum_value.replaced; see GET /event-types'] },
  ]);
  await executeOperational(
    service.platform,
    Prisma.sql`insert into event_counts (org_id, is_month, starts_on, aggregate_type, event_type, count)
      values (${by.user.org_id}, false, current_date, 'enum_value', 'enum_value.replaced', 0) returning org_id`,
  );
  expect((await list()).body).toEqual({ data: [], total: 0, total_is_exact: true, next: null });
});

describe('a private event', () => {
  it('is visible only to the users it names', async () => {
    const viewer = await service.newUser(owner, ['viewer']);
    await executeOperational(
      service.platform,
      Prisma.sql`insert into events (org_id, aggregate_type, aggregate_id, event_type, payload, occurred_at,
          subject_user_ids, is_private)
        values (${owner.user.org_id}, 'task', 4711, 'task.reminder_due', ${eventPayload(owner.user.org_id)}::jsonb, now(), ${[viewer.user.id]}::int[], true)
        returning id::float8`,
    );
    expect((await owner.call('GET', '/events/task/4711')).body.total).toBe(0);
    expect((await viewer.call('GET', '/events/task/4711')).body.total).toBe(1);
    expect((await owner.call('GET', '/events?event_type=task.reminder_due')).body.total).toBe(0);
    expect((await viewer.call('GET', '/events?event_type=task.reminder_due')).body.total).toBe(1);
  });
});
