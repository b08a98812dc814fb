import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { startRawReceiver } from '@wfp/testing/raw-receiver.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { startS3Server } from '@wfp/testing/s3-server.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { s3Storage } from './s3.ts';

let s3: Awaited<ReturnType<typeof startS3Server>>;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.stop());

const MiB = 1024 ** 2;
const mime = 'application/octet-stream';
const timeouts = { requestMs: 300, idleMs: 300 };
const inBucket = () => s3Storage(s3.config);
function* chunksOf(size: number) {
  for (let at = 0; at < size; at += 70_001) yield Buffer.alloc(Math.min(70_001, size - at), at % 251);
}

it('sends content of a known size as it arrives', async () => {
  const received: number[] = [];
  const silent = await startRawReceiver((_, chunk) => received.push(chunk.length));
  const storage = s3Storage({ ...s3.config, STORAGE_URL: silent.url });
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const content = new Readable({ read() {} });
  const putting = storage.put('org-1/files/j', content, mime, { size: 25 * MiB });
  try {
    content.push(Buffer.alloc(100_000));
    await eventually(
      () => received.reduce((sum, length) => sum + length, 0),
      (sum) => sum > 100_000,
    );
    // The storage has received everything that was sent, so nothing is buffered.
    content.destroy(new Error('broken off'));
    await expect(putting).rejects.toThrow('broken off');
    expect(warn).not.toHaveBeenCalled();
    await eventually(silent.openSockets, (open) => open === 0);
  } finally {
    warn.mockRestore();
    await silent.stop();
  }
});

it('waits for a slow sender, but not for the storage', async () => {
  const storage = s3Storage(s3.config, { requestMs: 1_000, idleMs: 3_000 });
  const content = new Readable({ read() {} });
  const putting = storage.put('org-1/files/k', content, mime, { size: 2 });
  const begun = Date.now();
  content.push('a');
  await eventually(
    () => Date.now() - begun,
    (elapsed) => elapsed > 3_500,
  );
  content.push('b');
  content.push(null);
  expect(await putting).toBe(2);
  await storage.delete('org-1/files/k');

  const silent = await startRawReceiver(() => undefined);
  try {
    const blocked = s3Storage({ ...s3.config, STORAGE_URL: silent.url }, timeouts);
    const large = Readable.from(chunksOf(20 * MiB));
    await expect(blocked.put('org-1/files/k', large, mime, { size: 20 * MiB })).rejects.toThrow();
    await eventually(silent.openSockets, (open) => open === 0);
  } finally {
    await silent.stop();
  }
});

it('fails if the storage stops in the middle of an object', async () => {
  const stalled = await startRawReceiver((socket) =>
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'),
  );
  try {
    // The response begins at once, so only its end is waited for.
    const storage = s3Storage({ ...s3.config, STORAGE_URL: stalled.url }, { ...timeouts, requestMs: 20_000 });
    await expect(buffer(await storage.get('org-1/files/l'))).rejects.toThrow('sent no byte within 0.3 s');
    await eventually(stalled.openSockets, (open) => open === 0);
    const abandoned = await storage.get('org-1/files/l');
    abandoned.destroy();
    await eventually(stalled.openSockets, (open) => open === 0);
    const stop = new AbortController();
    const aborted = buffer(await storage.get('org-1/files/l', stop.signal));
    stop.abort();
    await expect(aborted).rejects.toThrow();
    await eventually(stalled.openSockets, (open) => open === 0);
  } finally {
    await stalled.stop();
  }
});

it('waits for a slow reader of an object', async () => {
  const content = Buffer.concat([...chunksOf(9 * MiB)]);
  await inBucket().put('org-1/files/m', Readable.from(chunksOf(9 * MiB)), mime);
  const storage = s3Storage(s3.config, { requestMs: 10_000, idleMs: 3_000 });
  const reading = await storage.get('org-1/files/m');
  const begun = Date.now();
  await eventually(
    () => Date.now() - begun,
    (elapsed) => elapsed > 3_500,
  );
  expect((await buffer(reading)).equals(content)).toBe(true);
  await inBucket().delete('org-1/files/m');
});
