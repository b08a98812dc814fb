import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Writable } from 'node:stream';
import { startService, type TestService } from '@wfp/api/testing';
import { createLogger } from '@wfp/shared';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../packages/areas/src/testing/receiver.ts';
import { type RunningApi, startApi } from '../start-api.ts';

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
let pod: RunningApi;
let log = '';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

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

const alone = 'Rate limits are counted by this process alone';
const together = 'Rate limits are counted by all processes together again';
const said = (line: string) => log.split(line).length - 1;

interface Timed {
  status: number;
  left: number;
  ms: number;
}

/** One request without a credential from an address, and how long it took. */
async function ask(ip: string): Promise<Timed> {
  const begun = performance.now();
  const answer = await fetch(`http://localhost:${pod.port}/api/health`, {
    headers: { 'x-forwarded-for': ip },
  });
  await answer.text();
  const [, left] = answer.headers.get('ratelimit')?.match(/r=(\d+)/) ?? [];
  return { status: answer.status, left: Number(left), ms: performance.now() - begun };
}

async function askTimes(ip: string, count: number): Promise<Timed[]> {
  const answers: Timed[] = [];
  for (let done = 0; done < count; done += 1) answers.push(await ask(ip));
  return answers;
}

const statuses = (answers: readonly Timed[]) => answers.map(({ status }) => status);
const slowest = (answers: readonly Timed[]) => Math.max(...answers.map(({ ms }) => ms));

/** Limits count in Redis again when its counter moves on from what memory had counted. */
const untilTogether = (count: number) =>
  eventually(
    async () => {
      await ask('203.0.113.250');
      return said(together);
    },
    (times) => times >= count,
    10_000,
  );

describe.skipIf(!program)('limits whose Redis is lost', () => {
  beforeAll(async () => {
    port = await freePort();
    await startRedis();
    service = await startService({
      REDIS_URL: `redis://127.0.0.1:${port}`,
      RATE_LIMIT_PER_MINUTE: '5',
      TRUSTED_PROXIES: 'loopback',
      LOG_LEVEL: 'silent',
    });
    const destination = new Writable({
      write: (chunk, _, done) => {
        log += chunk;
        done();
      },
    });
    pod = await startApi({ config: service.config, log: createLogger('test', 'info', destination), port: 0 });
    await ask('203.0.113.1');
  });
  afterAll(async () => {
    await pod?.stop();
    await service?.stop();
    if (redis && redis.exitCode === null && redis.signalCode === null) await killRedis();
  });

  it('count in memory at once, without a request that waits or fails', async () => {
    const before = said(alone);
    await killRedis();
    const answers = await askTimes('203.0.113.2', 7);
    expect(statuses(answers)).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(slowest(answers)).toBeLessThan(400);
    expect(said(alone)).toBe(before + 1);
  });

  it('count in Redis again when it is back', async () => {
    const before = said(together);
    await startRedis();
    await untilTogether(before + 1);
    const second = await service.startPod();
    const onSecond = () => fetch(`${second}/api/health`, { headers: { 'x-forwarded-for': '203.0.113.3' } });
    await askTimes('203.0.113.3', 2);
    await eventually(
      async () => (await onSecond()).headers.get('ratelimit'),
      (text) => text?.startsWith('"minute";r=0;') ?? false,
    );
    expect((await ask('203.0.113.3')).status).toBe(429);
    expect(said(together)).toBe(before + 1);
  });

  it('do not wait for a Redis that hangs, but for one request a second', async () => {
    redis.kill('SIGSTOP');
    try {
      const first = await Promise.all(
        Array.from({ length: 20 }, (_, index) => ask(`203.0.113.${100 + index}`)),
      );
      expect(new Set(statuses(first))).toEqual(new Set([200]));
      expect(slowest(first)).toBeLessThan(1_500);
      const later = await askTimes('203.0.113.4', 7);
      expect(statuses(later)).toEqual([200, 200, 200, 200, 200, 429, 429]);
      expect(later.filter(({ ms }) => ms > 200).length).toBeLessThanOrEqual(1);
    } finally {
      redis.kill('SIGCONT');
    }
    await untilTogether(2);
  });
});
