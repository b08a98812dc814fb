import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { startS3Server } from '@wfp/testing/s3-server.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

type Outage = (connection: Socket, received: number) => boolean;

/** Uploads of a user at the same time. */
const maxUploads = 20;
const large = Buffer.alloc(3 * 1024 ** 2, 'text ');

let s3: Awaited<ReturnType<typeof startS3Server>>;
/** Between the service and the storage. `fail` ends its connections in one of the ways of an outage. */
let proxy: ReturnType<typeof createServer>;
let fail: Outage | null = null;
let service: TestService;
let owner: Client;
let port: number;
beforeAll(async () => {
  s3 = await startS3Server();
  const target = Number(new URL(s3.config.STORAGE_URL).port);
  proxy = createServer((connection) => {
    const storage = connect(target, '127.0.0.1');
    let received = 0;
    connection.on('data', (chunk) => {
      received += chunk.length;
      if (!fail?.(connection, received)) storage.write(chunk);
    });
    storage.on('data', (chunk) => connection.write(chunk));
    connection.on('close', () => storage.destroy()).on('error', () => undefined);
    storage.on('close', () => connection.destroy()).on('error', () => undefined);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', () => resolve()));
  service = await startOwnService({ LOG_LEVEL: 'silent', ...s3.config });
  const STORAGE_URL = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  port = Number(new URL(await service.startPod({ STORAGE_URL })).port);
});
afterAll(async () => {
  await service.stop();
  proxy.close();
  await s3.stop();
});
beforeEach(async () => {
  fail = null;
  owner = await service.newOrganization();
});

/** Sends files at the same time. Resolves with the statuses of the responses. */
async function uploadAll(content: Buffer): Promise<number[]> {
  const ids: number[] = [];
  for (let made = 0; made < maxUploads; made += 1) {
    const file = { name: 'a.txt', mime: 'text/plain', size: content.length };
    const { status, body } = await owner.call('POST', '/files', file);
    expect(status, JSON.stringify(body)).toBe(201);
    ids.push(body.id);
  }
  return Promise.all(ids.map((id) => upload(id, content)));
}

/** Sends a file on a connection of its own, all of it whatever the response. Resolves with the status. */
async function upload(id: number, content: Buffer): Promise<number> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.write(
    `PUT /api/files/${id}/content HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${owner.token}\r\n` +
      `Content-Length: ${content.length}\r\n\r\n`,
  );
  socket.write(content);
  const text = await new Promise<string>((resolve) => {
    socket.once('data', (chunk) => resolve(String(chunk))).once('close', () => resolve(''));
  });
  socket.destroy();
  return Number(text.split(' ')[1]);
}

const small = Buffer.from('text');
const resetAll: Outage = (connection) => Boolean(connection.resetAndDestroy());
const closeAll: Outage = (connection) => Boolean(connection.destroy());
const midway =
  (outage: Outage): Outage =>
  (connection, received) =>
    received > 2 ** 20 && outage(connection, received);

it.each<[string, Buffer, Outage]>([
  ['resets connections', large, resetAll],
  ['resets connections midway', large, midway(resetAll)],
  ['closes connections midway', large, midway(closeAll)],
  ['resets connections after small files', small, resetAll],
  ['closes connections after small files', small, closeAll],
])(
  'responds with 503 to uploads while the storage %s, and accepts others afterwards',
  async (_, content, way) => {
    fail = way;
    const failed = await uploadAll(content);
    expect(new Set(failed)).toEqual(new Set([503]));
    fail = null;
    const later = await uploadAll(small);
    expect(new Set(later)).toEqual(new Set([200]));
  },
);
