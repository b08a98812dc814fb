import { startOwnService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { connectRedis, queuePrefix, type RedisConnection } from '../redis/connection.ts';
import { lane } from './job.ts';
import { LaneQueues, LaneWorkers } from './lanes.ts';

const runCount = 500;
const batchesPerRun = 5;
const linesPerBatch = 400;

let service: TestService;
let redis: RedisConnection;
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
  redis = connectRedis(service.config, service.platform.log, 'command');
});
afterAll(async () => {
  redis?.disconnect();
  await service?.stop();
});

/** A lane whose runs log as much as those of a webhook endpoint under load. Every second run fails. */
function verboseLane() {
  let ended = 0;
  const declared = lane({
    queue: 'verbose',
    payload: z.object({ org_id: z.int() }),
    key: ({ org_id }) => `org-${org_id}`,
    concurrency: 50,
    due: async () => [],
    run: async ({ note, payload: { org_id } }) => {
      for (let batch = 1; batch <= batchesPerRun; batch += 1) {
        const lines = Array.from(
          { length: linesPerBatch },
          (_, n) => `delivery ${n}, attempt ${batch}: The receiver responded with 204 in 3 ms`,
        );
        await note(lines.join('\n'), { succeeded: batch * linesPerBatch });
      }
      ended += 1;
      if (org_id % 2 === 1) throw new Error('The database is unavailable');
      return null;
    },
  });
  return { declared, ended: () => ended };
}

/** Bytes of all keys of a queue. */
async function memoryOf(prefix: string): Promise<number> {
  const keys = await redis.keys(`${prefix}:*`);
  const sizes = await Promise.all(keys.map((key) => redis.memory('USAGE', key, 'SAMPLES', 0)));
  return sizes.reduce<number>((sum, size) => sum + Number(size), 0);
}

it('keeps the last lines of the latest runs of a lane, in less than 350 KB', async () => {
  const { declared, ended } = verboseLane();
  const laneQueues = new LaneQueues(service.platform, [declared]);
  const workers = new LaneWorkers(service.platform, laneQueues, [declared]);
  workers.start();
  await laneQueues.enqueue(
    Array.from({ length: runCount }, (_, n) => ({
      queue: 'verbose',
      key: `org-${n + 1}`,
      payload: { org_id: n + 1 },
    })),
  );
  const [queue] = laneQueues.queues;
  await eventually(ended, (count) => count === runCount);
  const jobs = await eventually(
    async () => queue?.getJobs(['active', 'waiting', 'completed', 'failed']) ?? [],
    (found) => found.length > 0 && found.every((job) => job.finishedOn !== undefined),
  );
  const kept = Object.groupBy(jobs, (job) => (job.failedReason ? 'failed' : 'completed'));
  expect([kept.failed?.length, kept.completed?.length]).toEqual([50, 50]);
  for (const job of jobs.slice(0, 5)) {
    const { logs } = (await queue?.getJobLogs(String(job.id))) ?? { logs: [] };
    expect(logs).toEqual(
      Array.from({ length: 10 }, (_, n) =>
        expect.stringMatching(new RegExp(`^delivery ${390 + n}, attempt 5: `)),
      ),
    );
    expect(job.progress).toEqual({ succeeded: batchesPerRun * linesPerBatch });
  }
  const bytes = await memoryOf(`${queuePrefix(service.config, 'verbose')}:verbose`);
  expect(bytes).toBeLessThan(350_000);
  await workers.stop(1_000);
  await laneQueues.close();
});
