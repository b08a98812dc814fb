import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { isNotModified } from '../http/requests/entity-tags.ts';

const compress = promisify(gzip);

/** A static response body, held in memory plain and gzipped. */
export interface Asset {
  type: string;
  bytes: Buffer;
  compressed: Buffer;
  digest: string;
  /** The value of `Cache-Control`. */
  cache: string;
}

/** `Cache-Control` for assets at a fixed path: clients revalidate by `ETag`. */
export const revalidatedCache = 'public, no-cache';

/** `Cache-Control` for assets with a digest in their path. */
export const immutableCache = 'public, max-age=31536000, immutable';

export async function createAsset(type: string, content: string | Buffer, cache: string): Promise<Asset> {
  const bytes = Buffer.from(content);
  return {
    type,
    bytes,
    compressed: await compress(bytes),
    digest: hash('sha256', bytes, 'base64url').slice(0, 16),
    cache,
  };
}

/** Sends an asset, or 304 if `If-None-Match` names its current entity tag. */
export function sendAsset(
  req: Request,
  res: Response,
  { type, bytes, compressed, digest, cache }: Asset,
): void {
  const isCompressed =
    req.headers['accept-encoding'] !== undefined && req.acceptsEncodings('gzip') === 'gzip';
  const tag = isCompressed ? `"${digest}-gzip"` : `"${digest}"`;
  res.setHeader('Cache-Control', cache);
  res.setHeader('ETag', tag);
  res.vary('Accept-Encoding');
  if (isNotModified(req, tag)) {
    res.statusCode = 304;
    res.end();
    return;
  }
  const sent = isCompressed ? compressed : bytes;
  res.setHeader('Content-Type', type);
  res.setHeader('Content-Length', sent.length);
  if (isCompressed) res.setHeader('Content-Encoding', 'gzip');
  res.end(req.method === 'HEAD' ? undefined : sent);
}
