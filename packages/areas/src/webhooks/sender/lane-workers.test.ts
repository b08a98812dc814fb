import type { ServerResponse } from 'node:http';
import { LaneQueues } from '@wfp/shared/queue';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually, startReceiver } from '@wfp/testing/receiver.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { webhookLane } from './webhooks.lane.ts';

const hangingPaths = Array.from({ length: 12 }, (_, n) => `/hangs/${n}`);

let service: TestService;
let owner: Client;
let worker: Awaited<ReturnType<typeof startWorker>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let laneQueues: LaneQueues;
let queue: LaneQueues['queues'][number];
let hanging = 0;
let mostHanging = 0;
beforeAll(async () => {
  service = await startOwnService({
    WEBHOOK_RETRY_SCHEDULE: '0,3600',
    WEBHOOK_TIMEOUT_MS: '600',
    WEBHOOK_MAX_IN_FLIGHT: '8',
  });
  worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
  owner = await service.newOrganization();
  const hangs = (res: ServerResponse) => {
    hanging += 1;
    mostHanging = Math.max(mostHanging, hanging);
    res.on('close', () => {
      hanging -= 1;
    });
  };
  receiver = await startReceiver({
    ...Object.fromEntries(hangingPaths.map((path) => [path, hangs])),
    '/fails': (res) => res.writeHead(500).end(),
  });
  laneQueues = new LaneQueues(service.platform, [webhookLane]);
  [queue] = laneQueues.queues as [typeof queue];
});
afterAll(async () => {
  await laneQueues?.close();
  await worker?.stop();
  await receiver?.stop();
  await service?.stop();
});

const register = async (by: Client, path: string) =>
  (await by.call('POST', '/webhooks', { url: receiver.url(path), event_types: ['task.*'] })).body.id;
const deliveries = async (by: Client, id: number) =>
  (await by.call('GET', `/webhooks/${id}/deliveries?limit=100`)).body.data as any[];

it('shows operators the attempts of a lane and its next run; failures of receivers do not fail jobs', async () => {
  const id = await register(owner, '/fails');
  await owner.call('POST', '/tasks', { title: 'Fails once' });
  const [failed] = await eventually(
    () => deliveries(owner, id),
    (rows) => rows.some((row) => row.status === 'failed'),
  ).then((rows) => rows.filter((row) => row.status === 'failed'));
  const key = `endpoint-${owner.user.org_id}-${id}`;
  const later = await eventually(
    async () => (await queue.getDelayed()).find((job) => job.name === `${key}-later`),
    (job) => job !== undefined,
  );
  const due = (later?.timestamp ?? 0) + (later?.delay ?? 0);
  expect(due - Date.now()).toBeGreaterThan(3_500_000);
  const job = await eventually(
    async () => {
      const jobs = (await queue.getCompleted()).filter((job) => job.name === key);
      const logs = await Promise.all(jobs.map((job) => queue.getJobLogs(String(job.id))));
      return { progress: jobs.map((job) => job.progress), lines: logs.flatMap((one) => one.logs) };
    },
    ({ lines, progress }) => lines.length > 0 && progress.some((one) => typeof one === 'object'),
  );
  expect(job.lines).toEqual([
    expect.stringMatching(
      new RegExp(
        `^delivery ${failed.id}, attempt 1: The receiver responded with 500 in \\d+ ms; the next attempt is due in 3[6-9]\\d\\d s$`,
      ),
    ),
  ]);
  expect(job.progress).toContainEqual({ succeeded: 0, failed: 1, cancelled: 0 });
  expect(await queue.getFailedCount()).toBe(0);
});

it('delivers to other organizations while many endpoints of one hang', async () => {
  const ids = await Promise.all(hangingPaths.map((path) => register(owner, path)));
  const other = await service.newOrganization();
  const healthy = await register(other, '/healthy');
  for (let n = 0; n < 4; n++) await owner.call('POST', '/tasks', { title: `Hangs ${n}` });
  await eventually(
    () => hanging,
    (count) => count >= 4,
  );
  for (let n = 0; n < 5; n++) {
    await other.call('POST', '/tasks', { title: `Arrives ${n}` });
    await eventually(
      () => receiver.at('/healthy').length,
      (count) => count === n + 1,
    );
  }
  const waiting = (await Promise.all(ids.map((id) => deliveries(owner, id)))).flat();
  expect(waiting.some((row) => row.attempt === 1 && row.status !== 'failed')).toBe(true);
  // An organization gets at most half of the worker's permits.
  expect(mostHanging).toBe(4);
  await eventually(
    async () => (await deliveries(other, healthy)).filter((row) => row.status === 'succeeded').length,
    (count) => count === 5,
  );
  // In the end, every hanging endpoint has been tried.
  await eventually(
    async () =>
      (await Promise.all(ids.map((id) => deliveries(owner, id)))).map(
        (rows) => rows.filter((row) => row.status === 'failed').length,
      ),
    (counts) => counts.every((count) => count > 0),
  );
  expect(await queue.getFailedCount()).toBe(0);
});
