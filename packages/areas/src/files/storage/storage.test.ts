import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Config } from '@wfp/shared/config';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startObjectStore, storeKey } from '../testing/object-store.ts';
import { diskStorage } from './disk.ts';
import { s3Storage } from './s3.ts';
import { MissingBytes, type Storage } from './storage.ts';

let folder: string;
let store: Awaited<ReturnType<typeof startObjectStore>>;
const bucketOf = (changes: object = {}) =>
  s3Storage({
    STORAGE_URL: store.url,
    STORAGE_BUCKET: 'bytes',
    STORAGE_REGION: storeKey.region,
    STORAGE_KEY_ID: storeKey.id,
    STORAGE_SECRET: storeKey.secret,
    ...changes,
  } as Config);
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'wfp-storage-'));
  store = await startObjectStore();
});
afterAll(async () => {
  await store.stop();
  await rm(folder, { recursive: true, force: true });
});

const storages: [string, () => Storage][] = [
  ['a folder', () => diskStorage(folder)],
  ['a bucket', () => bucketOf()],
];
const mime = 'application/octet-stream';
const mebibyte = 1024 * 1024;
const bytesOf = async (content: Readable) => Buffer.concat(await content.toArray());
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const left = async () => [
  ...(await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile()),
  ...store.objects.keys(),
  ...store.uploads.keys(),
];

describe.each(storages)('%s', (_, open) => {
  it.each([0, 5, 8 * mebibyte, 20 * mebibyte + 1])('gives back %i bytes as they came', async (size) => {
    const storage = open();
    const bytes = Buffer.alloc(size, 'many bytes ');
    const pieces = Array.from({ length: Math.ceil(size / 100_000) }, (_, n) =>
      bytes.subarray(n * 100_000, (n + 1) * 100_000),
    );
    expect(await storage.put('org-1/files/a', Readable.from(pieces), mime)).toBe(size);
    expect(digest(await bytesOf(await storage.get('org-1/files/a')))).toBe(digest(bytes));
    await storage.delete('org-1/files/a');
    await expect(storage.get('org-1/files/a')).rejects.toThrow(MissingBytes);
    await storage.delete('org-1/files/a');
    expect(await left()).toEqual([]);
  });

  it.each([1, 12])('keeps nothing of a stream that breaks off after %i MiB', async (size) => {
    const content = Readable.from(
      (async function* () {
        for (let n = 0; n < size; n += 1) yield Buffer.alloc(mebibyte);
        throw new Error('broken off');
      })(),
    );
    await expect(open().put('org-1/files/b', content, mime)).rejects.toThrow('broken off');
    expect(await left()).toEqual([]);
  });

  it('keeps nothing of a stream that is stopped', async () => {
    const stop = new AbortController();
    const content = new Readable({ read() {} });
    content.push(Buffer.alloc(9 * mebibyte));
    const putting = open().put('org-1/files/c', content, mime, stop.signal);
    setImmediate(() => stop.abort());
    await expect(putting).rejects.toThrow();
    expect([content.destroyed, await left()]).toEqual([true, []]);
  });

  it('has no key that leads out of it', async () => {
    const storage = open();
    for (const key of [
      '../out',
      'a/../../out',
      '/etc/passwd',
      'a//b',
      'a/./b',
      'A',
      'a\\b',
      'a\0',
      '',
      'a/',
      '.a',
    ]) {
      await expect(storage.put(key, Readable.from(['x']), mime).then(() => key)).rejects.toThrow('Not a key');
      await expect(storage.get(key)).rejects.toThrow('Not a key');
      await expect(storage.delete(key)).rejects.toThrow('Not a key');
    }
    expect(await left()).toEqual([]);
  });
});

describe('a bucket', () => {
  it('takes requests that are signed with its key alone', async () => {
    await bucketOf().put('org-1/files/d', Readable.from(['signed']), mime);
    expect(store.state.unsigned).toBe(0);
    const other = bucketOf({ STORAGE_SECRET: 'another secret' });
    await expect(other.put('org-1/files/d', Readable.from(['forged']), mime)).rejects.toThrow();
    await expect(other.get('org-1/files/d')).rejects.toThrow();
    await expect(other.delete('org-1/files/d')).rejects.toThrow();
    expect(store.state.unsigned).toBe(3);
    expect((await bytesOf(await bucketOf().get('org-1/files/d'))).toString()).toBe('signed');
    await bucketOf().delete('org-1/files/d');
  });

  it('is told to forget the parts of an upload that fails', async () => {
    store.state.failing = (req) => req.method === 'PUT' && (req.url ?? '').includes('partNumber=2');
    const content = Readable.from(Array.from({ length: 20 }, () => Buffer.alloc(mebibyte)));
    await expect(bucketOf().put('org-1/files/e', content, mime)).rejects.toThrow();
    store.state.failing = null;
    expect([content.destroyed, await left()]).toEqual([true, []]);
  });
});
