import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually, startReceiver } from '@wfp/testing/receiver.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let worker: Awaited<ReturnType<typeof startWorker>>;
beforeAll(async () => {
  service = await startOwnService();
  worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
  owner = await service.newOrganization();
  receiver = await startReceiver({ '/hook': (res) => res.writeHead(204).end() });
});
afterAll(async () => {
  await worker?.stop();
  await receiver?.stop();
  await service?.stop();
});

it('reports an endpoint after its user was deactivated, and continues to deliver', async () => {
  const admin = await service.newUser(owner, ['admin']);
  const { id } = (await admin.call('POST', '/webhooks', { url: receiver.url('/hook') })).body;
  await owner.call('POST', `/users/${admin.user.id}/deactivate`, {});
  const types = () => receiver.at('/hook').map(({ headers }) => headers['x-service-event']);
  await eventually(types, (all) => all.includes('webhook_endpoint.authorization_lost'));
  const { body } = await owner.call('GET', `/webhooks/${id}`);
  expect(body).toMatchObject({ is_active: true, authorized_by: admin.user.id });
  expect(body.authorization_lost_at).not.toBeNull();
  await owner.call('POST', '/tasks', { title: 'Still delivered' });
  await eventually(types, (all) => all.includes('task.post_create'));
});
