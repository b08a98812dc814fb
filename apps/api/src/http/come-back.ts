import { AppError, type Platform } from '@wfp/shared';
import type { RequestHandler, Response } from 'express';

interface Away {
  platform: Platform;
  /** Answers a stream that its client is to open again later. */
  sendAway(res: Response): void;
}

/**
 * Serves a stream, and sends its clients away for a moment while the database is away: they come back by
 * themselves, whereas a browser's EventSource gives up for good at any status but 200.
 */
export function comingBack(serve: RequestHandler, { platform, sendAway }: Away): RequestHandler {
  return async (req, res, next) => {
    try {
      await serve(req, res, next);
    } catch (error) {
      if (!(error instanceof AppError && error.kind === 'unavailable') || res.headersSent) throw error;
      platform.log.warn({ err: error }, 'A stream could not be opened; its client comes back');
      sendAway(res);
    }
  };
}
