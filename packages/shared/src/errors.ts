import { type InvalidDetails, limitErrors } from './error-list.ts';

/** Error kinds that clients can see, with their HTTP status. */
export const errorStatus = {
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  gone: 410,
  stale: 412,
  too_large: 413,
  invalid: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorKind = keyof typeof errorStatus;

interface AppErrorOptions {
  details?: InvalidDetails;
  cause?: unknown;
  headers?: Record<string, string>;
}

/**
 * The error that services throw. `message` is shown to the client, so it must not contain internals. Any other error
 * becomes a 500 without details.
 */
export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly details?: InvalidDetails;
  readonly headers: Record<string, string>;

  constructor(kind: ErrorKind, publicMessage: string, options: AppErrorOptions = {}) {
    super(publicMessage, { cause: options.cause });
    this.name = 'AppError';
    this.kind = kind;
    if (options.details) this.details = limitErrors(options.details);
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return errorStatus[this.kind];
  }
}

/** A 422 for one field. */
export function invalidField(field: string, message: string): AppError {
  return new AppError('invalid', 'Validation failed', {
    details: { fieldErrors: { [field]: [message] }, formErrors: [] },
  });
}

/** An error about the whole request instead of one of its fields. */
export function invalidRequest(message: string, cause?: unknown): AppError {
  return new AppError('invalid', 'Validation failed', {
    details: { fieldErrors: {}, formErrors: [message] },
    cause,
  });
}

/** The message for a field whose record does not exist, is deleted or belongs to another organization. */
export const missingReferenceMessage = 'Does not exist';

export const missingReference = (field: string): AppError => invalidField(field, missingReferenceMessage);

/** A 404 for a record that does not exist, is deleted or is not visible to the caller: the responses are identical. */
export function notFound(what = 'Record'): AppError {
  return new AppError('not_found', `${what} not found`);
}
