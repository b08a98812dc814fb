import { startOwnService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { lane } from './job.ts';
import { LaneQueues } from './lanes.ts';

let service: TestService;
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => service.stop());

it('enqueues lanes although the first command of their queue failed', async () => {
  const info = Redis.prototype.info;
  let failures = 0;
  vi.spyOn(Redis.prototype, 'info').mockImplementation(function (this: Redis, ...args: any[]) {
    // The connection calls it with a callback, BullMQ without.
    if (args.some((one) => typeof one === 'function') || failures > 0) return Reflect.apply(info, this, args);
    failures += 1;
    return Promise.reject(new Error('Command timed out'));
  });
  const declared = lane<{ org_id: number }>({
    queue: 'slow',
    payload: z.object({ org_id: z.int() }),
    key: ({ org_id }) => `org-${org_id}`,
    concurrency: 1,
    due: async () => [],
    run: async () => null,
  });
  const laneQueues = new LaneQueues(service.platform, [declared]);
  await eventually(
    () => failures,
    (count) => count === 1,
  );
  const waiting = async () => {
    await laneQueues.enqueue([{ queue: 'slow', key: 'org-1', payload: { org_id: 1 } }]);
    return laneQueues.queues[0]?.getWaitingCount().catch(() => 0);
  };
  expect(await eventually(waiting, (count) => count === 1)).toBe(1);
  await laneQueues.close();
});
