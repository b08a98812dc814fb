import { createParser } from 'eventsource-parser';
import { unlessAborted } from '../requests/delays.ts';
import { ConnectionError } from '../requests/errors.ts';

/** A block of a stream, or one of its fields that counts by itself. */
export interface Block {
  position?: string;
  name?: string;
  data?: string;
  retryMs?: number;
}

/**
 * Reads a stream block by block, and no further than it is asked to. A connection that is silent for too long is cut.
 *
 * @throws whatever breaks the connection
 */
export async function* readBlocks(
  response: Response,
  connection: AbortController,
  silenceMs: number,
): AsyncGenerator<Block, void, undefined> {
  let blocks: Block[] = [];
  const parser = createParser({
    onRetry: (retryMs) => blocks.push({ retryMs }),
    // Told before the event of the same block, if it has one: they are one.
    onId: (position) => blocks.push({ position }),
    onEvent: ({ id, event, data }) => {
      if (id !== undefined && blocks.at(-1)?.position === id) blocks.pop();
      blocks.push({ ...(id !== undefined && { position: id }), ...(event && { name: event }), data });
    },
  });
  const decoder = new TextDecoder();
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  try {
    for (;;) {
      const { done, value } = await withSilenceTimeout(() => reader.read(), connection, silenceMs);
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      const ready = blocks;
      blocks = [];
      yield* ready;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Cuts a connection that lets somebody wait for too long. */
export async function withSilenceTimeout<Result>(
  read: () => Promise<Result>,
  connection: AbortController,
  silenceMs: number,
): Promise<Result> {
  const timer = setTimeout(
    () => connection.abort(new ConnectionError(`Nothing came for ${silenceMs} ms`)),
    silenceMs,
  );
  try {
    // Not every fetch hears of an abort once its answer has begun.
    return await unlessAborted(read(), connection.signal);
  } finally {
    clearTimeout(timer);
  }
}
