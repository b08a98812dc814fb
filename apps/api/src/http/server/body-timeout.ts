import type { IncomingMessage, Server } from 'node:http';

const bodyTimeoutMs = 10_000;
/** Enough for 25 MiB at 0.7 Mbit/s. */
export const uploadTimeoutMs = 5 * 60_000;

const limits = new WeakMap<IncomingMessage, { extend(): void }>();

/**
 * Ends a request with 408 if its body does not arrive within 10 s. Node's `requestTimeout` is one limit for all requests,
 * and uploads need longer.
 */
export function startBodyTimeout(server: Server, req: IncomingMessage): void {
  if (req.headers['content-length'] === undefined && req.headers['transfer-encoding'] === undefined) return;
  const end = () => {
    const timeoutError = Object.assign(new Error('Body timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    server.emit('clientError', timeoutError, req.socket);
  };
  let timer = setTimeout(end, bodyTimeoutMs);
  limits.set(req, {
    extend: () => {
      clearTimeout(timer);
      timer = setTimeout(end, uploadTimeoutMs);
    },
  });
  const stop = () => clearTimeout(timer);
  req.once('end', stop).once('close', stop);
}

/** Extends the time limit of the body to that of an upload. Call it after authorization. */
export function extendForUpload(req: IncomingMessage): void {
  limits.get(req)?.extend();
}
