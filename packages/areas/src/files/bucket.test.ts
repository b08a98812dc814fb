import { connect } from 'node:net';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { downloadFile, expireRetention, putBytes, toServiceUrl, upload } from '@wfp/testing/files.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { errorResponse, startS3Server } from '@wfp/testing/s3-server.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

let s3: Awaited<ReturnType<typeof startS3Server>>;
let service: TestService;
let owner: Client;
let worker: Awaited<ReturnType<typeof startWorker>>;
beforeAll(async () => {
  s3 = await startS3Server();
  service = await startOwnService({ LOG_LEVEL: 'silent', ...s3.config });
  owner = await service.newOrganization();
  worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
});
afterEach(() => {
  s3.fault.answer = () => undefined;
});
afterAll(async () => {
  await worker.stop();
  await service.stop();
  await s3.stop();
});

const bytes = Buffer.alloc(17 * 1024 ** 2, 'kept in a bucket ');
const large = { name: 'large.bin', mime: 'application/octet-stream' };

it('stores a file in the bucket from its upload until a day after its deletion', async () => {
  const { status, body } = await upload(service, owner, large, bytes);
  expect([status, body.status]).toEqual([200, 'stored']);
  expect([...s3.objects.keys()]).toEqual([
    expect.stringMatching(new RegExp(`^org-${owner.user.org_id}/files/${body.id}/[0-9a-f-]{36}$`)),
  ]);
  const download = await downloadFile(toServiceUrl(service, body.download_url));
  expect([download.status, download.bytes.equals(bytes)]).toEqual([200, true]);
  await owner.call('DELETE', `/files/${body.id}`);
  expect(s3.objects.size).toBe(1);
  await expireRetention(service, body);
  await eventually(
    () => s3.objects.size,
    (left) => left === 0,
  );
});

it('stores an export in the bucket', async () => {
  await owner.call('POST', '/tasks', { title: 'One' });
  const asked = await owner.call('POST', '/tasks/export', { format: 'ndjson', columns: ['title'] });
  const { body } = await eventually(
    () => owner.call('GET', `/exports/${asked.body.id}`),
    ({ body }) => body.status === 'succeeded',
  );
  expect((await downloadFile(toServiceUrl(service, body.download_url))).bytes.toString()).toBe(
    '{"title":"One"}\n',
  );
  expect([...s3.objects.keys()]).toEqual([expect.stringMatching(/^org-\d+\/exports\//)]);
  // The prompt about the task writes too.
  await eventually(
    () => owner.call('GET', '/prompt-runs'),
    ({ body: { data } }) => data.length > 0 && data.every((run: any) => run.finished_at !== null),
  );
  s3.fault.answer = () => errorResponse(500, 'InternalError');
  const { result, ...left } = await recordedBy({ rows: service.rows }, owner.user.org_id, () =>
    downloadFile(toServiceUrl(service, body.download_url)),
  );
  expect([result.status, left]).toEqual([503, nothing]);
});

const text = { name: 'text.txt', mime: 'text/plain' };
it.each([
  ['shorter', Buffer.alloc(90, 'a')],
  [
    'longer',
    Buffer.concat([Buffer.alloc(100, 'a'), Buffer.from('HTTP/1.1 200 OK\r\nX-Injected: yes\r\n\r\n')]),
  ],
])('sends no other response after an object that is %s than its row', async (_, stored) => {
  const { body } = await upload(service, owner, text, Buffer.alloc(100, 'a'));
  s3.fault.answer = () => ({ status: 200, bytes: stored });
  const download = `GET /api/files/${body.id}/content HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${owner.token}\r\n\r\n`;
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.write(`${download}GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n`);
  const received = await new Promise<string>((resolve) => {
    let all = '';
    socket.on('data', (chunk) => {
      all += String(chunk);
    });
    socket.on('error', () => undefined).on('close', () => resolve(all));
  });
  expect(received).not.toContain('X-Injected');
  expect(received.match(/HTTP\/1\.1/g)?.length ?? 0).toBeLessThanOrEqual(1);
});

it('responds with 503 while the bucket is unavailable, and recovers', async () => {
  const there = (await upload(service, owner, large, bytes)).body;
  const awaited = (await owner.call('POST', '/files', { ...large, size: bytes.length })).body;
  const before = s3.objects.size;
  s3.fault.answer = () => errorResponse(503, 'SlowDown');
  const { result, ...left } = await recordedBy({ rows: service.rows }, owner.user.org_id, () =>
    putBytes(toServiceUrl(service, awaited.upload_url), owner.token, new Uint8Array(bytes)),
  );
  expect([result.status, left]).toEqual([503, nothing]);
  expect(JSON.stringify(result.body)).not.toMatch(/127\.0\.0\.1|SlowDown|bucket/);
  expect((await downloadFile(toServiceUrl(service, there.download_url))).status).toBe(503);
  s3.fault.answer = () => undefined;
  expect(s3.objects.size).toBe(before);
  const again = await putBytes(toServiceUrl(service, awaited.upload_url), owner.token, new Uint8Array(bytes));
  expect([again.status, again.body.status]).toEqual([200, 'stored']);
  expect((await downloadFile(toServiceUrl(service, there.download_url))).bytes.length).toBe(bytes.length);
});
