import { Readable } from 'node:stream';
import { startService, type TestService } from '@wfp/testing';
import { type RawBehaviour, startRawReceiver } from '@wfp/testing/raw-receiver.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getStorage } from './get-storage.ts';
import { openContent, readContent } from './open-content.ts';
import { MissingContentError } from './storage.ts';

const key = 'org-1/files/read-content';
let service: TestService;
beforeAll(async () => {
  service = await startService();
  await getStorage(service.platform).put(key, Readable.from([Buffer.from('content')]), 'text/plain');
});
afterAll(() => service.stop());

/** A platform whose bucket sends these bytes. */
async function withBucket(behave: RawBehaviour) {
  const server = await startRawReceiver(behave);
  const bucket = { STORAGE_BUCKET: 'bucket', STORAGE_KEY_ID: 'key', STORAGE_SECRET: 'secret' };
  const config = { ...service.config, ...bucket, STORAGE_URL: server.url };
  return { server, platform: { ...service.platform, config } };
}

it('reads an object of the given size', async () => {
  const limits = { size: 7, timeoutMs: 10_000 };
  expect((await readContent(service.platform, key, limits)).toString()).toBe('content');
});

it.each([6, 8])('rejects an object of 7 bytes whose row says %i', async (size) => {
  const reading = readContent(service.platform, key, { size, timeoutMs: 10_000 });
  await expect(reading).rejects.toMatchObject({ name: 'UnreadableContentError', isTimeout: false });
});

it('rejects a missing object', async () => {
  const reading = readContent(service.platform, `${key}-lost`, { size: 7, timeoutMs: 10_000 });
  await expect(reading).rejects.toThrow(MissingContentError);
  await expect(openContent(service.platform, `${key}-lost`)).rejects.toThrow(MissingContentError);
});

const head = 'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n';
it.each<[string, RawBehaviour]>([
  ['does not respond', () => undefined],
  ['stops in the middle of the object', (socket) => socket.write(`${head}half`)],
  [
    'sends a byte at a time',
    (socket) => {
      socket.write(head);
      const dripping = setInterval(() => socket.write('x'), 20);
      socket.once('close', () => clearInterval(dripping));
    },
  ],
])('stops reading from a storage that %s', async (_, behave) => {
  const { server, platform } = await withBucket(behave);
  try {
    const reading = readContent(platform, key, { size: 1_000, timeoutMs: 300 });
    await expect(reading).rejects.toMatchObject({ name: 'UnreadableContentError', isTimeout: true });
    await eventually(server.openSockets, (open) => open === 0);
    const stop = new AbortController();
    const aborted = readContent(platform, key, { size: 1_000, timeoutMs: 60_000, signal: stop.signal });
    await eventually(server.openSockets, (open) => open === 1);
    stop.abort();
    await expect(aborted).rejects.not.toMatchObject({ name: 'UnreadableContentError' });
    await eventually(server.openSockets, (open) => open === 0);
  } finally {
    await server.stop();
  }
});

it('reads no more of an endless object than its size', async () => {
  const { server, platform } = await withBucket((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    const more = () => socket.writable && socket.write('x'.repeat(64 * 1024), () => setImmediate(more));
    more();
  });
  try {
    const reading = readContent(platform, key, { size: 1_000, timeoutMs: 60_000 });
    await expect(reading).rejects.toMatchObject({ name: 'UnreadableContentError', isTimeout: false });
    await eventually(server.openSockets, (open) => open === 0);
  } finally {
    await server.stop();
  }
});
