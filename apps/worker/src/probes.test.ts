import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { canStartRedis, type OwnRedis, startOwnRedis } from '@wfp/testing/own-redis.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApi, startApi } from '../../api/src/start-api.ts';
import { type RunningWorker, startWorker } from './start-worker.ts';

let redis: OwnRedis;
let service: TestService;
let owner: Client;
let api: RunningApi;
let relay: RunningWorker;
let mail: RunningWorker;

async function get(port: number | null, path: string) {
  const response = await fetch(`http://localhost:${port}${path}`);
  return { status: response.status, body: (await response.json()) as any };
}
const readiness = async () => {
  const all = await Promise.all(
    [api.metricsPort, relay.opsPort, mail.opsPort].map((port) => get(port, '/readyz')),
  );
  return all.map(({ status, body }) => `${status} ${body.status}`);
};

describe.skipIf(!canStartRedis)('readiness without Redis', () => {
  beforeAll(async () => {
    redis = await startOwnRedis();
    service = await startOwnService({ REDIS_URL: redis.url, LOG_LEVEL: 'silent' });
    owner = await service.newOrganization();
    const options = { config: service.config, log: service.platform.log };
    [api, relay, mail] = await Promise.all([
      startApi({ ...options, port: 0, metricsPort: 0 }),
      startWorker({ ...options, only: 'relay', opsPort: 0 }),
      startWorker({ ...options, only: 'mail', opsPort: 0 }),
    ]);
  });
  afterAll(async () => {
    await Promise.all([api, relay, mail].map((one) => one?.stop()));
    await service?.stop();
    await redis?.kill();
  });

  it('is reported by the API and the relay, but not by lanes', async () => {
    const withRedis = ['200 ok', '200 ok', '200 ok'];
    await eventually(readiness, (now) => `${now}` === `${withRedis}`);
    await redis.kill();
    const withoutRedis = ['200 degraded', '200 degraded', '503 no redis'];
    await eventually(readiness, (now) => `${now}` === `${withoutRedis}`);
    expect((await get(api.metricsPort, '/readyz')).body).toEqual({
      status: 'degraded',
      redis: 'unavailable',
    });
    expect((await owner.call('POST', '/tasks', { title: 'Without Redis' })).status).toBe(201);
    expect((await owner.call('GET', '/tasks')).body.total).toBe(1);
    for (const port of [api.metricsPort, relay.opsPort, mail.opsPort])
      for (const path of ['/livez', '/startupz'])
        expect(await get(port, path)).toEqual({ status: 200, body: { status: 'ok' } });
    await redis.start();
    await eventually(readiness, (now) => `${now}` === `${withRedis}`);
  });
});
