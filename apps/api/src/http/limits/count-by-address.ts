import type { RequestHandler } from 'express';
import { originOf } from '../requests/request-id.ts';
import type { RateLimits } from './rate-limits.ts';

/** Counts requests that need no credentials for their address. Those above its limit are answered with 429. */
export const countByAddress =
  (limits: RateLimits): RequestHandler =>
  (req, res, next) => {
    limits.countRequest(null, originOf(req, res), res).then(() => next(), next);
  };
