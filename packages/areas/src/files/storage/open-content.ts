import type { Readable } from 'node:stream';
import { AppError, type Platform } from '@wfp/shared';
import { getStorage } from './get-storage.ts';
import { MissingContentError } from './storage.ts';

/** Closes the connection, so that the rest of the body is not received. */
export const closeConnection = { Connection: 'close' };

export function storageUnavailable(error: unknown): AppError {
  const message = 'File storage is temporarily unavailable; try again later';
  return new AppError('unavailable', message, { cause: error, headers: closeConnection });
}

/** @throws MissingContentError if the object does not exist, AppError `unavailable` if the storage fails otherwise */
export async function openContent(platform: Platform, key: string): Promise<Readable> {
  try {
    return await getStorage(platform).get(key);
  } catch (error) {
    throw error instanceof MissingContentError ? error : storageUnavailable(error);
  }
}

interface ReadLimits {
  /** The exact size in bytes. */
  size: number;
  /** For the whole object: the storage could send a byte at a time. */
  timeoutMs: number;
  signal?: AbortSignal;
}

/**
 * Reads an object into memory.
 *
 * @throws MissingContentError if it does not exist, UnreadableContentError if it has another size or does not arrive in time
 */
export async function readContent(
  platform: Platform,
  key: string,
  { size, timeoutMs, signal }: ReadLimits,
): Promise<Buffer> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const content = await getStorage(platform).get(
      key,
      signal ? AbortSignal.any([timeout, signal]) : timeout,
    );
    const chunks: Buffer[] = [];
    let received = 0;
    for await (const chunk of content) {
      received += chunk.length;
      if (received > size) break;
      chunks.push(chunk);
    }
    if (received !== size) throw new Error(`The object does not have the ${size} bytes of its row`);
    return Buffer.concat(chunks);
  } catch (error) {
    if (error instanceof MissingContentError || signal?.aborted) throw error;
    throw new UnreadableContentError(timeout.aborted, error);
  }
}

/** The storage failed, was too slow, or sent an object of another size. */
export class UnreadableContentError extends Error {
  override readonly name = 'UnreadableContentError';
  readonly isTimeout: boolean;

  constructor(isTimeout: boolean, cause: unknown) {
    super(isTimeout ? 'The storage did not send the object in time' : 'The storage did not send the object', {
      cause,
    });
    this.isTimeout = isTimeout;
  }
}
