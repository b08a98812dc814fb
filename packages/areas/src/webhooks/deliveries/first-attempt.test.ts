import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually, startReceiver } from '@wfp/testing/receiver.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

const delayMs = 1_000;

let service: TestService;
let owner: Client;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let worker: Awaited<ReturnType<typeof startWorker>>;
beforeAll(async () => {
  service = await startOwnService({ WEBHOOK_RETRY_SCHEDULE: `${delayMs / 1_000},3600` });
  // The sweeper must not find the lanes: their wake-ups have to be on time.
  worker = await startWorker({
    ...{ config: service.config, log: service.platform.log, opsPort: 0, sweepEveryMs: 3_600_000 },
  });
  owner = await service.newOrganization();
  receiver = await startReceiver({ '/fails': (res) => res.writeHead(500).end() });
});
afterAll(async () => {
  await worker?.stop();
  await receiver?.stop();
  await service?.stop();
});

const register = async (path: string, options: object = {}): Promise<number> => {
  const body = { url: receiver.url(path), event_types: ['task.post_create'], ...options };
  return (await owner.call('POST', '/webhooks', body)).body.id;
};
const list = async (id: number): Promise<any[]> =>
  (await owner.call('GET', `/webhooks/${id}/deliveries`)).body.data;
const ended = (id: number, isComplete: (all: any[]) => boolean) =>
  eventually(async () => (await list(id)).filter((one) => one.finished_at !== null), isComplete);
const waitedMs = (one: any, until: 'scheduled_at' | 'started_at') =>
  Date.parse(one[until]) - Date.parse(one.created_at);

it.each([false, true])('delays the first attempt by the first number, ordered: %s', async (ordered) => {
  const id = await register(`/ok?ordered=${ordered}`, { ordered });
  for (const title of ['One', 'Two']) await owner.call('POST', '/tasks', { title });
  const done = await ended(id, (all) => all.length === 2);
  expect(done.map(({ status, attempt }) => [status, attempt])).toEqual([
    ['succeeded', 1],
    ['succeeded', 1],
  ]);
  for (const one of done) {
    expect(waitedMs(one, 'scheduled_at')).toBe(delayMs);
    expect(waitedMs(one, 'started_at')).toBeGreaterThanOrEqual(delayMs);
  }
});

it('sends tests, manual retries and replays immediately', async () => {
  const from = new Date().toISOString();
  const id = await register('/fails');
  await owner.call('POST', '/tasks', { title: 'Fails' });
  const [failed] = await ended(id, (all) => all.length === 1);
  await owner.call('POST', `/webhooks/${id}/deliveries/${failed.id}/retry`);
  await owner.call('POST', `/webhooks/${id}/test`);
  await ended(id, (all) => all.length === 3);
  await owner.call('PATCH', `/webhooks/${id}`, { is_active: false });
  await owner.call('PATCH', `/webhooks/${id}`, { is_active: true });
  await owner.call('POST', `/webhooks/${id}/deliveries/retry-failed`, { since: from });
  const hasReplayed = (count: number) => (all: any[]) => all.filter((one) => one.is_replay).length === count;
  await ended(id, hasReplayed(1));
  await owner.call('POST', `/webhooks/${id}/replay`, { from });
  // The sweeper enqueues the lane for a replay.
  const all = await eventually(() => list(id), hasReplayed(2));
  const manual = all.filter((one) => one.is_manual);
  expect(manual).toHaveLength(4);
  for (const one of manual) expect(waitedMs(one, 'scheduled_at')).toBe(0);
});
