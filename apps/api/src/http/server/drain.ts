import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { closeAfterResponse } from './detach-socket.ts';

const pollIntervalMs = 100;
/** For requests that were on their way when no new connection was taken any more. */
const graceMs = 1_000;

interface DrainOptions {
  /** How long connections are taken still, while balancers notice that this process is not ready. */
  delayMs: number;
  /** When what is left is cut, counted from the beginning. */
  timeoutMs: number;
  /** Called when no new connection is taken any more. */
  onClosed?: () => void;
}

/**
 * Makes a server that has not listened yet drainable: the function has every answer end its connection, also those to
 * requests that came before, goes on for the delay, then takes no new connection, lets requests finish, and cuts what
 * is left after the timeout. Whoever has been told sends the next request elsewhere, and not into a connection that is
 * about to be closed.
 *
 * Node closes the connections that are idle at the end of the delay (their clients had it to send something, and
 * would have been told), and waits for all others. What is idle only after an answer that was under way, and what was
 * opened ahead and never used, would hold it until the timeout.
 */
export function makeDrainable(server: Server): (patience: DrainOptions) => Promise<void> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return async ({ delayMs, timeoutMs, onClosed }) => {
    const cut = setTimeout(() => server.closeAllConnections(), timeoutMs);
    const tell = (_: IncomingMessage, res: ServerResponse) => res.setHeader('Connection', 'close');
    server.prependListener('request', tell);
    server.prependListener('checkContinue', tell);
    for (const socket of open) closeAfterResponse(socket);
    if (delayMs > 0) await pause(delayMs);
    // Right after what has connected by now was accepted: the kernel refuses what is still to be when it closes.
    await new Promise((resolve) => setImmediate(resolve));
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    onClosed?.();
    const begun = performance.now();
    const closing = setInterval(() => {
      server.closeIdleConnections();
      if (performance.now() - begun < graceMs) return;
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    }, pollIntervalMs);
    await closed;
    clearInterval(closing);
    clearTimeout(cut);
  };
}
