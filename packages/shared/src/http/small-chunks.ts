import type { IncomingMessage, ServerResponse } from 'node:http';

/** Some clients write texts in small pieces, each of which is sent as a chunk. */
const maxSmallChunks = 2_048;
/** Of further chunks, on average. Receiving a chunk takes about 2 µs of the event loop, even one of a byte. */
const minChunkBytes = 32;

/**
 * Calls a function once if the body of a request arrives in too many small chunks, also in a part of it that is discarded
 * because the response was sent before. Nothing of the body is received afterwards.
 */
export function limitSmallChunks(req: IncomingMessage, res: ServerResponse, reject: () => void): void {
  if (req.headers['transfer-encoding'] === undefined) return;
  const push = req.push.bind(req);
  let chunks = 0;
  let bytes = 0;
  const isExceeded = () => bytes < (chunks - maxSmallChunks) * minChunkBytes;
  // Called for each chunk. A listener for `data` would begin to read the body.
  req.push = (chunk: Buffer | null, encoding) => {
    if (chunk === null) return push(chunk);
    if (isExceeded()) return false;
    chunks += 1;
    bytes += chunk.length;
    if (!isExceeded()) return push(chunk, encoding);
    reject();
    return false;
  };
  // Node would discard the rest without passing it on.
  res.prependOnceListener('finish', () => {
    if (req.complete) return;
    req.read(0);
    req.resume();
  });
}
