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
 * Applies CORS for the configured origins. Preflights of other origins are handled as ordinary OPTIONS requests.
 * Session cookies are only for pages of this service, so `Access-Control-Allow-Credentials` is never sent.
 */
export function crossOrigin(origins: readonly string[]): RequestHandler {
  const allowsAnyOrigin = origins.includes('*');
  const listed = new Set(origins);
  const applyCors = cors({
    origin: allowsAnyOrigin ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: sendableHeaders,
    exposedHeaders: readableHeaders,
    maxAge: 600,
  });
  return (req, res, next) => {
    if (listed.size === 0) return next();
    // Sent to unlisted origins as well: caches must not reuse their responses for a listed origin.
    if (!allowsAnyOrigin) res.vary('Origin');
    const { origin } = req.headers;
    const isAllowed = origin !== undefined && (allowsAnyOrigin || listed.has(origin));
    const isPlainOptions = req.method === 'OPTIONS' && !req.headers['access-control-request-method'];
    if (!isAllowed || isPlainOptions) return next();
    applyCors(req, res, next);
  };
}
