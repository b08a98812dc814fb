import { AppError, type Caller, type Endpoint, type Platform } from '@wfp/shared';
import type { Request, RequestHandler, Response } from 'express';

/** Answers a stream that its client is to open again later, after so many seconds at the earliest. */
export type SendRetryLater = (res: Response, seconds?: number) => void;

interface RetryDependencies {
  platform: Platform;
  sendRetryLater: SendRetryLater;
}

/**
 * Serves a stream, and sends its clients away for a moment while the database is away: they come back by
 * themselves, whereas a browser's EventSource gives up for good at any status but 200.
 */
export function retryOnUnavailable(
  serve: RequestHandler,
  { platform, sendRetryLater }: RetryDependencies,
): RequestHandler {
  return async (req, res, next) => {
    try {
      await serve(req, res, next);
    } catch (error) {
      if (!(error instanceof AppError && error.kind === 'unavailable') || res.headersSent) throw error;
      platform.log.warn({ err: error }, 'A stream could not be opened; its client comes back');
      sendRetryLater(res);
    }
  };
}

/**
 * Whether a request over the limit is a stream of somebody whose credential is good, which is to be opened again
 * later; anything else is refused.
 */
export function rateLimitedStreamOrThrow(
  error: unknown,
  one: Endpoint,
  req: Request,
  caller: Caller | null,
): AppError {
  const isStream = one.kind === 'stream' && req.method === 'GET' && caller !== null;
  if (isStream && error instanceof AppError && error.kind === 'rate_limited') return error;
  throw error;
}

/** Sends the client of such a stream away, for as long as the limit says. */
export function sendRateLimitedRetry({ headers }: AppError, res: Response, sendAway: SendRetryLater): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  sendAway(res, Number(headers['Retry-After']));
}
