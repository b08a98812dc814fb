import { Prisma } from '@wfp/shared/db';
import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EventKey } from './event-bodies.lane.store.ts';
import { EventBodies } from './event-bodies.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let keys: EventKey[];
let bodies: EventBodies;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  const title = 'Café ☕ "quoted" \\ and /lines';
  for (let n = 0; n < 3; n++) await owner.call('POST', '/tasks', { title: `${title} ${n}` });
  keys = await eventKeys(owner);
});
afterAll(() => service?.stop());

const eventKeys = ({ user }: Client) =>
  service.rows<EventKey>(
    sql`select id::float8 as event_id, occurred_at::text as event_occurred_at from events
      where org_id = ${user.org_id} and event_type = 'task.post_create' order by id`,
  );

it('equal the public event records', async () => {
  bodies = new EventBodies(service.platform);
  const found = await bodies.load(owner.user.org_id, keys);
  const { body } = await owner.call('GET', '/events?event_type=task.post_create&limit=100');
  const records = [...found.values()].map((one) => JSON.parse(one.toString()));
  expect(records).toHaveLength(3);
  expect(new Set(records)).toEqual(new Set(body.data));
});

it('are not returned to another organization, cached or not', async () => {
  const stranger = await service.newOrganization();
  await bodies.load(owner.user.org_id, keys);
  expect(await bodies.load(stranger.user.org_id, keys)).toEqual(new Map());
});

it('are read once for concurrent lanes, and then cached', async () => {
  bodies = new EventBodies(service.platform);
  const { org_id } = owner.user;
  const unreadable = (events: EventKey[]) => events.map((one) => ({ ...one, event_occurred_at: 'no time' }));
  const results = await Promise.all([
    bodies.load(org_id, keys),
    bodies.load(org_id, unreadable(keys.slice(1))),
  ]);
  expect(results.map((one) => one.size)).toEqual([3, 2]);
  expect(await bodies.load(org_id, unreadable(keys))).toEqual(results[0]);
});

it('are read again after a failure', async () => {
  bodies = new EventBodies(service.platform);
  const { org_id } = owner.user;
  const failing = keys.map((one) => ({ ...one, event_occurred_at: 'no time' }));
  const results = await Promise.allSettled([bodies.load(org_id, failing), bodies.load(org_id, keys)]);
  expect(results.map((one) => one.status)).toEqual(['rejected', 'rejected']);
  expect((await bodies.load(org_id, keys)).size).toBe(3);
});
