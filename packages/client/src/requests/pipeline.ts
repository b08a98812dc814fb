import { unlessAborted } from './delays.ts';
import { copyOf } from './lifetimes.ts';
import type { Send } from './send.ts';
import type { Session } from './session.ts';

/**
 * Adds the session's token to requests that have no authorization. After a 401, the token is renewed if possible, and
 * the request is repeated once.
 */
export function authorized(send: Send, session: Session): Send {
  return async (request) => {
    if (request.headers.has('authorization')) return send(request);
    const token = await unlessAborted(session.token(), request.signal);
    if (token === undefined) return send(request);
    const response = await send(withToken(copyOf(request), token));
    if (response.status !== 401) return response;
    // Other calls may wait for the same token: an abort ends only this call.
    const next = await unlessAborted(session.renewedToken(token), request.signal);
    if (next === undefined || next === token) return response;
    await response.body?.cancel();
    return send(withToken(request, next));
  };
}

function withToken(request: Request, token: string): Request {
  request.headers.set('authorization', `Bearer ${token}`);
  return request;
}

/** A random key. `crypto.randomUUID` does not exist in pages without TLS. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
