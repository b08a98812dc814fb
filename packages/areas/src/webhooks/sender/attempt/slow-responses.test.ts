import type { ServerResponse } from 'node:http';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually, startReceiver } from '@wfp/testing/receiver.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let worker: Awaited<ReturnType<typeof startWorker>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
/** Requests that the test responds to later. */
const open: ServerResponse[] = [];

beforeAll(async () => {
  service = await startOwnService({ WEBHOOK_TIMEOUT_MS: '60000' });
  worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
  owner = await service.newOrganization();
  const hold = (res: ServerResponse) => open.push(res);
  receiver = await startReceiver({ '/slow': hold });
});
afterAll(async () => {
  for (const res of open) res.writeHead(204).end();
  await worker?.stop();
  await receiver?.stop();
  await service?.stop();
});

const register = (path: string) =>
  owner.call('POST', '/webhooks', { url: receiver.url(path), event_types: ['task.post_create'] });
const create = (title: string) => owner.call('POST', '/tasks', { title });

it('sends deliveries that become due during a slow response, up to ten at once', async () => {
  await register('/slow');
  await create('Slow');
  const isOpen = (wanted: number) =>
    eventually(
      () => open.length,
      (count) => count === wanted,
    );
  await isOpen(1);
  // No response has been sent so far, so further requests are concurrent.
  await Promise.all(Array.from({ length: 11 }, (_, n) => create(`Behind ${n}`)));
  await isOpen(10);
  open.shift()?.writeHead(204).end();
  await isOpen(10);
  expect(receiver.at('/slow').length).toBe(11);
});
