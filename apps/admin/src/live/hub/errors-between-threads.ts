import { ApiError, ConnectionError } from '@wfp/client';
import type { SentError } from './hub-messages.ts';

export function sentErrorOf(error: unknown): SentError {
  if (error instanceof ApiError)
    return { status: error.status, body: error.body, requestId: error.requestId };
  return { status: null, message: String(error) };
}

/** The error that pages handle, as if they had sent the request. */
export function receivedError(sent: SentError): Error {
  if (sent.status === null) return new ConnectionError(sent.message);
  const headers = new Headers(sent.requestId === null ? {} : { 'x-request-id': sent.requestId });
  return new ApiError(new Response(null, { status: sent.status, headers }), sent.body);
}
