import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Prisma } from '@wfp/shared/db';
import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let user: Client;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
});
beforeEach(async () => {
  owner = await service.newOrganization();
  user = await service.newUser(owner, ['admin']);
});
afterAll(() => service.stop());

/** Waits until the service, which runs in this process, reads the credential of the next request to a path. */
function untilStarted(path: string): Promise<void> {
  const channel = 'http.server.request.start';
  return new Promise((resolve) => {
    const started = (message: unknown) => {
      if ((message as { request: IncomingMessage }).request.url !== path) return;
      unsubscribe(channel, started);
      resolve();
    };
    subscribe(channel, started);
  });
}

/** Sends the first byte of a body, and the rest more than a second after the credential is read. `change` runs in between. */
const postSlowly = (path: string, body: object, change: () => Promise<unknown>): Promise<number> =>
  sendSlowly('POST', path, JSON.stringify(body), change);

async function sendSlowly(
  method: 'POST' | 'PUT',
  path: string,
  text: string,
  change: () => Promise<unknown>,
): Promise<number> {
  const answered = Promise.withResolvers<number>();
  const sent = request(`${service.url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${user.token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    },
  });
  sent.on('response', (response) => answered.resolve(response.resume().statusCode ?? 0));
  sent.on('error', answered.reject);
  const started = untilStarted(`/api${path}`);
  sent.write(text.slice(0, 1));
  await started;
  await sleep(1_100);
  await change();
  sent.end(text.slice(1));
  return answered.promise;
}

const key = { name: 'Later', permissions: ['task:read'] };

it('accepts a body that takes long', async () => {
  expect(await postSlowly('/tasks', { title: 'Slow' }, async () => undefined)).toBe(201);
});

it('rejects a body that arrives after the session has ended', async () => {
  const end = () => owner.call('POST', `/users/${user.user.id}/revoke-sessions`, {});
  expect(await postSlowly('/api-keys', key, end)).toBe(401);
  expect((await owner.call('GET', '/api-keys')).body.data).toEqual([]);
});

it('rejects a body that arrives after a right was withdrawn', async () => {
  const grants = (await owner.call('GET', `/grants?user_id=${user.user.id}`)).body.data;
  const withdraw = () =>
    Promise.all(grants.map(({ id }: { id: number }) => owner.call('DELETE', `/grants/${id}`)));
  const webhook = { url: 'http://localhost:9/hook', event_types: ['task.*'] };
  expect(await postSlowly('/webhooks', webhook, withdraw)).toBe(403);
  expect((await owner.call('GET', '/webhooks')).body.data).toEqual([]);
});

it('rejects an upload that ends after its user was deactivated', async () => {
  const declared = { name: 'notes.txt', mime: 'text/plain', size: 5 };
  const file = (await user.call('POST', '/files', declared)).body;
  const content = `/files/${file.id}/content`;
  expect(await sendSlowly('PUT', content, 'hello', async () => undefined)).toBe(200);
  const other = (await user.call('POST', '/files', declared)).body;
  const deactivate = () => owner.call('POST', `/users/${user.user.id}/deactivate`, {});
  expect(await sendSlowly('PUT', `/files/${other.id}/content`, 'hello', deactivate)).toBe(401);
  const stored = await service.rows(sql`select f.id, f.status::text as status from files f
    where f.org_id = ${owner.user.org_id} order by f.id`);
  expect(stored).toEqual([
    { id: file.id, status: 'stored' },
    { id: other.id, status: 'pending' },
  ]);
});
