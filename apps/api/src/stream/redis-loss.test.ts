import { Relay } from '@wfp/shared';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { canStartRedis, type OwnRedis, startOwnRedis } from '@wfp/testing/own-redis.ts';
import { openStream, type StreamClient } from '@wfp/testing/stream-client.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let redis: OwnRedis;
let service: TestService;
let relay: Relay;
let owner: Client;
let client: StreamClient;

async function createTasks(from: number, count: number): Promise<void> {
  for (let at = from; at < from + count; at += 1) {
    expect((await owner.call('POST', '/tasks', { title: `task ${at}` })).status).toBe(201);
  }
}

const titles = (one: StreamClient) =>
  one.messages
    .filter((message) => message.data.aggregate_type === 'task')
    .map((message) => message.data.payload.record_name);
const range = (count: number) => Array.from({ length: count }, (_, index) => `task ${index}`);

describe.skipIf(!canStartRedis)('a stream without Redis', () => {
  beforeAll(async () => {
    redis = await startOwnRedis();
    service = await startOwnService({
      REDIS_URL: redis.url,
      SSE_HEARTBEAT_SECONDS: '1',
      LOG_LEVEL: 'silent',
    });
    relay = new Relay(service.platform, { projections: [], enqueue: async () => undefined });
    relay.start();
    owner = await service.newOrganization();
  });
  afterAll(async () => {
    await client?.close();
    await relay?.stop();
    await service?.stop();
    await redis?.kill();
  });

  it('continues from the database while Redis is unavailable', async () => {
    client = await openStream(service.url, owner.token);
    await createTasks(0, 3);
    await client.until('three events', (one) => titles(one).length === 3);
    await redis.kill();
    await createTasks(3, 3);
    await client.until('the events written without Redis', (one) => titles(one).length === 6);
    expect(client.isClosed).toBe(false);
  });

  it('can be opened while Redis is unavailable', async () => {
    const late = await openStream(service.url, owner.token, '?last_event_id=0');
    await createTasks(6, 2);
    await late.until('all events', (one) => titles(one).length === 8);
    await late.close();
  });

  it('is live again on an empty Redis without loss or duplicates', async () => {
    await redis.start();
    await createTasks(8, 5);
    await client.until('the events from around the return', (one) => titles(one).length >= 13);
    await redis.kill();
    await redis.start();
    await createTasks(13, 20);
    await client.until('all events', (one) => titles(one).length >= 33);
    expect(titles(client)).toEqual(range(33));
    const ids = client.messages.map((message) => message.id);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  });

  it('receives live events through the new subscription, not by polling', async () => {
    const seen = client.messages.length;
    const started = performance.now();
    for (let index = 0; index < 5; index += 1) {
      await createTasks(33 + index, 1);
      await client.until('the event', (one) => one.messages.length === seen + index + 1);
    }
    // Without the subscription each event would wait for the next poll of the database, up to five seconds.
    expect(performance.now() - started).toBeLessThan(4 * 5_000);
  });
});
