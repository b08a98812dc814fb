import type { IncomingMessage, Server } from 'node:http';

const bodyTimeoutMs = 10_000;
/** Enough for 25 MiB at 0.7 Mbit/s. */
export const uploadTimeoutMs = 5 * 60_000;

/** Shorter than the time after which S3 ends a request of which it receives nothing. */
const uploadIdleMs = 10_000;

const limits = new WeakMap<IncomingMessage, { extend(): void }>();

/**
 * Ends a request with 408 if its body does not arrive within 10 s. A body that the service does not read yet, for example
 * while authentication waits for the database, is not late: that wait has limits of its own. Node's `requestTimeout` is one
 * limit for all requests, and uploads need longer.
 */
export function startBodyTimeout(server: Server, req: IncomingMessage): void {
  if (req.headers['content-length'] === undefined && req.headers['transfer-encoding'] === undefined) return;
  const end = () => {
    if (req.complete) return;
    if (req.readableFlowing === null) {
      timer = setTimeout(end, bodyTimeoutMs);
      return;
    }
    stop();
    const timeoutError = Object.assign(new Error('Body timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    server.emit('clientError', timeoutError, req.socket);
  };
  let timer = setTimeout(end, bodyTimeoutMs);
  let stopIdleTimeout = () => {};
  limits.set(req, {
    extend: () => {
      clearTimeout(timer);
      timer = setTimeout(end, uploadTimeoutMs);
      stopIdleTimeout = startIdleTimeout(req, end);
    },
  });
  const stop = () => {
    clearTimeout(timer);
    stopIdleTimeout();
  };
  req.once('end', stop).once('close', stop);
}

/** Calls a function when no byte has arrived for 10 s although the body is being read. Time of a slow storage does not count. */
function startIdleTimeout(req: IncomingMessage, end: () => void): () => void {
  let bytes = req.socket.bytesRead;
  let idleSince = performance.now();
  const timer = setInterval(() => {
    const { bytesRead } = req.socket;
    const isWaitingForClient = req.readableFlowing === true && req.readableLength === 0;
    if (bytesRead !== bytes || !isWaitingForClient) idleSince = performance.now();
    else if (performance.now() - idleSince >= uploadIdleMs) end();
    bytes = bytesRead;
  }, 1_000);
  return () => clearInterval(timer);
}

/** Extends the time limit of the body to that of an upload. Call it after authorization. */
export function extendForUpload(req: IncomingMessage): void {
  limits.get(req)?.extend();
}
