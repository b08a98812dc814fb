import type { Permission } from './access/rights.ts';
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

/** Reasons for a 403, each with its meaning. Clients decide by the reason what to offer to the user. */
export const denialReasons = {
  permission: 'no role gives the permission, or the API key does not include it',
  row_scope: 'the permission does not cover the record, or not all records that the request concerns',
  authority: 'the request would give rights, or change an account with rights, that the caller does not have',
  rule: 'a rule of the operation forbids it, whatever the permissions',
  session: 'an API key cannot do this: sign in',
  mfa_setup: 'the organization requires a second factor that the user has not set up',
  mfa_step_up: 'the second factor must be verified again',
  read_only: 'the organization is read-only',
  foreign_network: 'the organization does not allow the network of the request',
  suspended: 'the account or the organization is suspended',
  password_expired: 'the password has expired: reset it',
  invalid_link: 'the link is not valid or has expired',
} as const;

export type DenialReason = keyof typeof denialReasons;

/** The part of a 403 that programs read. */
export interface Denial {
  reason: DenialReason;
  /** The permission that is missing, if there is one: the first of several. */
  permission?: Permission;
}

interface AppErrorOptions {
  details?: InvalidDetails;
  cause?: unknown;
  headers?: Record<string, string>;
  denial?: never;
}

/**
 * The error that services throw. `message` is shown to the client, so it must not contain internals. Any other error
 * becomes a 500 without details.
 */
export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly details?: InvalidDetails;
  /** Set for every 403, and only for these. */
  readonly denial?: Denial;
  readonly headers: Record<string, string>;

  constructor(kind: 'forbidden', publicMessage: string, options: { denial: Denial });
  constructor(kind: Exclude<ErrorKind, 'forbidden'>, publicMessage: string, options?: AppErrorOptions);
  constructor(
    kind: ErrorKind,
    publicMessage: string,
    options: Omit<AppErrorOptions, 'denial'> & { denial?: Denial } = {},
  ) {
    super(publicMessage, { cause: options.cause });
    this.name = 'AppError';
    this.kind = kind;
    if (options.details) this.details = limitErrors(options.details);
    if (options.denial) this.denial = options.denial;
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return errorStatus[this.kind];
  }
}

/** A 403 with its reason. For a permission that the caller lacks, use `missingPermission`. */
export function forbidden(reason: DenialReason, message: string, permission?: Permission): AppError {
  return new AppError('forbidden', message, { denial: { reason, ...(permission && { permission }) } });
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
