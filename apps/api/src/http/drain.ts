import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const lookEveryMs = 100;
/** For requests that were on their way when no new connection was taken any more. */
const graceMs = 1_000;

/** Says whether answers are the last of their connections. */
interface LastAnswers {
  isLast: boolean;
}

/**
 * Answers that end their connection once the server drains, also those of requests that came before: whoever has
 * been told sends the next request elsewhere, and not into a connection that is about to be closed.
 */
export function lastAnswers(): { said: LastAnswers; Answer: typeof ServerResponse } {
  const said: LastAnswers = { isLast: false };
  class Answer<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
    override writeHead(...head: [number]): this {
      if (said.isLast) this.setHeader('Connection', 'close');
      return super.writeHead(...head);
    }
  }
  return { said, Answer };
}

interface Patience {
  /** How long connections are taken still, while balancers notice that this process is not ready. */
  delayMs: number;
  /** When what is left is cut, counted from the beginning. */
  timeoutMs: number;
  /** Called when no new connection is taken any more. */
  onClosed?: () => void;
}

/**
 * Makes a server that has not listened yet drainable: the function says that answers are the last ones, goes on for
 * the delay, then takes no new connection, lets requests finish, and cuts what is left after the timeout.
 *
 * Node closes the connections that are idle at the end of the delay (their clients had it to send something, and
 * would have been told), and waits for all others. What is idle only after an answer that was under way, and what was
 * opened ahead and never used, would hold it until the timeout.
 */
export function drainOf(server: Server, said: LastAnswers): (patience: Patience) => Promise<void> {
  const unused = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    unused.add(socket);
    const forget = () => unused.delete(socket);
    socket.once('close', forget);
  });
  server.on('request', (req) => unused.delete(req.socket));
  return async ({ delayMs, timeoutMs, onClosed }) => {
    const cut = setTimeout(() => server.closeAllConnections(), timeoutMs);
    said.isLast = true;
    if (delayMs > 0) await pause(delayMs);
    // Right after what has connected by now was accepted: the kernel refuses what is still to be when it closes.
    await new Promise((resolve) => setImmediate(resolve));
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    onClosed?.();
    const begun = performance.now();
    const closing = setInterval(() => {
      server.closeIdleConnections();
      if (performance.now() - begun < graceMs) return;
      for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
    }, lookEveryMs);
    await closed;
    clearInterval(closing);
    clearTimeout(cut);
  };
}
