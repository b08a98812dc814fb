import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { openStream } from '@wfp/testing/stream-client.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApi, startApi } from '../start-api.ts';

let service: TestService;
let owner: Client;
const sockets: Socket[] = [];

beforeAll(async () => {
  service = await startOwnService({ SSE_HEARTBEAT_SECONDS: '1', SSE_MAX_PER_CREDENTIAL: '40' });
  owner = await service.newOrganization();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => service?.stop());

/** A connection on which bytes are sent as they are. */
class Wire {
  text = '';
  isOver = false;
  readonly socket: Socket;

  constructor(bytes: string, url = service.url) {
    this.socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
    sockets.push(this.socket);
    this.socket.on('data', (chunk) => {
      this.text += String(chunk);
    });
    this.socket.on('error', () => undefined);
    this.socket.on('end', () => this.socket.end());
    this.socket.on('close', () => {
      this.isOver = true;
    });
    this.socket.write(bytes);
  }

  async until(pattern: RegExp): Promise<this> {
    // Not by `expect.poll`, which remembers every poll of a test and all that it looked at.
    for (const end = Date.now() + 30_000; !pattern.test(this.text); await pause(5)) {
      if (Date.now() > end) throw new Error(`Never came: ${pattern}; received ${this.text}`);
    }
    return this;
  }

  async over(): Promise<void> {
    await expect.poll(() => this.isOver).toBe(true);
  }
}

const ask = (more = '', version = '1.1', query = '') =>
  `GET /api/events/stream${query} HTTP/${version}\r\nHost: localhost\r\nAuthorization: Bearer ${owner.token}\r\n${more}\r\n`;

/** How many more streams of this credential there is room for, found out by opening them. */
async function room(): Promise<number> {
  const clients = await Promise.all(Array.from({ length: 41 }, () => openStream(service.url, owner.token)));
  const open = clients.filter((client) => !client.isClosed).length;
  await Promise.all(clients.map((client) => client.close()));
  return open;
}

/** The head of a 200, then the lines of a stream and nothing else: no second answer, no error. */
function expectNothingButStream({ text }: Wire): void {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(rest).toHaveLength(1);
  expect(rest[0]).toMatch(/^(?:(?:retry: \d+|id: \d+|data: .*|: .*|)\n)+$/);
}

describe('on the wire', () => {
  it.each(['1.1', '1.0'])('HTTP/%s: the answer ends with the connection', async (version) => {
    const wire = await new Wire(ask('', version)).until(/^retry: \d+\nid: \d+\n\n/m);
    const [head = '', body = ''] = wire.text.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(head).toMatch(/^Connection: close$/im);
    expect(head).not.toMatch(/^(content-length|transfer-encoding|keep-alive):/im);
    expect(body).toMatch(/^retry: /);
    await wire.until(/: heartbeat/);
    expect(wire.isOver).toBe(false);
  });

  it('a second request behind the stream ends the connection and is not answered', async () => {
    const wire = await new Wire(ask()).until(/retry/);
    wire.socket.write(`GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await wire.over();
    expectNothingButStream(wire);
  });

  it('a second request that came together with the first is not answered', async () => {
    const wire = await new Wire(ask() + ask()).until(/: heartbeat/);
    expectNothingButStream(wire);
    wire.socket.destroy();
  });

  it('what is no request at all behind the stream ends it without an error in it', async () => {
    const wire = await new Wire(ask()).until(/retry/);
    wire.socket.write('\0\0 what is this\r\n\r\n');
    await wire.over();
    expectNothingButStream(wire);
  });

  it('a body is read and thrown away', async () => {
    const wire = await new Wire(`${ask('Content-Length: 20\r\n')}01234567890123456789`).until(/heartbeat/);
    expect(wire.isOver).toBe(false);
  });

  it('a client that is done sending is told goodbye', async () => {
    const wire = await new Wire(ask()).until(/retry/);
    wire.socket.end();
    await wire.over();
  });
});

describe('a connection that is lost', () => {
  it('in the middle of catching up gives its place back', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => owner.call('POST', '/tasks', { title: `task ${index}` })),
    );
    const lost = Array.from({ length: 30 }, () => new Wire(ask('', '1.1', '?last_event_id=0')));
    for (const [index, wire] of lost.entries()) {
      if (index % 2) await wire.until(/HTTP/);
      wire.socket.resetAndDestroy();
    }
    await expect.poll(room).toBe(40);
  });

  it('leaves nothing in memory, a thousand times over', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const used = async () => {
      await expect.poll(room).toBe(40);
      await pause(100);
      collect();
      return process.memoryUsage().heapUsed;
    };
    const storm = async (times: number) => {
      for (let from = 0; from < times; from += 25) {
        const wires = Array.from({ length: 25 }, () => new Wire(ask()));
        // Some leave before there is an answer, some after it, politely or not.
        await Promise.all(wires.slice(5).map((wire) => wire.until(/retry/)));
        for (const [index, wire] of wires.entries()) {
          if (index % 3 === 0) wire.socket.resetAndDestroy();
          else wire.socket.destroy();
        }
        sockets.length = 0;
      }
    };
    await storm(250);
    const before = await used();
    await storm(1_000);
    // A request that somebody still holds on to is some 10 KiB.
    expect((await used()) - before).toBeLessThan(3 * 1024 * 1_000);
  });
});

describe('a pod that drains', () => {
  let pod: RunningApi;
  it('ends its streams one after another, though they are nobody’s request any more', async () => {
    pod = await startApi({ config: service.config, log: service.platform.log, port: 0 });
    const url = `http://localhost:${pod.port}`;
    const clients = await Promise.all(Array.from({ length: 12 }, () => openStream(url, owner.token)));
    const stopped = pod.stop();
    await clients[0]?.until('the first end', () => clients.some((one) => one.isClosed));
    expect(clients.filter((one) => !one.isClosed).length).toBeGreaterThan(5);
    await Promise.all(clients.map((client) => client.closed));
    await stopped;
  });
});
