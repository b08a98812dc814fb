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
} from '@wfp/shared';
import { write } from '@wfp/shared/db';
import { callerForUser } from '../auth/index.ts';
import { type LinkQuery, maxFileBytes } from './files.contract.ts';
import { files } from './files.resource.ts';
import { newStorageKey, withUrls } from './files.service.ts';
import { type FileRow, findStoredFile, markFileRefused, markStored } from './files.store.ts';
import { verifyLink } from './links.ts';
import { findFileOwner } from './purge/lane.store.ts';
import { findMediaTypeError, sampleBytes, servedType } from './scanning/media-types.ts';
import { scan } from './scanning/scan.ts';
import { getStorage } from './storage/get-storage.ts';
import { MissingContentError } from './storage/storage.ts';

type ById<Body = unknown> = Pick<Call<{ id: number }, unknown, Body>, 'caller' | 'params' | 'body'>;

/** Takes the bytes of a file: counted while they come, looked at before the file counts as there. */
export async function uploadContent({ caller, params, body }: ById<Readable>) {
  const file = await files.require(caller, params.id, 'update');
  if (file.status !== 'pending') throw alreadyUploaded();
  const storage = getStorage(caller.platform);
  // A key of this upload alone: of two at the same time each writes its own bytes, and one of them counts.
  const storage_key = newStorageKey(caller, file.id);
  const forget = () => storage.delete(storage_key).catch(() => undefined);
  let sha256: string;
  try {
    sha256 = await receiveContent(caller, storage_key, file, body);
    await rejectInfected(caller, storage_key, file);
  } catch (error) {
    await forget();
    throw error;
  }
  // If this fails, it may be that only its answer was lost: the bytes stay, at most until their row goes.
  const [row] = await write(caller, markStored(caller, file.id, { storage_key, sha256 }), {
    event: 'file.uploaded',
  });
  if (!row) {
    await forget();
    throw alreadyUploaded();
  }
  return withUrls(caller, row);
}

const alreadyUploaded = () => invalidField('content', 'The bytes of this file are no longer awaited');

async function receiveContent(caller: Caller, key: string, file: FileRow, body: Readable): Promise<string> {
  const meter = new UploadMeter(file.size);
  const putting = getStorage(caller.platform).put(key, meter, file.mime);
  // Both ends are awaited: when one fails the other is ended, and its failure is not the one to tell.
  const [came, kept] = await Promise.allSettled([pipeline(body, meter), putting]);
  if (meter.fault) throw meter.fault;
  if (kept.status === 'rejected')
    throw isClientDisconnect(kept.reason) ? kept.reason : storageUnavailable(kept.reason);
  if (came.status === 'rejected') throw came.reason;
  if (meter.size !== file.size) throw wrongSizeError(`${meter.size} bytes came, ${file.size} were declared`);
  const fault = await findMediaTypeError(file.mime, meter.sample());
  if (fault) throw invalidField('mime', fault);
  return meter.sha256();
}

/** Whether it was the client that went away, in the middle of what it sent. */
function isClientDisconnect(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
}

function storageUnavailable(error: unknown): AppError {
  const message = 'The storage of files cannot be reached at the moment; try again later';
  return new AppError('unavailable', message, { cause: error, headers });
}

/** The bytes under a key. @throws AppError `unavailable` when the storage does not answer */
async function openContent(caller: Caller, key: string): Promise<Readable> {
  try {
    return await getStorage(caller.platform).get(key);
  } catch (error) {
    throw error instanceof MissingContentError ? error : storageUnavailable(error);
  }
}

/** The connection ends with these: the rest of the body is not worth receiving. */
const headers = { Connection: 'close' };
const wrongSizeError = (message: string) =>
  new AppError('invalid', 'Validation failed', {
    details: { fieldErrors: { size: [message] }, formErrors: [] },
    headers,
  });

/** Counts and digests what passes, keeps its beginning, and ends what is too long at the first byte over. */
class UploadMeter extends Transform {
  readonly #hash = createHash('sha256');
  readonly #declared: number;
  readonly #beginning: Buffer[] = [];
  #kept = 0;
  size = 0;
  fault: AppError | null = null;

  constructor(declared: number) {
    super();
    this.#declared = declared;
  }

  override _transform(chunk: Buffer, _encoding: string, done: (error: Error | null, data?: Buffer) => void) {
    this.size += chunk.length;
    if (this.size > maxFileBytes) {
      this.fault = new AppError('too_large', `A file is at most ${maxFileBytes / 1024 / 1024} MiB`, {
        headers,
      });
    } else if (this.size > this.#declared) {
      this.fault = wrongSizeError(`More bytes came than the ${this.#declared} that were declared`);
    }
    if (this.fault) {
      done(this.fault);
      return;
    }
    this.#hash.update(chunk);
    if (this.#kept < sampleBytes) {
      this.#beginning.push(chunk.subarray(0, sampleBytes - this.#kept));
      this.#kept += chunk.length;
    }
    done(null, chunk);
  }

  sample(): Buffer {
    return Buffer.concat(this.#beginning);
  }

  sha256(): string {
    return this.#hash.digest('hex');
  }
}

/** Without a scanner nothing is scanned; with one that cannot be asked, nothing is taken. */
async function rejectInfected(caller: Caller, key: string, file: FileRow): Promise<void> {
  const { CLAMD_URL } = caller.platform.config;
  if (CLAMD_URL === '') return;
  const content = await openContent(caller, key);
  const verdict = await scan(CLAMD_URL, content).catch((error: unknown) => {
    caller.platform.log.error({ err: error }, 'An upload could not be scanned');
    throw new AppError('unavailable', 'The file cannot be scanned at the moment; try again later');
  });
  if (verdict.clean) return;
  caller.platform.log.warn({ file_id: file.id, found: verdict.found }, 'An upload was refused');
  await write(caller, markFileRefused(caller, file.id), { event: 'file.refused' });
  throw invalidField('content', `The scanner found ${verdict.found}`);
}

/** The bytes of one's own file. */
export async function downloadContent({ caller, params }: Omit<ById, 'body'>): Promise<Download> {
  const file = await findStoredFile(caller, params.id);
  if (!file) throw notFound('File');
  const content = await openContent(caller, file.storage_key);
  return { name: file.name, mime: servedType(file.mime), size: file.size, content };
}

/** The same by a link, as long as its owner could download it themselves. */
export async function downloadByLink({
  platform,
  origin,
  params,
  query,
}: PublicCall<{ id: number }, LinkQuery, unknown>): Promise<Download> {
  const target = verifyLink(platform, { kind: 'file', id: params.id }, query.token);
  const owner = await findFileOwner(platform, target.org_id, target.id);
  const caller = owner && (await callerForUser(platform, owner, origin, []));
  if (!caller?.rowScopeFor('file:read') || caller.restrictions.some((one) => one !== 'read_only')) {
    throw notFound('File');
  }
  return downloadContent({ caller, params });
}
