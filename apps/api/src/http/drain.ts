import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const lookEveryMs = 100;
/** For requests that were on their way when no new connection was taken any more. */
const graceMs = 1_000;

/**
 * Makes a server that has not listened yet drainable: the function takes no new connection, lets requests
 * finish, and cuts what is left after the timeout.
 *
 * Node closes the connections that are idle at the start and waits for all others. What is idle only after
 * an answer that was under way, and what was opened ahead and never used, would hold it until the timeout.
 */
export function drainOf(server: Server): (timeoutMs: number) => Promise<void> {
  const unused = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    unused.add(socket);
    const forget = () => unused.delete(socket);
    socket.once('close', forget);
  });
  server.on('request', (req) => unused.delete(req.socket));
  return async (timeoutMs) => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const begun = performance.now();
    const closing = setInterval(() => {
      server.closeIdleConnections();
      if (performance.now() - begun < graceMs) return;
      for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
    }, lookEveryMs);
    const cut = setTimeout(() => server.closeAllConnections(), timeoutMs);
    await closed;
    clearInterval(closing);
    clearTimeout(cut);
  };
}
