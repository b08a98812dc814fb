import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually, startReceiver } from '@wfp/testing/receiver.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let worker: Awaited<ReturnType<typeof startWorker>>;
let isBroken = false;

beforeAll(async () => {
  service = await startOwnService({ WEBHOOK_RETRY_SCHEDULE: '0' });
  worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
  owner = await service.newOrganization();
  receiver = await startReceiver({ '/moody': (res) => res.writeHead(isBroken ? 500 : 204).end() });
});
afterAll(async () => {
  await worker?.stop();
  await receiver?.stop();
  await service?.stop();
});

const event_types = ['task.post_create'];
const register = async (path: string) =>
  (await owner.call('POST', '/webhooks', { url: receiver.url(path), event_types })).body;
const messages = (path: string) => receiver.at(path).map(({ headers }) => headers['webhook-id']);
const waitForRequests = (path: string, count: number) =>
  eventually(
    () => messages(path),
    (all) => all.length >= count,
  );
const addTask = (title: string) => owner.call('POST', '/tasks', { title });

it('delivers past events again with the same webhook-id, also to an endpoint registered later', async () => {
  const from = new Date().toISOString();
  const { id } = await register('/again');
  for (const title of ['One', 'Two', 'Three']) await addTask(title);
  const first = await waitForRequests('/again', 3);
  const replay = (await owner.call('POST', `/webhooks/${id}/replay`, { from })).body;
  const all = await waitForRequests('/again', 6);
  expect(all.slice(3).sort()).toEqual(first.toSorted());
  expect((await owner.call('GET', `/webhooks/${id}/replays/${replay.id}`)).body).toMatchObject({
    status: 'done',
    queued: 3,
  });
  const late = await register('/late');
  await owner.call('POST', `/webhooks/${late.id}/replay`, { from });
  const bodies = await eventually(
    () => receiver.at('/late').map(({ body }) => JSON.parse(body).payload.record_name),
    (names) => names.length >= 3,
  );
  expect(bodies.sort()).toEqual(['One', 'Three', 'Two']);
  for (const webhook of [id, late.id]) await owner.call('DELETE', `/webhooks/${webhook}`);
});

it('delivers failed events again, with one attempt each', async () => {
  isBroken = true;
  const { id } = await register('/moody');
  await addTask('Lost');
  await addTask('Lost too');
  const failed = () => owner.call('GET', `/webhooks/${id}/deliveries?status=failed`);
  await eventually(failed, ({ body }) => body.total === 2);
  const since = new Date(Date.now() - 60_000).toISOString();
  const retry = () => owner.call('POST', `/webhooks/${id}/deliveries/retry-failed`, { since });
  expect((await retry()).body).toEqual({ queued: 2, remaining: 0 });
  await eventually(failed, ({ body }) => body.total === 4);
  isBroken = false;
  expect((await retry()).body).toEqual({ queued: 2, remaining: 0 });
  const { body } = await eventually(
    () => owner.call('GET', `/webhooks/${id}/deliveries?status=succeeded`),
    (response) => response.body.data.length === 2,
  );
  expect(body.data).toMatchObject([{ attempt: 3 }, { attempt: 3 }]);
  expect((await owner.call('GET', `/webhooks/${id}/statistics`)).body).toMatchObject({
    deliveries: 6,
    succeeded: 2,
    waiting: 0,
  });
  expect((await retry()).body).toEqual({ queued: 0, remaining: 0 });
});
