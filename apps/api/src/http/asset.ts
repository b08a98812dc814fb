import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { isNotModified } from './requests/entity-tags.ts';

const compress = promisify(gzip);

/** A compressed form of an asset. */
interface Variant {
  encoding: 'br' | 'gzip';
  bytes: Buffer;
}

/** A static response body, held in memory plain and compressed. */
export interface Asset {
  type: string;
  bytes: Buffer;
  /** The first one that the client accepts is sent. */
  variants: readonly Variant[];
  digest: string;
  /** The value of `Cache-Control`. */
  cache: string;
}

/** `Cache-Control` for assets at a fixed path: clients revalidate by `ETag`. */
export const revalidatedCache = 'public, no-cache';

/** `Cache-Control` for assets with a digest in their path. */
export const immutableCache = 'public, max-age=31536000, immutable';

/** Creates an asset and compresses it, unless it is given with its variants. */
export async function createAsset(
  type: string,
  content: string | Buffer,
  cache: string,
  variants?: readonly Variant[],
): Promise<Asset> {
  const bytes = Buffer.from(content);
  return {
    type,
    bytes,
    variants: variants ?? [{ encoding: 'gzip', bytes: await compress(bytes) }],
    digest: hash('sha256', bytes, 'base64url').slice(0, 16),
    cache,
  };
}

/** Sends an asset, or 304 if `If-None-Match` names its current entity tag. */
export function sendAsset(req: Request, res: Response, asset: Asset): void {
  const variant = chooseVariant(req, asset);
  const tag = variant ? `"${asset.digest}-${variant.encoding}"` : `"${asset.digest}"`;
  res.setHeader('Cache-Control', asset.cache);
  res.setHeader('ETag', tag);
  res.vary('Accept-Encoding');
  if (isNotModified(req, tag)) {
    res.statusCode = 304;
    res.end();
    return;
  }
  const { bytes } = variant ?? asset;
  res.setHeader('Content-Type', asset.type);
  res.setHeader('Content-Length', bytes.length);
  if (variant) res.setHeader('Content-Encoding', variant.encoding);
  res.end(req.method === 'HEAD' ? undefined : bytes);
}

function chooseVariant(req: Request, { variants }: Asset): Variant | undefined {
  if (req.headers['accept-encoding'] === undefined) return undefined;
  return variants.find(({ encoding }) => req.acceptsEncodings(encoding) === encoding);
}
