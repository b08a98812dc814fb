import { retryAfterMs } from './delays.ts';

interface ErrorBody {
  error?: unknown;
  reason?: unknown;
  permission?: unknown;
  details?: {
    fieldErrors?: Record<string, string[]>;
    formErrors?: string[];
  };
}

/** The service responded with an error. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The response body, parsed if it is JSON. */
  readonly body: unknown;
  /** The request id in the service's logs and audit log; null if a proxy responded. */
  readonly requestId: string | null;
  /** The reason of a 403, such as `permission` or `read_only`; null for other statuses. */
  readonly reason: string | null;
  /** The permission that is missing; null unless the status is 403 and there is one. */
  readonly permission: string | null;
  /** Errors of a 422 or 412 by field; empty if the response has none. */
  readonly fieldErrors: Readonly<Record<string, readonly string[]>>;
  /** Errors of a 422 that concern no single field. */
  readonly formErrors: readonly string[];
  /** The value of `Retry-After` in milliseconds; null if the header is missing or invalid. */
  readonly retryAfterMs: number | null;

  constructor(response: Response, body: unknown) {
    const { error, reason, permission, details } = (
      typeof body === 'object' && body !== null ? body : {}
    ) as ErrorBody;
    const fieldErrors = details?.fieldErrors ?? {};
    const said = typeof error === 'string' ? error : response.statusText || 'Unknown error';
    const fields = Object.entries(fieldErrors).map(([field, messages]) => `${field}: ${messages.join(', ')}`);
    super([`${response.status} ${said}`, ...fields].join('; '));
    this.status = response.status;
    this.body = body;
    this.requestId = response.headers.get('x-request-id');
    this.reason = typeof reason === 'string' ? reason : null;
    this.permission = typeof permission === 'string' ? permission : null;
    this.fieldErrors = fieldErrors;
    this.formErrors = details?.formErrors ?? [];
    this.retryAfterMs = retryAfterMs(response.headers, Date.now());
  }
}

/**
 * There was no complete response: the service could not be reached, the connection broke, a timeout expired, or the
 * response was malformed, such as a page of a proxy. See `cause`.
 */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/**
 * The password was correct and a second factor is required: call `signIn` with this token and a code within 5 minutes.
 */
export class SecondFactorRequiredError extends Error {
  override readonly name = 'SecondFactorRequiredError';
  readonly mfa_token: string;

  constructor(mfa_token: string) {
    super('A second factor is required: call signIn with the mfa_token of this error and a code');
    this.mfa_token = mfa_token;
  }
}
