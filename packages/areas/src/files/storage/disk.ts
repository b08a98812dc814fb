import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MissingContentError, type PutOptions, requireKey, type Storage } from './storage.ts';

/** Stores objects in a local folder, which API and worker must share. */
export function diskStorage(dataDir: string): Storage {
  const root = path.resolve(dataDir, 'files');
  const pathOf = (key: string) => path.join(root, requireKey(key));
  return {
    put: async (key, content, _mime, options) => put(pathOf(key), content, options),
    get: async (key, signal) => {
      const content = await read(pathOf(key));
      return signal ? addAbortSignal(signal, content) : content;
    },
    delete: async (key) => rm(pathOf(key), { force: true }),
    deleteUnder: async (key) => deleteFolder(pathOf(key)),
  };
}

/** Writes under a temporary name until all content is on disk, so that a crash leaves no partial object. */
async function put(target: string, content: Readable, { size, signal }: PutOptions = {}): Promise<number> {
  const folder = path.dirname(target);
  const unfinished = path.join(folder, `.${randomUUID()}.part`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(content, file, { ...(signal && { signal }) });
    if (size !== undefined && file.bytesWritten !== size) throw new Error('The content has another size');
    await rename(unfinished, target);
    await flushFolder(folder);
    return file.bytesWritten;
  } catch (error) {
    content.destroy();
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** A renamed file is durable only once its folder is flushed. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Deletes a folder; does nothing for a file of that name. */
async function deleteFolder(folder: string): Promise<void> {
  const found = await lstat(folder).catch(() => null);
  if (found?.isDirectory()) await rm(folder, { recursive: true, force: true });
}

async function read(target: string): Promise<Readable> {
  try {
    const handle = await open(target, 'r');
    return handle.createReadStream();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new MissingContentError('No file with this key');
    throw error;
  }
}
