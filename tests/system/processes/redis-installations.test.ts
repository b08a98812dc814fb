import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { canStartRedis } from '@wfp/testing/own-redis.ts';
import { eventually, startReceiver } from '@wfp/testing/receiver.ts';
import { openStream, type StreamClient } from '@wfp/testing/stream-client.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RedisInstallation, startRedisCluster, startRedisSentinels } from './redis-installations.ts';

interface Installation {
  redis: RedisInstallation;
  service: TestService;
  owner: Client;
  worker: Awaited<ReturnType<typeof startWorker>>;
  receiver: Awaited<ReturnType<typeof startReceiver>>;
  stream: StreamClient;
  stop(): Promise<void>;
}

/** Starts API and worker on a Redis installation, with an organization that has a webhook and an open stream. */
async function installOn(redis: RedisInstallation, settings: Record<string, string>): Promise<Installation> {
  const service = await startOwnService({
    REDIS_URL: redis.url,
    ...settings,
    RATE_LIMIT_PER_MINUTE: '1000',
    LOG_LEVEL: 'silent',
  });
  const worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
  const owner = await service.newOrganization();
  const receiver = await startReceiver({});
  await owner.call('POST', '/webhooks', { url: receiver.url('/all'), event_types: ['task.post_create'] });
  const stream = await openStream(service.url, owner.token);
  return {
    ...{ redis, service, owner, worker, receiver, stream },
    stop: async () => {
      await stream.close();
      await worker.stop();
      await receiver.stop();
      await service.stop();
      await redis.stop();
    },
  };
}

/** Creates a task and waits for it on the stream and at the webhook receiver. */
async function writeAndReceive({ owner, receiver, stream }: Installation, title: string): Promise<void> {
  const { status } = await owner.call('POST', '/tasks', { title });
  expect(status).toBe(201);
  await stream.until(title, (one) => one.messages.some(({ data }) => data.payload.record_name === title));
  const delivered = () => receiver.at('/all').filter(({ body }) => body.includes(`"${title}"`)).length;
  await eventually(delivered, (count) => count === 1);
}

describe.skipIf(!canStartRedis)('on a cluster of three masters', () => {
  let on: Installation;
  beforeAll(async () => {
    on = await installOn(await startRedisCluster(), { REDIS_MODE: 'cluster' });
  });
  afterAll(() => on?.stop());

  it('runs streams, lanes and rate limits, with all keys of a queue on one server', async () => {
    await writeAndReceive(on, 'In a cluster');
    const response = await on.owner.call('GET', '/tasks');
    expect(Number(response.headers.get('ratelimit-remaining'))).toBeLessThan(1000);
    const channel = `${on.service.config.REDIS_PREFIX}:events:${on.owner.user.org_id}`;
    const subscribers = await Promise.all(
      on.redis.servers.map(({ client }) => client.pubsub('NUMSUB', channel) as Promise<unknown[]>),
    );
    expect(subscribers.map(([, count]) => Number(count)).toSorted()).toEqual([0, 0, 1]);
    const keys = await Promise.all(on.redis.servers.map(({ client }) => client.keys('*')));
    const serversByQueue = new Map<string, Set<number>>();
    for (const [server, all] of keys.entries())
      for (const key of all) {
        const queue = /^\{[^:]+:([^}]+)\}:/.exec(key)?.[1];
        if (queue) serversByQueue.set(queue, (serversByQueue.get(queue) ?? new Set()).add(server));
      }
    expect([...serversByQueue.keys()]).toContain('webhooks');
    expect([...serversByQueue.values()].map((servers) => servers.size)).toEqual(
      [...serversByQueue].map(() => 1),
    );
    expect(new Set([...serversByQueue.values()].flatMap((servers) => [...servers])).size).toBeGreaterThan(1);
  });

  it('accepts writes while a server is down and delivers missed events after its recovery', async () => {
    const [first] = on.redis.servers;
    await first?.kill();
    const { status } = await on.owner.call('POST', '/tasks', { title: 'While one is away' });
    expect(status).toBe(201);
    await on.stream.until('from the log', (one) =>
      one.messages.some(({ data }) => data.payload.record_name === 'While one is away'),
    );
    await first?.start();
    await writeAndReceive(on, 'When it is back');
    const bodies = on.receiver.at('/all').map(({ body }) => body);
    expect(bodies.filter((body) => body.includes('"While one is away"'))).toHaveLength(1);
  });
});

describe.skipIf(!canStartRedis)('behind sentinels', () => {
  let on: Installation;
  beforeAll(async () => {
    on = await installOn(await startRedisSentinels(), {
      REDIS_MODE: 'sentinel',
      REDIS_SENTINEL_MASTER: 'workforce',
    });
  });
  afterAll(() => on?.stop());

  it('continues on the replica after the master is killed', async () => {
    await writeAndReceive(on, 'On the first master');
    const [master, replica] = on.redis.servers;
    await master?.kill();
    await writeAndReceive(on, 'Without it');
    await eventually(
      async () => String(await replica?.client.info('replication')),
      (text) => text.includes('role:master'),
    );
    await writeAndReceive(on, 'On the second');
    expect(await replica?.client.keys(`${on.service.config.REDIS_PREFIX}:webhooks:*`)).not.toEqual([]);
  });
});
