/** The kinds of failure a client can see, and their status. */
export const errorStatus = {
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  stale: 412,
  too_large: 413,
  invalid: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorKind = keyof typeof errorStatus;

/** Which fields of the input are wrong and why; the shape the specification gives to a 422. */
export interface InvalidDetails {
  fieldErrors: Record<string, string[]>;
  formErrors: string[];
}

interface AppErrorOptions {
  details?: InvalidDetails;
  cause?: unknown;
  /** Extra response headers, e.g. `Retry-After` or `Allow`. */
  headers?: Record<string, string>;
}

/**
 * The one error that services throw. `message` is shown to the client: it must hold no internals.
 * Anything else that is thrown becomes a 500 that shows nothing.
 */
export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly details?: InvalidDetails;
  readonly headers: Record<string, string>;

  constructor(kind: ErrorKind, publicMessage: string, options: AppErrorOptions = {}) {
    super(publicMessage, { cause: options.cause });
    this.name = 'AppError';
    this.kind = kind;
    if (options.details) this.details = options.details;
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return errorStatus[this.kind];
  }
}

/** 422 for one field. */
export function invalidField(field: string, message: string): AppError {
  return new AppError('invalid', 'Validation failed', {
    details: { fieldErrors: { [field]: [message] }, formErrors: [] },
  });
}

/** The message for a field that refers to a record that does not exist, is deleted or belongs to another organization. */
export const missingReferenceMessage = 'Refers to nothing that exists';

/** 422 for such a field. */
export const missingReference = (field: string): AppError => invalidField(field, missingReferenceMessage);

/** 404 for a record that does not exist, is deleted, or belongs to somebody else: all read the same. */
export function notFound(what = 'Record'): AppError {
  return new AppError('not_found', `${what} not found`);
}
