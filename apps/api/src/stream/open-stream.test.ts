import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@wfp/shared';
import { parseMetrics } from '@wfp/testing/metrics-text.ts';
import type { StreamClient } from '@wfp/testing/stream-client.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { caller, clock, event, newWorld, type World } from '../testing/stream-world.ts';
import { streamLifetimeMs } from './open-stream.ts';

let world: World;
afterEach(async () => {
  await world.streams.closeAll();
  world.server.closeAllConnections();
  world.server.close();
});

/** A client that resumes from the start and does not read, with the server's socket of its connection. */
async function lazyClient(): Promise<{ lazy: IncomingMessage; socket: Socket }> {
  const connected = once(world.server, 'connection');
  const request = get(world.url, { headers: { 'last-event-id': '0' } });
  const [lazy] = (await once(request, 'response')) as [IncomingMessage];
  lazy.pause();
  request.on('error', () => undefined);
  lazy.on('error', () => undefined);
  const [socket] = (await connected) as [Socket];
  return { lazy, socket };
}

const ids = (client: StreamClient) => client.messages.map((one) => one.id);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('the switch from the log to live events', () => {
  it('has no gaps or duplicates during concurrent writes', async () => {
    world = await newWorld();
    world.append(20);
    const clients = await Promise.all(
      [0, 3, 7, 12, 19, 20].map(async (from) => ({ from, client: await world.open(String(from)) })),
    );
    for (let round = 0; round < 40; round += 1) {
      world.append(1 + Math.floor(Math.random() * 4));
      await sleep(Math.random() * 3);
    }
    const head = world.log.length;
    for (const { from, client } of clients) {
      await client.until('everything', (one) => ids(one).at(-1) === head);
      expect(ids(client)).toEqual(range(from + 1, head));
      await client.close();
    }
  });

  it('works for a client ahead of this pod', async () => {
    world = await newWorld();
    world.log = range(1, 10).map((seq) => event(seq));
    world.feed.position = 4;
    const client = await world.open('8');
    expect(client.messages).toEqual([]);
    world.feed.deliver(world.log.slice(4));
    world.append(1);
    await client.until('what follows its position', (one) => one.messages.length === 3);
    expect(ids(client)).toEqual([9, 10, 11]);
  });

  it('sends a reset for a position whose events are gone', async () => {
    world = await newWorld();
    world.append(10);
    world.log = world.log.slice(6);
    const client = await world.open('2');
    await client.until('the reset', (one) => one.messages.length === 1);
    expect(client.messages[0]).toEqual({ id: 10, event: 'reset', data: { head: 10 } });
    world.append(1);
    await client.until('the next event', (one) => one.messages.length === 2);
    expect(client.lastEventId).toBe('11');
  });

  it('sends a reset at a gap in the log', async () => {
    world = await newWorld();
    world.append(10);
    world.log = world.log.filter(({ seq }) => seq !== 5);
    const client = await world.open('2');
    await client.until('the reset', (one) => one.lastEventId === '10');
    expect(client.messages.at(-1)).toEqual({ id: 10, event: 'reset', data: { head: 10 } });
    await client.close();
  });

  it('does not open a stream at a position of a replaced log', async () => {
    world = await newWorld();
    world.append(10);
    world.feed.position = 5;
    world.onHead = () => world.feed.restart(3);
    const client = await world.open('10');
    await client.until('the end', (one) => one.isClosed);
  });

  it('ends a stream that is catching up when the log is replaced', async () => {
    world = await newWorld();
    world.pageSize = 1;
    world.append(500);
    const client = await world.open('0');
    await client.until('some of it', (one) => one.messages.length > 5);
    // Before the stream's position: the stream must not conclude that it has caught up.
    world.feed.restart(3);
    await client.until('the end', (one) => one.isClosed);
    expect(client.messages.length).toBeLessThan(500);
  });
});

describe('a client that does not read', () => {
  it('is disconnected at 1 MiB while other streams continue', async () => {
    world = await newWorld();
    const reader = await world.open();
    const request = get(world.url);
    const [lazy] = (await once(request, 'response')) as [IncomingMessage];
    lazy.pause();
    request.on('error', () => undefined);
    lazy.on('error', () => undefined);
    const cut = once(lazy.socket, 'close');
    for (let round = 1; round <= 60; round += 1) {
      world.append(1, 256 * 1024);
      await reader.until('the event', (one) => one.messages.length === round);
    }
    lazy.resume();
    await Promise.race([
      cut,
      sleep(30_000).then(() => Promise.reject(new Error('The client was not disconnected'))),
    ]);
    expect(reader.isClosed).toBe(false);
    await reader.close();
  });

  it('is disconnected when it reads nothing while catching up, and buffers at most one page until then', async () => {
    world = await newWorld();
    world.append(60, 256 * 1024);
    const { lazy, socket } = await lazyClient();
    const end = Date.now() + 30_000;
    while (!socket.destroyed && Date.now() < end) {
      expect(socket.writableLength).toBeLessThan(1024 * 1024);
      await sleep(20);
    }
    expect(socket.destroyed).toBe(true);
    const metrics = parseMetrics(await world.metrics.text());
    expect(metrics.get('wfp_stream_cut_offs_total{phase="catching_up"}')).toBe(1);
    expect(metrics.get('wfp_stream_cut_offs_total{phase="live"}')).toBe(0);
    lazy.destroy();
  });

  it('is not disconnected for catching up slowly', async () => {
    world = await newWorld();
    world.append(60, 256 * 1024);
    const { lazy, socket } = await lazyClient();
    // Longer than the timeout for a client that reads nothing.
    for (let round = 0; round < 120; round += 1) {
      lazy.read();
      await sleep(25);
    }
    expect([socket.destroyed, lazy.readableEnded]).toEqual([false, false]);
    lazy.destroy();
  });

  it('gets all events after a pause while catching up', async () => {
    world = await newWorld();
    world.append(60, 256 * 1024);
    const request = get(world.url, { headers: { 'last-event-id': '0' } });
    const [lazy] = (await once(request, 'response')) as [IncomingMessage];
    lazy.pause();
    await sleep(300);
    let text = '';
    lazy.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk.replaceAll('x', '');
    });
    lazy.resume();
    const end = Date.now() + 30_000;
    while (!text.includes('id: 60\n') && Date.now() < end) await sleep(20);
    expect([...text.matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1]))).toEqual(range(0, 60));
    request.on('error', () => undefined);
    request.destroy();
  });
});

describe('the rights of a stream', () => {
  it('end it when they are revoked, but not when they cannot be checked', async () => {
    world = await newWorld();
    const client = await world.open();
    world.reauthorize = async () => Promise.reject(new AppError('unavailable', 'No database'));
    await client.until('two heartbeats', (one) => one.comments.length >= 2);
    expect(client.isClosed).toBe(false);
    world.reauthorize = async () => Promise.reject(new AppError('unauthenticated', 'No longer'));
    await client.until('the end', (one) => one.isClosed);
  });

  it('are checked once per credential and heartbeat for any number of streams', async () => {
    world = await newWorld();
    let checks = 0;
    world.reauthorize = async () => {
      checks += 1;
      return caller;
    };
    const clients = await Promise.all(Array.from({ length: 20 }, () => world.open()));
    for (const client of clients) await client.until('three heartbeats', (one) => one.comments.length >= 3);
    // At least one check per heartbeat, and rarely two.
    expect(checks).toBeGreaterThanOrEqual(2);
    expect(checks).toBeLessThan(20);
  });

  it('limit its lifetime, which is about 15 minutes otherwise', () => {
    const expiring = (ms: number) => ({
      credential: { kind: 'session' as const, id: 1, expires_at: new Date(clock.now().getTime() + ms) },
    });
    expect(streamLifetimeMs(expiring(5_000), { clock })).toBeLessThanOrEqual(5_000);
    expect(streamLifetimeMs(expiring(-5_000), { clock })).toBe(0);
    const lives = Array.from({ length: 100 }, () => streamLifetimeMs(caller, { clock }));
    expect(Math.min(...lives)).toBeGreaterThanOrEqual(12 * 60_000);
    expect(Math.max(...lives)).toBeLessThanOrEqual(18 * 60_000);
  });
});
