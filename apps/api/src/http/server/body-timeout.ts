import type { IncomingMessage, Server } from 'node:http';

const bodyTimeoutMs = 10_000;
/** 25 MiB over a line of less than a megabit a second. */
export const uploadTimeoutMs = 5 * 60_000;

const limits = new WeakMap<IncomingMessage, { extend(): void }>();

/**
 * Ends a request whose body does not arrive in 10 s. Node's own limit is one for all requests, and an upload
 * needs longer; headers have their own.
 */
export function startBodyTimeout(server: Server, req: IncomingMessage): void {
  if (req.headers['content-length'] === undefined && req.headers['transfer-encoding'] === undefined) return;
  const end = () => {
    const late = Object.assign(new Error('The request took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    server.emit('clientError', late, req.socket);
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

/** Gives an upload its time, once its caller is known and may send it. */
export function extendForUpload(req: IncomingMessage): void {
  limits.get(req)?.extend();
}
