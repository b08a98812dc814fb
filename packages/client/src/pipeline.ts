import type { Send } from './retry.ts';
import type { Session } from './session.ts';

/** Sends with the token of a session; one that is refused is renewed, and the call sent once more. */
export function authorized(send: Send, session: Session): Send {
  return async (request) => {
    if (request.headers.has('authorization')) return send(request);
    const token = await unlessAborted(session.token(), request.signal);
    if (token === undefined) return send(request);
    const answer = await send(withToken(request.clone(), token));
    if (answer.status !== 401) return answer;
    const next = await unlessAborted(session.tokenAfter(token), request.signal);
    if (next === undefined || next === token) return answer;
    await answer.body?.cancel();
    return send(withToken(request, next));
  };
}

function withToken(request: Request, token: string): Request {
  request.headers.set('authorization', `Bearer ${token}`);
  return request;
}

/** Others wait for the same token: it is only this call that ends. */
function unlessAborted<Result>(result: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** A key that nobody else has; `crypto.randomUUID` is not there in pages without TLS. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
