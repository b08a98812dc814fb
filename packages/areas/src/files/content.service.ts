import { createHash } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AppError,
  type Call,
  type Caller,
  type Download,
  invalidField,
  notFound,
  type PublicCall,
  type Upload,
} from '@wfp/shared';
import { write } from '@wfp/shared/db';
import { callerForUser } from '../auth/index.ts';
import { type LinkQuery, maxFileBytes } from './files.contract.ts';
import { files } from './files.resource.ts';
import { newStorageKey, withUrls } from './files.service.ts';
import { type FileRow, findStoredFile, markFileRefused, markStored } from './files.store.ts';
import { verifyLink } from './links.ts';
import { findMediaTypeError, sampleBytes, servedType } from './scanning/media-types.ts';
import { scan } from './scanning/scan.ts';
import { getStorage } from './storage/get-storage.ts';
import { closeConnection, openContent, storageUnavailable } from './storage/open-content.ts';

type ById<Body = unknown> = Pick<Call<{ id: number }, unknown, Body>, 'caller' | 'params' | 'body'>;

/** Receives the content of a file. Checks size, type and viruses before the file is marked as stored. */
export async function uploadContent({ caller, params, body }: ById<Upload>) {
  const file = await files.require(caller, params.id, 'update');
  if (file.status !== 'pending') throw alreadyUploaded();
  const storage = getStorage(caller.platform);
  // The key is unique per upload: concurrent uploads write separate objects, and one of them is used.
  const storage_key = newStorageKey(caller, file.id);
  // Not awaited, so that a storage that does not respond delays no response.
  const discard = () => void storage.delete(storage_key).catch(() => undefined);
  let by: Caller;
  let sha256: string;
  try {
    sha256 = await receiveContent(caller, storage_key, file, body.content);
    await rejectInfected(caller, storage_key, file);
    by = await body.reauthorize();
    await files.require(by, params.id, 'update');
  } catch (error) {
    discard();
    throw error;
  }
  // On failure the write may still have succeeded, so the object remains until its row is purged.
  const [row] = await write(by, markStored(by, file.id, { storage_key, sha256 }), {
    event: 'file.uploaded',
  });
  if (!row) {
    discard();
    throw alreadyUploaded();
  }
  return withUrls(by, row);
}

const alreadyUploaded = () => invalidField('content', 'The file already has content, or was rejected');

async function receiveContent(caller: Caller, key: string, file: FileRow, body: Readable): Promise<string> {
  const meter = new UploadMeter(file.size);
  const storingContent = getStorage(caller.platform).put(key, meter, file.mime, { size: file.size });
  // Both ends are awaited: when one fails, it aborts the other, whose error is not the cause.
  const [sending, storing] = await Promise.allSettled([pipeline(body, meter), storingContent]);
  if (meter.error) throw meter.error;
  // The client disconnected: a storage that fails destroys the meter without an error.
  if (meter.errored) throw meter.errored;
  if (storing.status === 'rejected') throw storageUnavailable(storing.reason);
  if (sending.status === 'rejected') throw sending.reason;
  const error = await findMediaTypeError(file.mime, meter.sample());
  if (error) throw invalidField('mime', error);
  return meter.sha256();
}

const wrongSizeError = (message: string) =>
  new AppError('invalid', 'Validation failed', {
    details: { fieldErrors: { size: [message] }, formErrors: [] },
    headers: closeConnection,
  });

/**
 * Counts and hashes the content, and keeps a sample of its beginning. Fails at the first byte beyond the declared size or
 * the maximum, and at the end of shorter content.
 */
class UploadMeter extends Transform {
  readonly #hash = createHash('sha256');
  readonly #declaredSize: number;
  readonly #sampleChunks: Buffer[] = [];
  #storing = 0;
  size = 0;
  error: AppError | null = null;

  constructor(declared: number) {
    super();
    this.#declaredSize = declared;
  }

  override _transform(chunk: Buffer, _encoding: string, done: (error: Error | null, data?: Buffer) => void) {
    this.size += chunk.length;
    if (this.size > maxFileBytes) {
      this.error = new AppError('too_large', `Files are limited to ${maxFileBytes / 1024 / 1024} MiB`, {
        headers: closeConnection,
      });
    } else if (this.size > this.#declaredSize) {
      this.error = wrongSizeError(
        `Must match the content: declared ${this.#declaredSize} bytes, received more`,
      );
    }
    if (this.error) {
      done(this.error);
      return;
    }
    this.#hash.update(chunk);
    if (this.#storing < sampleBytes) {
      this.#sampleChunks.push(chunk.subarray(0, sampleBytes - this.#storing));
      this.#storing += chunk.length;
    }
    done(null, chunk);
  }

  override _flush(done: (error: Error | null) => void) {
    if (this.size < this.#declaredSize) {
      const message = `Must match the content: declared ${this.#declaredSize} bytes, received ${this.size}`;
      this.error = wrongSizeError(message);
    }
    done(this.error);
  }

  sample(): Buffer {
    return Buffer.concat(this.#sampleChunks);
  }

  sha256(): string {
    return this.#hash.digest('hex');
  }
}

/** Rejects infected content. Does nothing without a configured scanner; if the scanner fails, the upload fails. */
async function rejectInfected(caller: Caller, key: string, file: FileRow): Promise<void> {
  const { CLAMD_URL } = caller.platform.config;
  if (CLAMD_URL === '') return;
  const content = await openContent(caller.platform, key);
  const verdict = await scan(CLAMD_URL, content, file.size).catch((error: unknown) => {
    caller.platform.log.error({ err: error }, 'Could not scan an upload');
    throw new AppError('unavailable', 'Virus scanning is temporarily unavailable; try again later');
  });
  if (verdict.clean) return;
  caller.platform.log.warn({ file_id: file.id, found: verdict.found }, 'Rejected an infected upload');
  await write(caller, markFileRefused(caller, file.id), { event: 'file.refused' });
  throw invalidField('content', `Is infected: ${verdict.found}`);
}

export async function downloadContent({ caller, params }: Omit<ById, 'body'>): Promise<Download> {
  const file = await findStoredFile(caller, params.id);
  if (!file) throw notFound('File');
  const content = await openContent(caller.platform, file.storage_key);
  return { name: file.name, mime: servedType(file.mime), size: file.size, content, caller };
}

/** Downloads a file by link, if the user or API key for which it was created may still download it. */
export async function downloadByLink({
  platform,
  origin,
  params,
  query,
}: PublicCall<{ id: number }, LinkQuery, unknown>): Promise<Download> {
  const requester = verifyLink(platform, { kind: 'file', id: params.id }, query.token);
  const caller = await callerForUser(platform, requester, origin, []);
  if (!caller?.rowScopeFor('file:read') || caller.restrictions.some((one) => one !== 'read_only')) {
    throw notFound('File');
  }
  return downloadContent({ caller, params });
}
