import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { collectGarbage } from '@wfp/testing/collect-garbage.ts';
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

/** A raw TCP connection. */
class Wire {
  text = '';
  isClosed = false;
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
      this.isClosed = true;
    });
    this.socket.write(bytes);
  }

  async until(pattern: RegExp): Promise<this> {
    // `expect.poll` would keep every polled value in memory.
    for (const end = Date.now() + 30_000; !pattern.test(this.text); await sleep(5)) {
      if (Date.now() > end) throw new Error(`Timed out waiting for ${pattern}; received ${this.text}`);
    }
    return this;
  }

  async closed(): Promise<void> {
    await expect.poll(() => this.isClosed).toBe(true);
  }
}

const requestText = (more = '', version = '1.1', query = '') =>
  `GET /api/events/stream${query} HTTP/${version}\r\nHost: localhost\r\nAuthorization: Bearer ${owner.token}\r\n${more}\r\n`;

/** Counts the streams that this credential can still open. */
async function remainingStreams(): Promise<number> {
  const clients = await Promise.all(Array.from({ length: 41 }, () => openStream(service.url, owner.token)));
  const open = clients.filter((client) => !client.isClosed).length;
  await Promise.all(clients.map((client) => client.close()));
  return open;
}

/** Expects a 200 response followed only by lines of a stream: no second response, no error. */
function expectOnlyStream({ text }: Wire): void {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(rest).toHaveLength(1);
  expect(rest[0]).toMatch(/^(?:(?:retry: \d+|id: \d+|data: .*|: .*|)\n)+$/);
}

describe('a connection', () => {
  it.each(['1.1', '1.0'])('HTTP/%s: has a response that ends with the connection', async (version) => {
    const wire = await new Wire(requestText('', version)).until(/^retry: \d+\nid: \d+\n\n/m);
    const [head = '', body = ''] = wire.text.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(head).toMatch(/^Connection: close$/im);
    expect(head).not.toMatch(/^(content-length|transfer-encoding|keep-alive):/im);
    expect(body).toMatch(/^retry: /);
    await wire.until(/: heartbeat/);
    expect(wire.isClosed).toBe(false);
  });

  it('is closed by a second request, which gets no response', async () => {
    const wire = await new Wire(requestText()).until(/retry/);
    wire.socket.write(`GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await wire.closed();
    expectOnlyStream(wire);
  });

  it('ignores a second request sent together with the first', async () => {
    const wire = await new Wire(requestText() + requestText()).until(/: heartbeat/);
    expectOnlyStream(wire);
    wire.socket.destroy();
  });

  it('is closed by invalid input, without an error in the stream', async () => {
    const wire = await new Wire(requestText()).until(/retry/);
    wire.socket.write('\0\0 what is this\r\n\r\n');
    await wire.closed();
    expectOnlyStream(wire);
  });

  it('discards a request body', async () => {
    const wire = await new Wire(`${requestText('Content-Length: 20\r\n')}01234567890123456789`).until(
      /heartbeat/,
    );
    expect(wire.isClosed).toBe(false);
  });

  it('is closed when the client half-closes it', async () => {
    const wire = await new Wire(requestText()).until(/retry/);
    wire.socket.end();
    await wire.closed();
  });
});

describe('a lost connection', () => {
  it('no longer counts against the limit, even if it was catching up', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => owner.call('POST', '/tasks', { title: `task ${index}` })),
    );
    const lost = Array.from({ length: 30 }, () => new Wire(requestText('', '1.1', '?last_event_id=0')));
    for (const [index, wire] of lost.entries()) {
      if (index % 2) await wire.until(/HTTP/);
      wire.socket.resetAndDestroy();
    }
    await expect.poll(remainingStreams).toBe(40);
  });

  it('leaks no memory over a thousand connections', async () => {
    const used = async () => {
      await expect.poll(remainingStreams).toBe(40);
      await sleep(100);
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    const storm = async (times: number) => {
      for (let from = 0; from < times; from += 25) {
        const wires = Array.from({ length: 25 }, () => new Wire(requestText()));
        // Some disconnect before the response, some after it, with FIN or RST.
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
    // A leaked request would be about 10 KiB.
    expect((await used()) - before).toBeLessThan(3 * 1024 * 1_000);
  });
});

describe('a draining pod', () => {
  let pod: RunningApi;
  it('closes its streams one after another, although their requests have ended', async () => {
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
