import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** What stands for an answer without end where Node looks for one: it makes Node leave the connection alone. */
const detachedMessage = Object.freeze({
  finished: false,
  headersSent: true,
  /** Takes the connection's timeouts, which Node would end it for. */
  emit: () => true,
});

type HttpSocket = Duplex & {
  _httpMessage?: { headersSent: boolean; setHeader?: (name: string, value: string) => unknown } | null;
};

/** Whether an answer is under way on a connection: nothing else may be written to it. */
export function hasResponseStarted(socket: Duplex): boolean {
  return (socket as HttpSocket)._httpMessage?.headersSent ?? false;
}

/** Has the connection end with the answer that it waits for, where that has not begun. */
export function closeAfterResponse(socket: Duplex): void {
  const { _httpMessage: answer } = socket as HttpSocket;
  if (answer && !answer.headersSent) answer.setHeader?.('Connection', 'close');
}

/** Whether a connection was taken over: whatever its client still sends is no request of ours. */
export function isDetached(socket: Socket): boolean {
  return (socket as HttpSocket)._httpMessage === detachedMessage;
}

/**
 * Sends the head of an answer with its first text, and hands over the connection. The answer has no length
 * and ends with the connection (RFC 9112, 6.3), so that everybody gets the same bytes. For Node the request is over
 * by then, and all that belongs to it can go: ten thousand streams would hold ten thousand of each.
 *
 * @returns null where the client has gone, or another answer is still under way before this one
 */
export async function detachSocket(res: ServerResponse, text: string): Promise<Socket | null> {
  const { socket } = res;
  if (!socket || socket.destroyed) return null;
  res.setHeader('Connection', 'close');
  // Said to be unwanted, or Node would work them out.
  res.removeHeader('Content-Length');
  res.removeHeader('Transfer-Encoding');
  // Node ends the connection of an answer that ends with it.
  socket.destroySoon = () => undefined;
  await new Promise<void>((resolve) => {
    res.once('close', resolve);
    res.end(text);
  });
  if (socket.destroyed) return null;
  // Put back, not deleted: V8 would keep such a socket as a dictionary, and each write to it would cost more.
  socket.destroySoon = Socket.prototype.destroySoon;
  (socket as HttpSocket)._httpMessage = detachedMessage;
  return socket;
}
