import { ApiError, ConnectionError } from '@wfp/client';
import { words } from './words.ts';

/** An error as users read it. */
export interface Problem {
  message: string;
  /** Identifies the request in the log of the service. */
  requestId: string | null;
  /** The permission that the user would need; null if the problem is another one. */
  permission: string | null;
  /** By name of the field. */
  fields: Readonly<Record<string, readonly string[]>>;
}

export function problemOf(error: unknown): Problem {
  if (error instanceof ApiError) {
    const body = error.body as { error?: unknown; permission?: unknown } | null;
    const said = body?.error;
    const permission = error.status === 403 && typeof body?.permission === 'string' ? body.permission : null;
    const first = typeof said === 'string' ? said : words.unexpected(error.status);
    const message = [first, ...error.formErrors].join('. ');
    return { message, requestId: error.requestId, permission, fields: error.fieldErrors };
  }
  const message = error instanceof ConnectionError ? words.noConnection : words.failed;
  return { message, requestId: null, permission: null, fields: {} };
}

/** True if the same request may succeed later. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof ConnectionError ||
  (error instanceof ApiError && (error.status >= 500 || error.status === 429));

export const hasStatus = (error: unknown, ...statuses: readonly number[]): boolean =>
  error instanceof ApiError && statuses.includes(error.status);
