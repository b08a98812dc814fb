import { Relay } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { canStartRedis, type OwnRedis, startOwnRedis } from '@wfp/testing/own-redis.ts';
import { waitUntilNumbered } from '@wfp/testing/until-numbered.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Hub } from './hub.ts';

const { sql } = Prisma;

let redis: OwnRedis;
let service: TestService;
let owner: Client;
let relay: Relay;
let hub: Hub;

const headOf = async (org_id: number) =>
  (await service.rows<{ seq: number }>(sql`select seq::int from event_heads where org_id = ${org_id}`))[0]
    ?.seq ?? 0;

/** Writes an event and waits until it is numbered. */
async function numberedEvent(): Promise<number> {
  expect((await owner.call('POST', '/tasks', { title: 'one' })).status).toBe(201);
  await waitUntilNumbered(service);
  return headOf(owner.user.org_id);
}

describe.skipIf(!canStartRedis)('the feed of an organization', () => {
  beforeAll(async () => {
    redis = await startOwnRedis();
    service = await startOwnService({ LOG_LEVEL: 'silent' });
    // The relay publishes to the shared Redis, so the hub, which uses another Redis, gets no messages from it.
    relay = new Relay(service.platform, { projections: [], enqueue: async () => undefined });
    relay.start();
  });
  beforeEach(async () => {
    owner = await service.newOrganization();
    await numberedEvent();
    // Disables polling: feeds must advance by other means.
    vi.useFakeTimers({ toFake: ['setInterval'] });
    hub = new Hub({ ...service.platform, config: { ...service.config, REDIS_URL: redis.url } });
    vi.useRealTimers();
  });
  afterEach(() => hub.stop());
  afterAll(async () => {
    await relay?.stop();
    await service?.stop();
    await redis?.kill();
  });

  it('receives events numbered between its opening and a late subscription', async () => {
    const other = await service.newOrganization();
    await hub.acquire(other.user.org_id);
    redis.pause();
    const feed = await hub.acquire(owner.user.org_id);
    let head = await numberedEvent();
    // The read that opens the feed may still be in progress and include the first event.
    while (feed.position >= head) head = await numberedEvent();
    expect(feed.isSubscribed).toBe(false);
    redis.resume();
    await expect.poll(() => feed.isSubscribed).toBe(true);
    await expect.poll(() => feed.position).toBe(head);
  });

  it('opens before the log is read to its end, which may never happen under constant writes', async () => {
    const database = new pg.Client({ connectionString: service.config.DATABASE_URL });
    await database.connect();
    try {
      await database.query('begin; lock table event_log in access exclusive mode');
      const opening = hub.acquire(owner.user.org_id);
      let isOpen = false;
      void opening.then(() => {
        isOpen = true;
      });
      await expect.poll(async () => (await waiting(database)).rowCount).toBeGreaterThan(0);
      await expect.poll(() => isOpen).toBe(true);
    } finally {
      await database.end();
    }
  });
});

/** Sessions waiting for the lock on the log. */
const waiting = (database: pg.Client) =>
  database.query(`select from pg_locks where not granted and relation = 'event_log'::regclass
    and database = (select oid from pg_database where datname = current_database())`);
