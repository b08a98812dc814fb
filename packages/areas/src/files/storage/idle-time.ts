import { addAbortSignal, Readable } from 'node:stream';

/**
 * Returns a stream with the same content that fails if the next chunk does not arrive in time. A slow reader is not an error:
 * time counts only while there is room for a chunk.
 */
export function limitIdleTime(source: Readable, idleMs: number, signal?: AbortSignal): Readable {
  const limited = Readable.from(readInTime(source, idleMs), { objectMode: false });
  // The generator cannot return while it awaits a chunk.
  limited.once('close', () => source.destroy());
  return signal ? addAbortSignal(signal, limited) : limited;
}

async function* readInTime(source: Readable, idleMs: number): AsyncGenerator<Buffer> {
  const stop = () => source.destroy(new Error(`The storage sent no byte within ${idleMs / 1_000} s`));
  const chunks = source[Symbol.asyncIterator]();
  for (;;) {
    const timer = setTimeout(stop, idleMs);
    const { value, done } = await chunks.next().finally(() => clearTimeout(timer));
    if (done) return;
    yield value;
  }
}
