import { createParser } from 'eventsource-parser';
import { unlessAborted } from '../requests/delays.ts';
import { ConnectionError } from '../requests/errors.ts';

/** A block of a stream, or one of its fields. */
export interface Block {
  position?: string;
  name?: string;
  data?: string;
  retryMs?: number;
}

/**
 * Reads a stream block by block, on demand. Aborts a silent connection.
 *
 * @throws the error that breaks the connection
 */
export async function* readBlocks(
  response: Response,
  connection: AbortController,
  silenceMs: number,
): AsyncGenerator<Block, void, undefined> {
  let blocks: Block[] = [];
  const parser = createParser({
    onRetry: (retryMs) => blocks.push({ retryMs }),
    // Called before the event of the same block, if there is one; they are merged.
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

/** Aborts the connection if a read takes too long. */
export async function withSilenceTimeout<Result>(
  read: () => Promise<Result>,
  connection: AbortController,
  silenceMs: number,
): Promise<Result> {
  const timer = setTimeout(
    () => connection.abort(new ConnectionError(`No data for ${silenceMs} ms`)),
    silenceMs,
  );
  try {
    // Not every `fetch` reacts to an abort after the response has begun.
    return await unlessAborted(read(), connection.signal);
  } finally {
    clearTimeout(timer);
  }
}
