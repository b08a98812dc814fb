import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { canStartRedis, type OwnRedis, startOwnRedis } from '@wfp/testing/own-redis.ts';
import { eventually, startReceiver } from '@wfp/testing/receiver.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe.skipIf(!canStartRedis)('delivery lanes', () => {
  let redis: OwnRedis;
  let service: TestService;
  let owner: Client;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  const workers: Awaited<ReturnType<typeof startWorker>>[] = [];
  const held: (() => void)[] = [];
  beforeAll(async () => {
    redis = await startOwnRedis();
    service = await startOwnService({
      REDIS_URL: redis.url,
      WEBHOOK_TIMEOUT_MS: '20000',
      LOG_LEVEL: 'silent',
    });
    for (let n = 0; n < 2; n++) {
      workers.push(await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 }));
    }
    owner = await service.newOrganization();
    receiver = await startReceiver({ '/held': (res) => void held.push(() => res.writeHead(200).end()) });
  });
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await receiver?.stop();
    await service?.stop();
    await redis?.kill();
  });

  it('are enqueued again after Redis was lost during an attempt, without sending anything twice', async () => {
    const { id } = (
      await owner.call('POST', '/webhooks', { url: receiver.url('/held'), event_types: ['task.*'] })
    ).body;
    const rows = async () =>
      (await owner.call('GET', `/webhooks/${id}/deliveries?limit=100`)).body.data as any[];
    await owner.call('POST', '/tasks', { title: 'Before' });
    await eventually(
      () => held.length,
      (count) => count === 1,
    );
    await redis.kill();
    await redis.start();
    await owner.call('POST', '/tasks', { title: 'After' });
    await eventually(rows, (all) => all.length === 2);
    held.at(0)?.();
    // The current run continues without Redis; the sweeper of either worker enqueues the lane for the other delivery.
    await eventually(
      () => held.length,
      (count) => count === 2,
    );
    held.at(1)?.();
    await eventually(rows, (all) => all.every((row) => row.status === 'succeeded'));
    const sent = receiver.at('/held').map((one) => Number(one.headers['x-service-delivery-id']));
    expect(sent.toSorted((a, b) => a - b)).toEqual((await rows()).map((row) => row.id).toReversed());
  });
});
