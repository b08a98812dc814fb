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
import { callerOfUser } from '../auth/index.ts';
import { type LinkQuery, mostFileBytes } from './files.contract.ts';
import { files } from './files.resource.ts';
import { newKey, withUrls } from './files.service.ts';
import { type FileRow, findStored, markRefused, markStored } from './files.store.ts';
import { openLink } from './links.ts';
import { ownerOfFile } from './purge/lane.store.ts';
import { sampleBytes, servedType, typeFault } from './scanning/media-types.ts';
import { scan } from './scanning/scan.ts';
import { MissingBytes } from './storage/storage.ts';
import { storageOf } from './storage/storage-of.ts';

type ById<Body = unknown> = Pick<Call<{ id: number }, unknown, Body>, 'caller' | 'params' | 'body'>;

/** Takes the bytes of a file: counted while they come, looked at before the file counts as there. */
export async function uploadContent({ caller, params, body }: ById<Readable>) {
  const file = await files.require(caller, params.id, 'update');
  if (file.status !== 'pending') throw alreadyThere();
  const storage = storageOf(caller.platform);
  // A key of this upload alone: of two at the same time each writes its own bytes, and one of them counts.
  const storage_key = newKey(caller, file.id);
  const forget = () => storage.delete(storage_key).catch(() => undefined);
  let sha256: string;
  try {
    sha256 = await receive(caller, storage_key, file, body);
    await refuseInfected(caller, storage_key, file);
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
    throw alreadyThere();
  }
  return withUrls(caller, row);
}

const alreadyThere = () => invalidField('content', 'The bytes of this file are no longer awaited');

async function receive(caller: Caller, key: string, file: FileRow, body: Readable): Promise<string> {
  const meter = new Meter(file.size);
  const putting = storageOf(caller.platform).put(key, meter, file.mime);
  // Both ends are awaited: when one fails the other is ended, and its failure is not the one to tell.
  const [came, kept] = await Promise.allSettled([pipeline(body, meter), putting]);
  if (meter.fault) throw meter.fault;
  if (kept.status === 'rejected') throw isCutOff(kept.reason) ? kept.reason : storageAway(kept.reason);
  if (came.status === 'rejected') throw came.reason;
  if (meter.size !== file.size) throw wrongSize(`${meter.size} bytes came, ${file.size} were declared`);
  const fault = await typeFault(file.mime, meter.sample());
  if (fault) throw invalidField('mime', fault);
  return meter.sha256();
}

/** Whether it was the client that went away, in the middle of what it sent. */
function isCutOff(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
}

function storageAway(error: unknown): AppError {
  const message = 'The storage of files cannot be reached at the moment; try again later';
  return new AppError('unavailable', message, { cause: error, headers });
}

/** The bytes under a key. @throws AppError `unavailable` when the storage does not answer */
async function bytesAt(caller: Caller, key: string): Promise<Readable> {
  try {
    return await storageOf(caller.platform).get(key);
  } catch (error) {
    throw error instanceof MissingBytes ? error : storageAway(error);
  }
}

/** The connection ends with these: the rest of the body is not worth receiving. */
const headers = { Connection: 'close' };
const wrongSize = (message: string) =>
  new AppError('invalid', 'Validation failed', {
    details: { fieldErrors: { size: [message] }, formErrors: [] },
    headers,
  });

/** Counts and digests what passes, keeps its beginning, and ends what is too long at the first byte over. */
class Meter extends Transform {
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
    if (this.size > mostFileBytes) {
      this.fault = new AppError('too_large', `A file is at most ${mostFileBytes / 1024 / 1024} MiB`, {
        headers,
      });
    } else if (this.size > this.#declared) {
      this.fault = wrongSize(`More bytes came than the ${this.#declared} that were declared`);
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
async function refuseInfected(caller: Caller, key: string, file: FileRow): Promise<void> {
  const { CLAMD_URL } = caller.platform.config;
  if (CLAMD_URL === '') return;
  const content = await bytesAt(caller, key);
  const verdict = await scan(CLAMD_URL, content).catch((error: unknown) => {
    caller.platform.log.error({ err: error }, 'An upload could not be scanned');
    throw new AppError('unavailable', 'The file cannot be scanned at the moment; try again later');
  });
  if (verdict.clean) return;
  caller.platform.log.warn({ file_id: file.id, found: verdict.found }, 'An upload was refused');
  await write(caller, markRefused(caller, file.id), { event: 'file.refused' });
  throw invalidField('content', `The scanner found ${verdict.found}`);
}

/** The bytes of one's own file. */
export async function downloadContent({ caller, params }: Omit<ById, 'body'>): Promise<Download> {
  const file = await findStored(caller, params.id);
  if (!file) throw notFound('File');
  const content = await bytesAt(caller, file.storage_key);
  return { name: file.name, mime: servedType(file.mime), size: file.size, content };
}

/** The same by a link, as long as its owner could download it themselves. */
export async function downloadByLink({
  platform,
  origin,
  params,
  query,
}: PublicCall<{ id: number }, LinkQuery, unknown>): Promise<Download> {
  const target = openLink(platform, { kind: 'file', id: params.id }, query.token);
  const owner = await ownerOfFile(platform, target.org_id, target.id);
  const caller = owner && (await callerOfUser(platform, owner, origin, []));
  if (!caller?.reach('file:read') || caller.hindrances.some((one) => one !== 'read_only')) {
    throw notFound('File');
  }
  return downloadContent({ caller, params });
}
