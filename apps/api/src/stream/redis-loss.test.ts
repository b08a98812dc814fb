import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Relay } from '@wfp/shared';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, startService, type TestService } from '../testing/service.ts';
import { openStream, type StreamClient } from '../testing/stream-client.ts';

const program = ['redis-server', 'valkey-server'].find((name) => {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
});

let port = 0;
let redis: ChildProcess;
let service: TestService;
let relay: Relay;
let owner: Client;
let client: StreamClient;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** An empty Redis that keeps nothing. */
async function startRedis(): Promise<void> {
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  redis = spawn(program ?? '', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  for await (const chunk of redis.stdout ?? []) if (String(chunk).includes('Ready to accept')) break;
}

async function killRedis(): Promise<void> {
  const gone = once(redis, 'exit');
  redis.kill('SIGKILL');
  await gone;
}

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

describe.skipIf(!program)('a stream whose Redis is lost', () => {
  beforeAll(async () => {
    port = await freePort();
    await startRedis();
    service = await startService({
      REDIS_URL: `redis://127.0.0.1:${port}`,
      SSE_HEARTBEAT_SECONDS: '1',
      LOG_LEVEL: 'silent',
    });
    relay = new Relay(service.platform, { projections: [], ring: async () => undefined });
    relay.start();
    owner = await service.newOrganization();
  });
  afterAll(async () => {
    await client?.close();
    await relay?.stop();
    await service?.stop();
    if (redis && redis.exitCode === null && redis.signalCode === null) await killRedis();
  });

  it('goes on from the database while Redis is away', async () => {
    client = await openStream(service.url, owner.token);
    await createTasks(0, 3);
    await client.until('three events', (one) => titles(one).length === 3);
    await killRedis();
    await createTasks(3, 3);
    await client.until('the events written without Redis', (one) => titles(one).length === 6);
    expect(client.isOver).toBe(false);
  });

  it('can also be opened while Redis is away', async () => {
    const late = await openStream(service.url, owner.token, '?last_event_id=0');
    await createTasks(6, 2);
    await late.until('all events', (one) => titles(one).length === 8);
    await late.close();
  });

  it('is live again on an empty Redis, with nothing lost and nothing twice', async () => {
    await startRedis();
    await createTasks(8, 5);
    await client.until('the events from around the return', (one) => titles(one).length >= 13);
    await killRedis();
    await startRedis();
    await createTasks(13, 20);
    await client.until('all events', (one) => titles(one).length >= 33);
    expect(titles(client)).toEqual(range(33));
    const ids = client.messages.map((message) => message.id);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  });

  it('brings live events through the new subscription, not by the way round', async () => {
    const seen = client.messages.length;
    const started = performance.now();
    for (let index = 0; index < 5; index += 1) {
      await createTasks(33 + index, 1);
      await client.until('the event', (one) => one.messages.length === seen + index + 1);
    }
    // The way round looks at the database once in five seconds.
    expect(performance.now() - started).toBeLessThan(4_000);
  });
});
