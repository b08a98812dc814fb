import cors from 'cors';
import type { RequestHandler } from 'express';

const readableHeaders = [
  'ETag',
  'X-Request-Id',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Idempotent-Replayed',
  'Link',
  'Allow',
  'Content-Disposition',
  'WWW-Authenticate',
];
const sendableHeaders = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Last-Event-ID',
  'X-Request-Id',
];

/**
 * Lets pages of the configured origins read answers. A preflight is answered for these alone; to anybody
 * else OPTIONS is a method like any other. Cookies are never involved, so credentials are never allowed.
 */
export function crossOrigin(origins: readonly string[]): RequestHandler {
  const isAnybody = origins.includes('*');
  const listed = new Set(origins);
  const answer = cors({
    origin: isAnybody ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: sendableHeaders,
    exposedHeaders: readableHeaders,
    maxAge: 600,
  });
  return (req, res, next) => {
    if (listed.size === 0) return next();
    // Also where the origin is not listed: the answer would have been another one for one that is.
    if (!isAnybody) res.vary('Origin');
    const { origin } = req.headers;
    const isServed = origin !== undefined && (isAnybody || listed.has(origin));
    const isPlainOptions = req.method === 'OPTIONS' && !req.headers['access-control-request-method'];
    if (!isServed || isPlainOptions) return next();
    answer(req, res, next);
  };
}
