import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { toServiceUrl, upload } from '@wfp/testing/files.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

/** Sends a body with one byte per second for some seconds; returns the status. */
function drip(
  path: string,
  method: string,
  token: string,
  seconds: number,
  length = seconds,
): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-length': length };
  const sending = request(`${service.url}/api${path}`, { method, headers });
  let sent = 0;
  const dripping = setInterval(() => {
    sent += 1;
    sending.write('x');
    if (sent === seconds) clearInterval(dripping);
  }, 1_000);
  sending.flushHeaders();
  return new Promise((resolve, reject) => {
    sending.on('response', (answer) => {
      clearInterval(dripping);
      answer.resume();
      // Otherwise the service would wait for the rest of the body when it stops.
      answer.once('end', () => sending.destroy());
      resolve(answer.statusCode ?? 0);
    });
    sending.on('error', reject);
  });
}

it('allows slow bodies only for permitted uploads', async () => {
  const text = { name: 'slow.txt', mime: 'text/plain', size: 14 };
  const { id } = (await owner.call('POST', '/files', text)).body;
  const stranger = await service.newOrganization();
  const statuses = await Promise.all([
    drip(`/files/${id}/content`, 'PUT', owner.token, 14),
    drip(`/files/${id}/content`, 'PUT', stranger.token, 14),
    drip(`/files/${id}/content`, 'PUT', 'invalid', 14),
    drip('/tasks', 'POST', owner.token, 14),
  ]);
  expect(statuses).toEqual([200, 404, 401, 408]);
});

it('ends an upload that receives nothing, and stores nothing of it', async () => {
  const text = { name: 'slow.txt', mime: 'text/plain', size: 1_000_000 };
  const { id } = (await owner.call('POST', '/files', text)).body;
  const begun = Date.now();
  const folder = path.join(service.config.DATA_DIR, 'files', `org-${owner.user.org_id}`, 'files', String(id));
  const answer = drip(`/files/${id}/content`, 'PUT', owner.token, 3, text.size);
  await eventually(
    () => readdir(folder).catch(() => []),
    (entries) => entries.length === 1,
  );
  expect(await answer).toBe(408);
  expect(Date.now() - begun).toBeLessThan(60_000);
  await eventually(
    () => readdir(folder),
    (entries) => entries.length === 0,
  );
  expect((await owner.call('GET', `/files/${id}`)).body.status).toBe('pending');
});

it('survives clients that disconnect during a download', async () => {
  const large = { name: 'large.bin', mime: 'application/octet-stream' };
  const { body } = await upload(service, owner, large, Buffer.alloc(20 * 1024 ** 2));
  for (let n = 0; n < 5; n += 1) {
    const stop = new AbortController();
    const response = await fetch(toServiceUrl(service, body.download_url), { signal: stop.signal });
    expect(response.status).toBe(200);
    await response.body?.getReader().read();
    stop.abort();
  }
  expect((await service.call('GET', '/health')).status).toBe(200);
  const head = await fetch(toServiceUrl(service, body.download_url), { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(20 * 1024 ** 2)]);
});

it('finishes a download during shutdown, then stops', async () => {
  // Waiting for the shutdown timeout would exceed the timeout of this test.
  const draining = await startOwnService({ LOG_LEVEL: 'silent', SHUTDOWN_TIMEOUT_SECONDS: '600' });
  const by = await draining.newOrganization();
  const large = { name: 'large.bin', mime: 'application/octet-stream' };
  const { body } = await upload(draining, by, large, Buffer.alloc(20 * 1024 ** 2));
  const response = await fetch(toServiceUrl(draining, body.download_url));
  const stopped = draining.stop();
  expect((await response.arrayBuffer()).byteLength).toBe(20 * 1024 ** 2);
  await stopped;
});
