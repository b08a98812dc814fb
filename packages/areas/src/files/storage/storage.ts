import type { Readable } from 'node:stream';

/** Where bytes lie. A key is written once and never changed, so that nobody reads half of another version. */
export interface Storage {
  /** Keeps a stream under a key: all of it, or nothing when it fails or is aborted. Answers with its bytes. */
  put(key: string, content: Readable, mime: string, signal?: AbortSignal): Promise<number>;
  /** @throws MissingBytes when there is nothing under the key */
  get(key: string): Promise<Readable>;
  /** Deletes what is under a key; nothing being there is no fault. */
  delete(key: string): Promise<void>;
  /** Deletes what is under the keys that begin with this one and a slash. */
  deleteUnder(key: string): Promise<void>;
}

/** The bytes that a row speaks of are not where they should be. */
export class MissingContentError extends Error {
  override readonly name = 'MissingBytes';
}

const segment = '[a-z0-9][a-z0-9_-]*';
const keyPattern = new RegExp(`^${segment}(/${segment}){0,5}$`);

/** Keys are made by the service, never by clients; still none may lead out of the folder or the bucket. */
export function requireKey(key: string): string {
  if (key.length > 200 || !keyPattern.test(key)) throw new Error('Not a key of the storage');
  return key;
}
