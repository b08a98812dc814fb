import { once } from 'node:events';
import { createServer } from 'node:net';
import { connectSubscriber, type Logger } from '@wfp/shared';
import type { Config } from '@wfp/shared/config';
import { canStartRedis } from '@wfp/testing/own-redis.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import type { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RedisInstallation, startRedisCluster } from './redis-installations.ts';

const channel = 'news';
let cluster: RedisInstallation;
let subscriber: Redis;
let received: string[];
let logged: string[];

async function subscribe(): Promise<void> {
  received = [];
  logged = [];
  const note = (_: unknown, text?: string) => logged.push(text ?? String(_));
  const log = { warn: note, info: note } as unknown as Logger;
  subscriber = connectSubscriber({ REDIS_MODE: 'cluster', REDIS_URL: cluster.url } as Config, log);
  subscriber.on('message', (_, text: string) => received.push(text));
  await subscriber.subscribe(channel);
}

/** Publishes through a server until the subscriber receives a message. */
async function untilReceived(text: string, from = 0): Promise<void> {
  await eventually(
    async () => {
      await cluster.servers[from]?.client.publish(channel, text);
      return received.includes(text);
    },
    (isReceived) => isReceived,
  );
}

async function countSubscribers(server: number): Promise<number> {
  const counts = (await cluster.servers[server]?.client.pubsub('NUMSUB', channel)) as unknown[];
  return Number(counts[1]);
}

/** The index of the server that the subscriber uses. */
async function findServer(): Promise<number> {
  const counts = await Promise.all(cluster.servers.map((_, index) => countSubscribers(index)));
  return counts.indexOf(1);
}

/** Listens on a port and destroys each connection; returns the times of the first ones. */
async function rejectConnections(port: number, count: number): Promise<number[]> {
  const times: number[] = [];
  const server = createServer((socket) => {
    times.push(performance.now());
    socket.on('error', () => undefined).destroy();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  await eventually(
    () => times.length,
    (length) => length >= count,
  );
  server.close();
  await once(server, 'close');
  return times.slice(0, count);
}

afterEach(() => {
  subscriber?.disconnect();
  vi.useRealTimers();
});

describe.skipIf(!canStartRedis)('a subscriber of a cluster without any server', () => {
  beforeAll(async () => {
    cluster = await startRedisCluster(1);
  });
  afterAll(() => cluster?.stop());

  it('retries with growing delays and is subscribed again when the server is back', async () => {
    await subscribe();
    await untilReceived('before');
    const [server] = cluster.servers;
    await server?.kill();
    await eventually(
      () => logged.length,
      (count) => count > 0,
    );
    const times = await rejectConnections(server?.port ?? 0, 4);
    const delays = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    // The first attempt, after 100 ms, found a closed port. Timers may fire a millisecond early.
    for (const [index, minMs] of [400, 800, 1_600].entries())
      expect(delays[index]).toBeGreaterThan(minMs - 2);
    await server?.start();
    await untilReceived('after');
    expect(logged).toEqual(['Redis is unreachable; reconnecting', 'Redis is reachable again']);
  });
});

describe.skipIf(!canStartRedis)('a subscriber of a cluster of three servers', () => {
  beforeAll(async () => {
    cluster = await startRedisCluster();
  });
  afterAll(() => cluster?.stop());

  it('moves to another server when its own is gone', async () => {
    await subscribe();
    const own = await findServer();
    await cluster.servers[own]?.kill();
    const other = (own + 1) % 3;
    await eventually(
      () => countSubscribers(other),
      (count) => count === 1,
    );
    await untilReceived('from the third server', (own + 2) % 3);
    await cluster.servers[own]?.start();
  });

  it('moves to another server when its own does not respond', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    await subscribe();
    const own = await findServer();
    cluster.servers[own]?.pause();
    vi.advanceTimersByTime(5_000);
    await eventually(
      () => countSubscribers((own + 1) % 3),
      (count) => count === 1,
    ).finally(() => cluster.servers[own]?.resume());
    await untilReceived('without the stuck server', (own + 2) % 3);
  });

  it('moves to another server when its own is removed from the cluster', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    await subscribe();
    const own = await findServer();
    await cluster.servers[own]?.client.call('cluster', 'reset');
    vi.advanceTimersByTime(5_000);
    await eventually(
      () => countSubscribers((own + 1) % 3),
      (count) => count === 1,
    );
    await untilReceived('from a member', (own + 2) % 3);
  });
});
