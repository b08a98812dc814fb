import { pipeline } from 'node:stream/promises';
import type { Download } from '@wfp/shared';
import type { Exchange } from '../responses.ts';

/**
 * Sends a file as an attachment, so that uploaded content is never rendered as a page of this origin.
 *
 * @throws AppError `rate_limited` if too many downloads of its caller are in progress
 */
export async function sendDownload(
  { req, res, bodies }: Pick<Exchange, 'req' | 'res' | 'bodies'>,
  { name, mime, size, content, caller }: Download,
): Promise<void> {
  try {
    bodies.startDownload(caller, res);
  } catch (error) {
    content.destroy();
    throw error;
  }
  res.statusCode = 200;
  res.setHeader('Content-Type', mime);
  res.setHeader('Content-Disposition', contentDisposition(name));
  if (size !== undefined) res.setHeader('Content-Length', size);
  if (req.method === 'HEAD') {
    content.destroy();
    res.end();
    return;
  }
  await pipeline(content, (chunks: AsyncIterable<Buffer>) => requireSize(chunks, size), res).catch(
    (error: unknown) => {
      // The client disconnected; the request log reports it.
      if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    },
  );
}

/**
 * Fails if the content has another size than `Content-Length`: the connection is then closed. Otherwise the client would take
 * missing bytes from the next response, or the surplus for one.
 */
async function* requireSize(content: AsyncIterable<Buffer>, size = Number.NaN): AsyncGenerator<Buffer> {
  let sent = 0;
  for await (const chunk of content) {
    sent += chunk.length;
    if (sent > size) throw new Error('The content is longer than its size');
    yield chunk;
  }
  if (sent < size) throw new Error('The content is shorter than its size');
}

/** RFC 6266 with an ASCII fallback for clients that do not support `filename*`. */
function contentDisposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeRfc8187(name)}`;
}

/** RFC 8187 (formerly RFC 5987). */
function encodeRfc8187(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
