import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { canStartRedis, type OwnRedis, startOwnRedis } from '@wfp/testing/own-redis.ts';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { channels } from '../../redis/connection.ts';
import type { LoggedEvent, StreamedEvent } from '../streamed-event.ts';
import { RelayHarness, waitUntil } from '../testing/relay-harness.ts';
import { RelayPublisher } from './relay-publisher.ts';

let redis: OwnRedis;
let service: TestService;
let relaying: RelayHarness;
let owner: Client;

describe.skipIf(!canStartRedis)('a relay without Redis', () => {
  beforeAll(async () => {
    redis = await startOwnRedis();
    service = await startOwnService({ REDIS_URL: redis.url, LOG_LEVEL: 'silent' });
    relaying = new RelayHarness(service);
    owner = await service.newOrganization();
  });
  afterEach(() => relaying.stopAll());
  afterAll(async () => {
    await service?.stop();
    await redis?.kill();
  });

  const createTasks = async (count: number) => {
    for (let made = 0; made < count; made += 1)
      expect((await owner.call('POST', '/tasks', { title: 'Written' })).status).toBe(201);
  };

  it('numbers events, and publishes again when Redis restarts empty', async () => {
    relaying.start();
    await relaying.waitUntilNumbered();
    await redis.kill();
    await createTasks(5);
    await relaying.waitUntilNumbered();
    await relaying.expectGapFree();
    await redis.start();
    const seen: number[] = [];
    const listener = new Redis(redis.url);
    listener.on('message', (_, text: string) => {
      seen.push(...(JSON.parse(text) as StreamedEvent[]).map(({ seq }) => seq));
    });
    await listener.subscribe(channels(service.config).events(owner.user.org_id));
    const before = (await relaying.readLog(owner.user.org_id)).length;
    await waitUntil(async () => {
      await createTasks(1);
      return seen.length >= 3;
    }, 'events come through Redis again');
    listener.disconnect();
    expect(Math.min(...seen)).toBeGreaterThan(before);
    expect(seen).toEqual(seen.map((_, index) => (seen[0] ?? 0) + index));
  });

  it('makes pods read the log as soon as an event could not be published', async () => {
    const { org_id } = owner.user;
    const messages: number[][] = [];
    const listener = new Redis(redis.url);
    listener.on('message', (_, text: string) => {
      messages.push((JSON.parse(text) as StreamedEvent[]).map(({ seq }) => seq));
    });
    await listener.subscribe(channels(service.config).events(org_id));
    const publisher = new RelayPublisher(service.platform);
    const publish = (seq: number) => publisher.publish([{ org_id, seq } as LoggedEvent]);
    await waitUntil(() => {
      publish(0);
      return messages.length > 0;
    }, 'it publishes');
    redis.pause();
    for (let seq = 1; seq <= 20; seq += 1) publish(seq);
    redis.resume();
    await waitUntil(() => messages.at(-1)?.length === 0, 'a message without events');
    expect(messages.flat()).not.toContain(20);
    listener.disconnect();
    await publisher.stop();
  });

  it('is not blocked by a Redis that does not respond', async () => {
    const relay = relaying.start({ batchSize: 1 });
    await relaying.waitUntilNumbered();
    redis.pause();
    const { numbered } = relay.status;
    await createTasks(40).finally(() => redis.resume());
    await relaying.waitUntilNumbered();
    expect(relay.status.numbered).toBeGreaterThanOrEqual(numbered + 40);
    await relaying.expectGapFree();
  });
});
