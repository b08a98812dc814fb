import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { areas } from '@wfp/areas';
import { Metrics } from '@wfp/shared';
import { type Client, startService, type TestService } from '@wfp/testing';
import { openStream, type StreamClient } from '@wfp/testing/stream-client.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApp } from '../http/app.ts';
import { BodyLimits } from '../http/limits/body-limits.ts';
import { UnsentResponses } from '../http/server/unsent-responses.ts';
import { RightsCache } from './access/rights.ts';
import { Streams, sendRetryLater } from './streams.ts';

let service: TestService;
let owner: Client;
const servers: Server[] = [];

beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
});
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await service?.stop();
});

/** A pod with its own limits. */
async function podWith(credential: number, organization: number, pod: number) {
  const config = {
    ...service.config,
    SSE_MAX_PER_CREDENTIAL: credential,
    SSE_MAX_PER_ORGANIZATION: organization,
    SSE_MAX_PER_POD: pod,
  };
  const platform = { ...service.platform, config, metrics: new Metrics() };
  const streams = new Streams(platform);
  const uncounted = async () => undefined;
  const limits = {
    countRequest: uncounted,
    countAttemptFrom: uncounted,
    countAttemptAt: uncounted,
    countBytes: () => undefined,
    countWork: () => undefined,
    rememberNetwork: () => undefined,
  };
  const app = createApp(areas, {
    platform,
    limits,
    stream: (request) => streams.serve(request),
    sendRetryLater,
    unsent: new UnsentResponses(1024 ** 2, platform.metrics),
    bodies: new BodyLimits(),
  });
  const server = createServer(app).listen(0);
  servers.push(server);
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, streams };
}

function expectRetryLater(client: StreamClient): void {
  expect(client.status).toBe(200);
  expect(client.headers.get('content-type')).toBe('text/event-stream');
  expect(client.isClosed).toBe(true);
  expect(client.retryMs).toBeGreaterThanOrEqual(5_000);
  expect(client.messages).toEqual([]);
}

describe('a pod', () => {
  it.each([
    ['credential', [2, 9, 9]],
    ['organization', [9, 2, 9]],
    ['pod', [9, 9, 2]],
  ] as const)('asks clients over the limit per %s to reconnect later', async (_by, caps) => {
    const { url, streams } = await podWith(caps[0], caps[1], caps[2]);
    const clients = [await openStream(url, owner.token), await openStream(url, owner.token)];
    const third = await openStream(url, owner.token);
    await third.closed;
    expectRetryLater(third);
    await clients[0]?.close();
    await expect.poll(() => streams.size).toBe(1);
    const again = await openStream(url, owner.token);
    expect(again.isClosed).toBe(false);
    await streams.closeAll();
    for (const client of [...clients, again]) await client.closed;
  });

  it('asks clients to reconnect later if there is no memory for what they see', async () => {
    const { url, streams } = await podWith(9, 9, 9);
    const hasRoom = vi.spyOn(RightsCache.prototype, 'hasRoomFor').mockReturnValue(false);
    const rejected = await openStream(url, owner.token);
    hasRoom.mockRestore();
    await rejected.closed;
    expectRetryLater(rejected);
    expect(streams.size).toBe(0);
    const opened = await openStream(url, owner.token);
    expect(opened.isClosed).toBe(false);
    await streams.closeAll();
    await opened.closed;
  });

  it('asks the oldest client of the largest organization to reconnect later, to make room for another', async () => {
    const { url, streams } = await podWith(9, 9, 3);
    const [other, third] = [await service.newOrganization(), await service.newOrganization()];
    const oldest = await openStream(url, owner.token);
    const clients = [await openStream(url, owner.token), await openStream(url, other.token)];
    const late = await openStream(url, third.token);
    await oldest.closed;
    expect([oldest.retryMs ?? 0, late.isClosed, streams.size]).toEqual([expect.any(Number), false, 3]);
    expect(oldest.retryMs).toBeGreaterThanOrEqual(5_000);
    expect(clients.map((client) => client.isClosed)).toEqual([false, false]);
    const rejected = await openStream(url, owner.token);
    await rejected.closed;
    expectRetryLater(rejected);
    await streams.closeAll();
    for (const client of [...clients, late]) await client.closed;
    await expect.poll(() => streams.size).toBe(0);
  });

  it('counts credentials and organizations separately', async () => {
    const { url, streams } = await podWith(1, 2, 9);
    const key = (await owner.call('POST', '/api-keys', { name: 'second' })).body.key;
    const other = await service.newOrganization();
    const clients = [];
    for (const token of [owner.token, key, other.token]) clients.push(await openStream(url, token));
    expect(clients.map((client) => client.isClosed)).toEqual([false, false, false]);
    await streams.closeAll();
  });

  it('closes its streams one after another while draining and accepts no new ones', async () => {
    const { url, streams } = await podWith(99, 99, 99);
    const clients = await Promise.all(Array.from({ length: 8 }, () => openStream(url, owner.token)));
    const closing = streams.closeAll();
    await clients[0]?.until('the first end', () => clients.some((one) => one.isClosed));
    expect(clients.some((one) => !one.isClosed)).toBe(true);
    const late = await openStream(url, owner.token);
    await late.closed;
    expectRetryLater(late);
    await closing;
    await Promise.all(clients.map((client) => client.closed));
    await expect.poll(() => streams.size).toBe(0);
  });

  it('no longer counts closed streams against the limits', async () => {
    const { url, streams } = await podWith(20, 20, 20);
    for (let round = 0; round < 10; round += 1) {
      const clients = await Promise.all(Array.from({ length: 20 }, () => openStream(url, owner.token)));
      expect(clients.every((client) => !client.isClosed)).toBe(true);
      await Promise.all(clients.map((client) => client.close()));
      await expect.poll(() => streams.size).toBe(0);
    }
    await streams.closeAll();
  });
});
