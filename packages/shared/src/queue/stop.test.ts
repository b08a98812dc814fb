import { startOwnService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { connectRedis } from '../redis/connection.ts';
import { lane } from './job.ts';
import { LaneQueues, LaneWorkers } from './lanes.ts';

let service: TestService;
let laneQueues: LaneQueues;
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
});
afterAll(async () => {
  await laneQueues?.close();
  await service?.stop();
});

/** A lane whose runs wait until released, and the workers that have started one. */
function blockedLane() {
  const started: string[] = [];
  const held = Promise.withResolvers<null>();
  const sweeps: number[] = [];
  const of = (worker: string) =>
    lane({
      queue: 'held',
      payload: z.object({ org_id: z.int() }),
      key: ({ org_id }) => `org-${org_id}`,
      concurrency: 5,
      due: async () => {
        sweeps.push(performance.now());
        return [];
      },
      run: () => {
        started.push(worker);
        return held.promise;
      },
    });
  return { started, finish: () => held.resolve(null), of, sweeps };
}

it('finishes runs in progress on stop, and returns slow ones to the queue for another worker', async () => {
  const { started, finish, of } = blockedLane();
  laneQueues = new LaneQueues(service.platform, [of('')]);
  const [first, second] = ['first', 'second'].map(
    (name) => new LaneWorkers(service.platform, laneQueues, [of(name)]),
  );
  first?.start();
  await laneQueues.enqueue([{ queue: 'held', key: 'org-1', payload: { org_id: 1 } }]);
  await eventually(
    () => started,
    (runs) => runs.length === 1,
  );
  await first?.stop(100);
  const [queue] = laneQueues.queues;
  expect(await queue?.getJobCounts('active', 'waiting', 'failed')).toEqual({
    active: 0,
    waiting: 1,
    failed: 0,
  });
  second?.start();
  await eventually(
    () => started,
    (runs) => runs.length === 2,
  );
  expect(started).toEqual(['first', 'second']);
  const stopping = second?.stop(600_000);
  finish();
  await stopping;
  expect(await queue?.getJobCounts('active', 'waiting', 'completed')).toMatchObject({
    waiting: 0,
    completed: 1,
  });
});

it('sweeps in only one of several workers', async () => {
  const { of, sweeps } = blockedLane();
  const workers = Array.from({ length: 4 }, () => new LaneWorkers(service.platform, laneQueues, [of('')]));
  for (const worker of workers) worker.start();
  const swept = (count: number) =>
    eventually(
      () => sweeps.length,
      (sofar) => sofar === count,
    );
  // Each worker sweeps once when it starts, regardless of earlier sweeps.
  await swept(workers.length);
  const redis = connectRedis(service.config, service.platform.log, 'blocking');
  await redis.del(`${service.config.REDIS_PREFIX}:swept:held`);
  redis.disconnect();
  await swept(workers.length + 1);
  await Promise.all(workers.map((worker) => worker.stop(1_000)));
  expect(sweeps).toHaveLength(workers.length + 1);
});
