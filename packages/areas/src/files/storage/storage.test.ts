import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { errorResponse, startS3Server } from '@wfp/testing/s3-server.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { diskStorage } from './disk.ts';
import { s3Storage } from './s3.ts';
import { MissingContentError, type Storage } from './storage.ts';

let s3: Awaited<ReturnType<typeof startS3Server>>;
let folder: string;
beforeAll(async () => {
  s3 = await startS3Server();
  folder = await mkdtemp(path.join(tmpdir(), 'wfp-storage-'));
});
afterEach(() => {
  s3.fault.answer = () => undefined;
});
afterAll(async () => {
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});

const inBucket = (changes: object = {}) => s3Storage({ ...s3.config, ...changes });
const storages: [string, () => Storage][] = [
  ['a folder', () => diskStorage(folder)],
  ['a bucket', () => inBucket()],
];
const timeouts = { requestMs: 300, idleMs: 300 };
const left = async () => [
  ...(await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile()),
  ...s3.objects.keys(),
  ...s3.uploads.keys(),
];

const MiB = 1024 ** 2;
const mime = 'application/octet-stream';
/** Chunks whose size does not divide the part size. */
function* chunksOf(size: number) {
  for (let at = 0; at < size; at += 70_001) yield Buffer.alloc(Math.min(70_001, size - at), at % 251);
}
const put = (storage: Storage, key: string, text: string) =>
  storage.put(key, Readable.from([Buffer.from(text)]), mime);

describe.each(storages)('%s', (_, open) => {
  it.each([0, 1, 8 * MiB, 8 * MiB + 1, 20 * MiB])('returns %i bytes unchanged', async (size) => {
    const storage = open();
    expect(await storage.put('org-1/files/a', Readable.from(chunksOf(size)), mime)).toBe(size);
    const back = await buffer(await storage.get('org-1/files/a'));
    expect(back.equals(Buffer.concat([...chunksOf(size)]))).toBe(true);
    await storage.delete('org-1/files/a');
    await expect(storage.get('org-1/files/a')).rejects.toThrow(MissingContentError);
    await storage.delete('org-1/files/a');
    expect(await left()).toEqual([]);
  });

  it.each([0, 1, 100_000, 20 * MiB])('returns %i bytes unchanged if their number was known', async (size) => {
    const storage = open();
    const content = Readable.from(chunksOf(size));
    expect(await storage.put('org-1/files/a', content, mime, { size })).toBe(size);
    const back = await buffer(await storage.get('org-1/files/a'));
    expect(back.equals(Buffer.concat([...chunksOf(size)]))).toBe(true);
    await storage.delete('org-1/files/a');
    expect(await left()).toEqual([]);
  });

  it.each([
    ['more', 999_999],
    ['fewer', 1_000_001],
    ['no', 1_000_001],
  ])('stores nothing of a stream with %s bytes than declared', async (what, size) => {
    const content = Readable.from(chunksOf(what === 'no' ? 0 : 1_000_000));
    await expect(open().put('org-1/files/a', content, mime, { size })).rejects.toThrow();
    expect([content.destroyed, await left()]).toEqual([true, []]);
  });

  it('counts the bytes of a stream, ignoring its properties', async () => {
    const content = Object.assign(Readable.from(chunksOf(9 * MiB)), {
      size: 1,
      length: 2,
      path: '/etc/hosts',
    });
    expect(await open().put('org-1/files/a', content, mime)).toBe(9 * MiB);
    expect((await buffer(await open().get('org-1/files/a'))).length).toBe(9 * MiB);
    await open().delete('org-1/files/a');
  });

  it.each([
    [1, undefined],
    [12, undefined],
    [1, 25 * MiB],
    [12, 25 * MiB],
  ])('stores nothing of a stream that fails after %i MiB with the size %s', async (sent, size) => {
    const content = Readable.from(
      (function* () {
        yield* chunksOf(sent * MiB);
        throw new Error('broken off');
      })(),
    );
    const options = size === undefined ? {} : { size };
    await expect(open().put('org-1/files/b', content, mime, options)).rejects.toThrow('broken off');
    expect([content.destroyed, await left()]).toEqual([true, []]);
  });

  it.each([{}, { size: 25 * MiB }])(
    'stores nothing of an aborted stream with the options %j',
    async (options) => {
      const stop = new AbortController();
      const content = new Readable({ read() {} });
      content.push(Buffer.alloc(9 * MiB));
      const putting = open().put('org-1/files/c', content, mime, { ...options, signal: stop.signal });
      setImmediate(() => stop.abort());
      await expect(putting).rejects.toThrow();
      expect([content.destroyed, await left()]).toEqual([true, []]);
    },
  );

  it.each([
    '../out',
    'a/../../out',
    '/etc/passwd',
    'a//b',
    'a/./b',
    'a/',
    '.a',
    'A',
    'a\\b',
    'a\0',
    '%2e%2e/a',
    '',
    'a'.repeat(201),
  ])('rejects the key %j', async (key) => {
    const storage = open();
    await expect(put(storage, key, 'x')).rejects.toThrow('Invalid storage key');
    await expect(storage.get(key)).rejects.toThrow('Invalid storage key');
    await expect(storage.delete(key)).rejects.toThrow('Invalid storage key');
    await expect(storage.deleteUnder(key)).rejects.toThrow('Invalid storage key');
    expect(await left()).toEqual([]);
  });

  it('deletes all objects of an organization, and none of another', async () => {
    const storage = open();
    const keys = Array.from({ length: 120 }, (_, n) => `org-7/files/${n}`);
    await Promise.all(keys.map((key) => put(storage, key, 'goes')));
    await put(storage, 'org-7/exports/a', 'goes');
    await put(storage, 'org-70/files/a', 'stays');
    await put(storage, 'org-71', 'stays');
    for (const key of ['org-7', 'org-7', 'org-71', 'org-72']) await storage.deleteUnder(key);
    for (const key of ['org-7/files/0', 'org-7/files/119', 'org-7/exports/a']) {
      await expect(storage.get(key)).rejects.toThrow(MissingContentError);
    }
    for (const key of ['org-70/files/a', 'org-71']) {
      expect((await buffer(await storage.get(key))).toString()).toBe('stays');
      await storage.delete(key);
    }
    expect(await left()).toEqual([]);
  });
});

describe('a bucket', () => {
  it('stores the media type, with one request or in parts', async () => {
    const storage = inBucket();
    await storage.put('org-1/small', Readable.from(chunksOf(10)), 'image/png');
    await storage.put('org-1/large', Readable.from(chunksOf(9 * MiB)), 'video/mp4');
    const mimes = ['org-1/small', 'org-1/large'].map((key) => s3.objects.get(key)?.mime);
    expect([mimes, s3.uploads.size]).toEqual([['image/png', 'video/mp4'], 0]);
    await storage.deleteUnder('org-1');
  });

  it('accepts only requests signed with its key', async () => {
    await put(inBucket(), 'org-1/files/d', 'signed');
    for (const changes of [{ STORAGE_SECRET: 'another' }, { STORAGE_REGION: 'elsewhere' }]) {
      const other = inBucket(changes);
      await expect(put(other, 'org-1/files/d', 'forged')).rejects.toThrow('403');
      await expect(other.get('org-1/files/d')).rejects.toThrow('403');
      await expect(other.delete('org-1/files/d')).rejects.toThrow('403');
      await expect(other.deleteUnder('org-1')).rejects.toThrow('403');
    }
    expect((await buffer(await inBucket().get('org-1/files/d'))).toString()).toBe('signed');
    await inBucket().delete('org-1/files/d');
  });

  it.each([
    ['a part is rejected', 'PUT', 500],
    ['completing the upload fails', 'POST', 500],
    ['completing the upload fails with status 200, which S3 sends before it is done', 'POST', 200],
  ])('fails and deletes the parts when %s', async (_, method, status) => {
    s3.fault.answer = (asked) =>
      asked.method === method && asked.query.has('uploadId')
        ? errorResponse(status, 'InternalError')
        : undefined;
    const content = Readable.from(chunksOf(17 * MiB));
    await expect(inBucket().put('org-1/files/e', content, mime)).rejects.toThrow();
    expect([content.destroyed, await left()]).toEqual([true, []]);
  });

  it('reports why the stream ended if the parts cannot be deleted', async () => {
    s3.fault.answer = (asked) => (asked.method === 'DELETE' ? errorResponse(503, 'SlowDown') : undefined);
    const content = Readable.from(
      (function* () {
        yield* chunksOf(9 * MiB);
        throw new Error('broken off');
      })(),
    );
    await expect(inBucket().put('org-1/files/g', content, mime)).rejects.toThrow('broken off');
    expect(s3.objects.size).toBe(0);
    s3.uploads.clear();
  });

  it('accepts an endpoint that ends in a slash', async () => {
    await put(inBucket({ STORAGE_URL: `${s3.config.STORAGE_URL}/` }), 'org-1/files/h', 'here');
    expect([...s3.objects.keys()]).toEqual(['org-1/files/h']);
    await inBucket().deleteUnder('org-1');
  });

  it.each([
    ['does not respond', ''],
    ['starts a response and does not end it', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n<'],
  ])('that %s fails after the timeout', async (_, head) => {
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).once('data', () => socket.write(head));
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = silent.address() as AddressInfo;
      const storage = s3Storage({ ...s3.config, STORAGE_URL: `http://127.0.0.1:${port}` }, timeouts);
      await expect(put(storage, 'org-1/files/i', 'text')).rejects.toThrow();
      const known = storage.put('org-1/files/i', Readable.from([Buffer.from('text')]), mime, { size: 4 });
      await expect(known).rejects.toThrow();
      await expect(storage.delete('org-1/files/i')).rejects.toThrow();
      if (head === '') await expect(storage.get('org-1/files/i')).rejects.not.toThrow(MissingContentError);
    } finally {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => silent.close(resolve));
    }
  });

  it('distinguishes an unavailable bucket from a missing object', async () => {
    s3.fault.answer = () => errorResponse(503, 'SlowDown');
    await expect(inBucket().get('org-1/x')).rejects.not.toThrow(MissingContentError);
    await expect(inBucket().delete('org-1/x')).rejects.toThrow('503');
    await expect(inBucket().deleteUnder('org-1')).rejects.toThrow('503');
  });
});
