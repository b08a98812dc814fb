import { retryAfterMs } from './delays.ts';

interface ErrorBody {
  error?: unknown;
  details?: {
    fieldErrors?: Record<string, string[]>;
    formErrors?: string[];
  };
}

/** The service answered, and said no. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** What the service said, parsed where it was JSON. */
  readonly body: unknown;
  /** Names this request in the logs of the service and in its audit log; null where something before it answered. */
  readonly requestId: string | null;
  /** Of a 422: what is wrong with which field. */
  readonly fieldErrors: Readonly<Record<string, readonly string[]>>;
  /** Of a 422: what is wrong with the whole. */
  readonly formErrors: readonly string[];
  /** How long the service asks to wait before the next try; null where it does not say. */
  readonly retryAfterMs: number | null;

  constructor(response: Response, body: unknown) {
    const { error, details } = (typeof body === 'object' && body !== null ? body : {}) as ErrorBody;
    const fieldErrors = details?.fieldErrors ?? {};
    const said = typeof error === 'string' ? error : response.statusText || 'No explanation';
    const fields = Object.entries(fieldErrors).map(([field, messages]) => `${field}: ${messages.join(', ')}`);
    super([`${response.status} ${said}`, ...fields].join('; '));
    this.status = response.status;
    this.body = body;
    this.requestId = response.headers.get('x-request-id');
    this.fieldErrors = fieldErrors;
    this.formErrors = details?.formErrors ?? [];
    this.retryAfterMs = retryAfterMs(response.headers, Date.now());
  }
}

/** No answer came: the service could not be reached, the connection broke, or it took too long. `cause` says more. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** The password was right, and a second factor is asked for: sign in with this token and a code, within 5 minutes. */
export class SecondFactorRequiredError extends Error {
  override readonly name = 'SecondFactorRequiredError';
  readonly mfa_token: string;

  constructor(mfa_token: string) {
    super('A second factor is asked for: sign in with the mfa_token of this error and a code');
    this.mfa_token = mfa_token;
  }
}
