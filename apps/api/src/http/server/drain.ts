import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeAfterResponse } from './detach-socket.ts';

const pollIntervalMs = 100;
/** Time for requests that were in transit when the listening socket closed. */
const graceMs = 1_000;

interface DrainOptions {
  /**
   * Time during which new connections are still accepted, until load balancers detect that the process is not ready.
   */
  delayMs: number;
  /** Time after which remaining connections are destroyed, from the start of the drain. */
  timeoutMs: number;
  /** Called when the server no longer accepts connections. */
  onClosed?: () => void;
}

/**
 * Prepares a server for draining; call it before `listen`. The returned function sends `Connection: close` with every
 * response that starts from then on, also to requests in progress, so that clients do not send their next request on a
 * connection that is about to close. After the delay it stops accepting connections, waits for requests, and destroys
 * what remains at the timeout.
 *
 * `server.close()` closes connections that are idle when it is called and waits for all others. Connections that become
 * idle later, and connections that were opened but never used, are closed by this function; otherwise they would last
 * until the timeout.
 */
export function makeDrainable(server: Server): (options: DrainOptions) => Promise<void> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return async ({ delayMs, timeoutMs, onClosed }) => {
    const deadline = setTimeout(() => server.closeAllConnections(), timeoutMs);
    const closeAfterThis = (_: IncomingMessage, res: ServerResponse) => res.setHeader('Connection', 'close');
    server.prependListener('request', closeAfterThis);
    server.prependListener('checkContinue', closeAfterThis);
    for (const socket of open) closeAfterResponse(socket);
    if (delayMs > 0) await sleep(delayMs);
    // Accept pending connections first: the kernel resets those still in the backlog when the socket closes.
    await new Promise((resolve) => setImmediate(resolve));
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    onClosed?.();
    const startedAt = performance.now();
    const closing = setInterval(() => {
      server.closeIdleConnections();
      if (performance.now() - startedAt < graceMs) return;
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    }, pollIntervalMs);
    await closed;
    clearInterval(closing);
    clearTimeout(deadline);
  };
}
