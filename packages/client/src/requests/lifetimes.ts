import type { Send } from './send.ts';

/**
 * In Node, an abort reaches a request through the requests that it was made from. It is lost if one of them has been
 * garbage collected, so each of these objects keeps the request before it.
 */
const kept = new WeakMap<object, Request>();

export function keep(request: Request, owner: Request | Response): void {
  kept.set(owner, request);
}

/** A copy that is aborted with the original: the signal of `request.clone()` is not, after a garbage collection. */
export function copyOf(request: Request): Request {
  const copy = new Request(request.clone(), { signal: request.signal });
  keep(request, copy);
  return copy;
}

/** Keeps each request until its response has been read. */
export function keepingRequests(send: Send): Send {
  return async (request) => {
    const response = await send(request);
    keep(request, response);
    return response;
  };
}
