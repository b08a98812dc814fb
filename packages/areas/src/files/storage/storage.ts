import type { Readable } from 'node:stream';

export interface PutOptions {
  /** The number of bytes, if known in advance: the content is then sent as it arrives, without a buffer. */
  size?: number;
  signal?: AbortSignal;
}

/** Object storage. An object is written once and never changed, so that readers never see a mix of versions. */
export interface Storage {
  /**
   * Stores a stream completely, or nothing if it fails, is aborted or has another size than given.
   *
   * @returns the number of bytes
   */
  put(key: string, content: Readable, mime: string, options?: PutOptions): Promise<number>;
  /** @throws MissingContentError if there is no object with this key */
  get(key: string, signal?: AbortSignal): Promise<Readable>;
  /** Deletes an object; does nothing if it does not exist. */
  delete(key: string): Promise<void>;
  /** Deletes all objects whose keys start with this one and a slash. */
  deleteUnder(key: string): Promise<void>;
}

/** The object of a row does not exist. */
export class MissingContentError extends Error {
  override readonly name = 'MissingContentError';
}

const segment = '[a-z0-9][a-z0-9_-]*';
const keyPattern = new RegExp(`^${segment}(/${segment}){0,5}$`);

/** Rejects keys that could leave the folder or bucket, although the service generates all keys. */
export function requireKey(key: string): string {
  if (key.length > 200 || !keyPattern.test(key)) throw new Error('Invalid storage key');
  return key;
}
