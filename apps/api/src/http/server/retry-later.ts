import { AppError, type Caller, type Endpoint, type Platform } from '@wfp/shared';
import type { Request, RequestHandler, Response } from 'express';

/** Sends a complete stream response that makes the client reconnect, after `seconds` at the earliest. */
export type SendRetryLater = (res: Response, seconds?: number) => void;

interface RetryDependencies {
  platform: Platform;
  sendRetryLater: SendRetryLater;
}

/**
 * While the database is unavailable, responds to stream clients with status 200 and a retry time: a browser's
 * EventSource never reconnects after another status.
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
      platform.log.warn({ err: error }, 'Could not open a stream; the client will reconnect');
      sendRetryLater(res);
    }
  };
}

/** Returns an error that rate-limits an authenticated stream: its client must reconnect later. Rethrows other errors. */
export function rateLimitedStreamOrThrow(
  error: unknown,
  endpoint: Endpoint,
  req: Request,
  caller: Caller | null,
): AppError {
  const isStream = endpoint.kind === 'stream' && req.method === 'GET' && caller !== null;
  if (isStream && error instanceof AppError && error.kind === 'rate_limited') return error;
  throw error;
}

export function sendRateLimitedRetry(
  { headers }: AppError,
  res: Response,
  sendRetryLater: SendRetryLater,
): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  sendRetryLater(res, Number(headers['Retry-After']));
}
