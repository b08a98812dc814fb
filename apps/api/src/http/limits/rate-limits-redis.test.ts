import { Writable } from 'node:stream';
import { createLogger } from '@wfp/shared';
import { startOwnService, type TestService } from '@wfp/testing';
import { canStartRedis, type OwnRedis, startOwnRedis } from '@wfp/testing/own-redis.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApi, startApi } from '../../start-api.ts';

let redis: OwnRedis;
let service: TestService;
let pod: RunningApi;
let log = '';

const openedLine = 'Redis unavailable; rate limits apply per process';
const closedLine = 'Redis available; rate limits apply to all processes together again';
const countLines = (line: string) => log.split(line).length - 1;

interface Outcome {
  status: number;
  left: number;
}

/** Sends one unauthenticated request from an address. */
async function sendRequest(ip: string): Promise<Outcome> {
  const response = await fetch(`http://localhost:${pod.port}/api/health`, {
    headers: { 'x-forwarded-for': ip },
  });
  await response.text();
  const [, left] = response.headers.get('ratelimit')?.match(/r=(\d+)/) ?? [];
  return { status: response.status, left: Number(left) };
}

async function sendRequests(ip: string, count: number): Promise<Outcome[]> {
  const responses: Outcome[] = [];
  for (let done = 0; done < count; done += 1) responses.push(await sendRequest(ip));
  return responses;
}

const statuses = (responses: readonly Outcome[]) => responses.map(({ status }) => status);

/** Sends requests until the log reports global counting for the `count`-th time. */
const untilGlobal = (count: number) =>
  eventually(
    async () => {
      await sendRequest('203.0.113.250');
      return countLines(closedLine);
    },
    (times) => times >= count,
  );

describe.skipIf(!canStartRedis)('rate limits without Redis', () => {
  beforeAll(async () => {
    redis = await startOwnRedis();
    service = await startOwnService({
      REDIS_URL: redis.url,
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
    await sendRequest('203.0.113.1');
  });
  afterAll(async () => {
    await pod?.stop();
    await service?.stop();
    await redis?.kill();
  });

  it('switch to memory without a failed request', async () => {
    const before = countLines(openedLine);
    await redis.kill();
    const responses = await sendRequests('203.0.113.2', 7);
    expect(statuses(responses)).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(countLines(openedLine)).toBe(before + 1);
  });

  it('use Redis again after it recovers', async () => {
    const before = countLines(closedLine);
    await redis.start();
    await untilGlobal(before + 1);
    const second = await service.startPod();
    const onSecond = () => fetch(`${second}/api/health`, { headers: { 'x-forwarded-for': '203.0.113.3' } });
    await sendRequests('203.0.113.3', 2);
    await eventually(
      async () => (await onSecond()).headers.get('ratelimit'),
      (text) => text?.startsWith('"minute";r=0;') ?? false,
    );
    expect((await sendRequest('203.0.113.3')).status).toBe(429);
    expect(countLines(closedLine)).toBe(before + 1);
  });

  it('keep working while Redis hangs', async () => {
    redis.pause();
    try {
      const first = await Promise.all(
        Array.from({ length: 20 }, (_, index) => sendRequest(`203.0.113.${100 + index}`)),
      );
      expect(new Set(statuses(first))).toEqual(new Set([200]));
      const later = await sendRequests('203.0.113.4', 7);
      expect(statuses(later)).toEqual([200, 200, 200, 200, 200, 429, 429]);
    } finally {
      redis.resume();
    }
    await untilGlobal(2);
  });
});
