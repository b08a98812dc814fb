import { AppError, type Logger } from '@wfp/shared';
import type { ErrorRequestHandler, Response } from 'express';

export function errorHandler(log: Logger): ErrorRequestHandler {
  return (error, _req, res, next) => {
    if (isAbandoned(res, error)) return;
    const known = toAppError(error);
    // A 503 without a cause is a limit that the service enforces, or was logged where it occurred.
    if (known.status >= 500 && !(known.kind === 'unavailable' && known.cause === undefined)) {
      log.error(
        { err: error, request_id: res.getHeader('X-Request-Id') },
        'Request failed with an internal error',
      );
    }
    if (res.headersSent) next(error);
    else sendError(res, known);
  };
}

/** True if the client disconnected before its body had arrived, and not a dependency. The request log reports it. */
const isAbandoned = (res: Response, error: unknown): boolean =>
  !res.socket?.readable && (error as { code?: string }).code === 'ECONNRESET';

/** Sends an error as `{ error, details? }`, a 403 as `{ error, reason, permission? }`, with its status and headers. */
export function sendError(res: Response, error: AppError): void {
  for (const [name, value] of Object.entries(error.headers)) res.setHeader(name, value);
  res.statusCode = error.status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.end(JSON.stringify(errorBody(error)));
}

export function errorBody(error: AppError): object {
  return { error: error.message, ...error.denial, ...(error.details && { details: error.details }) };
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  // Express throws this for a path that cannot be decoded (`/api/tasks/%ff`).
  if (error instanceof URIError) return new AppError('not_found', 'Not found');
  return new AppError('internal', 'Internal server error', { cause: error });
}
