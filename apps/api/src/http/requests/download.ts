import { pipeline } from 'node:stream/promises';
import type { Download } from '@wfp/shared';
import type { Request, Response } from 'express';

/** Sends bytes as an attachment: nothing that somebody uploaded is ever shown as a page of this origin. */
export async function sendDownload(req: Request, res: Response, download: Download): Promise<void> {
  const { name, mime, size, content } = download;
  res.statusCode = 200;
  res.setHeader('Content-Type', mime);
  res.setHeader('Content-Disposition', contentDisposition(name));
  if (size !== undefined) res.setHeader('Content-Length', size);
  if (req.method === 'HEAD') {
    content.destroy();
    res.end();
    return;
  }
  await pipeline(content, res).catch((error: unknown) => {
    // Whoever goes away in the middle is no failure of the service; the request's own line tells of it.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

/** For what knows RFC 6266, and in plain ASCII for what does not. */
function contentDisposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeRfc5987(name)}`;
}

/** A file name as RFC 8187 writes it (once RFC 5987). */
function encodeRfc5987(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
