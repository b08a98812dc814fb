import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip, inflate } from 'node:zlib';
import { threadMs } from '../../thread-ms.ts';

const decompressors = { gzip: promisify(gunzip), deflate: promisify(inflate) };

const identity = 'identity';

/** A JSON body that has arrived. */
interface ArrivedBody {
  /** Its length after decompression. */
  bytes: number;
  /** {@link threadMs} before it was parsed. */
  parsedFrom: number;
}

const arrived = new WeakMap<IncomingMessage, ArrivedBody>();
const received = new WeakMap<IncomingMessage, number>();

/** Returns the JSON body of a request; undefined without one, or before it has arrived. */
export const arrivedBodyOf = (req: IncomingMessage): ArrivedBody | undefined => arrived.get(req);

export const setArrivedBody = (req: IncomingMessage, bytes: number): unknown =>
  arrived.set(req, { bytes, parsedFrom: threadMs() });

/** The bytes of a JSON body that have been received, before decompression. */
export const receivedBytesOf = (req: IncomingMessage): number => received.get(req) ?? 0;

export const setReceivedBytes = (req: IncomingMessage, bytes: number): unknown => received.set(req, bytes);

/** The encoding of a body. @throws an error of the type `encoding.unsupported` */
export function encodingOf({ headers }: IncomingMessage): typeof identity | keyof typeof decompressors {
  const encoding = (headers['content-encoding'] ?? identity).toLowerCase();
  if (encoding === identity || encoding === 'gzip' || encoding === 'deflate') return encoding;
  throw bodyFailure('encoding.unsupported');
}

/**
 * Receives a compressed body completely, then decompresses it. While a body arrives, only its compressed bytes are in memory:
 * otherwise a client could hold a thousand times as many bytes as it has sent by not sending the last one.
 *
 * @returns a request with the decompressed body
 * @throws an error of the type `entity.too.large` beyond `limit` bytes
 */
export async function decompressBody<Req extends IncomingMessage>(
  req: Req,
  encoding: keyof typeof decompressors,
  limit: number,
): Promise<Req> {
  const compressed = await receive(req, limit);
  const body = await decompressors[encoding](compressed, { maxOutputLength: limit }).catch((cause) => {
    throw bodyFailure(cause.code === 'ERR_BUFFER_TOO_LARGE' ? 'entity.too.large' : 'encoding.invalid');
  });
  setArrivedBody(req, body.length);
  const { 'content-encoding': _, 'transfer-encoding': __, ...headers } = req.headers;
  headers['content-length'] = String(body.length);
  return Object.assign(Readable.from([body]), { headers }) as unknown as Req;
}

/** Receives a body. Nothing is kept of one that has more bytes than the limit. */
function receive(req: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let received = 0;
  return new Promise((resolve, reject) => {
    req.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received <= limit) chunks.push(chunk);
      else chunks.length = 0;
    });
    req.once('end', () => resolve(Buffer.concat(chunks)));
    req.once('error', reject);
  });
}

const bodyFailure = (type: string) => Object.assign(new Error(), { type });
