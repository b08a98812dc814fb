import { Readable } from 'node:stream';
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';

interface ObjectParams {
  Bucket: string;
  Key: string;
  ContentType: string;
}

/**
 * Stores an object of known size in one request that sends each chunk as it arrives.
 *
 * @param idleMs time for the storage to accept a chunk, and to respond after the last one. The sender of the content has
 *   limits of its own.
 */
export async function sendObject(
  client: S3Client,
  params: ObjectParams,
  content: Readable,
  { size, idleMs }: { size: number; idleMs: number },
): Promise<void> {
  const stop = new AbortController();
  const timer = new StorageTimer(idleMs, (error) => stop.abort(error));
  const state = { isComplete: false };
  const Body = Readable.from(readExactly(content, size, timer, state), { objectMode: false });
  // The SDK pipes the body into the request and does not watch it for errors.
  Body.once('error', (error) => stop.abort(error));
  try {
    timer.start();
    await client.send(new PutObjectCommand({ ...params, ContentLength: size, Body }), {
      abortSignal: stop.signal,
    });
    if (!state.isComplete) throw new Error('The storage responded before it received all content');
  } catch (error) {
    // Also after a response: the rest of the request is not sent.
    stop.abort();
    throw error;
  } finally {
    timer.stop();
    Body.destroy();
  }
}

async function* readExactly(
  content: Readable,
  size: number,
  timer: StorageTimer,
  state: { isComplete: boolean },
): AsyncGenerator<Buffer> {
  const chunks = content[Symbol.asyncIterator]();
  let sent = 0;
  for (;;) {
    timer.stop();
    const { value, done } = await chunks.next();
    timer.start();
    if (done) break;
    sent += value.length;
    if (sent > size) throw new Error('The content is longer than its size');
    yield value;
  }
  if (sent < size) throw new Error('The content is shorter than its size');
  state.isComplete = true;
}

/** Measures the time in which the storage must make progress, but not that of the sender. */
class StorageTimer {
  readonly #idleMs: number;
  readonly #onTimeout: (error: Error) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(idleMs: number, onTimeout: (error: Error) => void) {
    this.#idleMs = idleMs;
    this.#onTimeout = onTimeout;
  }

  start(): void {
    this.stop();
    const message = `The storage made no progress within ${this.#idleMs / 1_000} s`;
    this.#timer = setTimeout(() => this.#onTimeout(new Error(message)), this.#idleMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
