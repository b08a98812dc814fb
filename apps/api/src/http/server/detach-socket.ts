import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Replaces Node's response object of a detached connection: a response that never ends, so that Node does nothing. */
const detachedMessage = Object.freeze({
  finished: false,
  headersSent: true,
  /** Swallows the connection's `timeout` events, for which Node would close it. */
  emit: () => true,
});

type HttpSocket = Duplex & {
  _httpMessage?: { headersSent: boolean; setHeader?: (name: string, value: string) => unknown } | null;
};

/** True if a response has started on the connection: nothing else may be written to it. */
export function hasResponseStarted(socket: Duplex): boolean {
  return (socket as HttpSocket)._httpMessage?.headersSent ?? false;
}

/**
 * True if a request is in progress, but the client has received all bytes so far: the service is working, or is waiting
 * for the body or the storage.
 */
export function isSendingNothing(socket: Socket): boolean {
  return (socket as HttpSocket)._httpMessage != null && socket.writableLength === 0;
}

/** Closes the connection after its pending response, if the response has not started. */
export function closeAfterResponse(socket: Duplex): void {
  const { _httpMessage: response } = socket as HttpSocket;
  if (response && !response.headersSent) response.setHeader?.('Connection', 'close');
}

/** True if the connection was detached: input on it is not an HTTP request. */
export function isDetached(socket: Socket): boolean {
  return (socket as HttpSocket)._httpMessage === detachedMessage;
}

/**
 * Sends the response head and first text, then detaches the socket from HTTP. The body has no length and ends with the
 * connection (RFC 9112, 6.3), so all streams can share the same bytes. For Node the request has ended, so its request and
 * response objects are freed: ten thousand streams would keep ten thousand of each.
 *
 * @returns null if the client disconnected or an earlier pipelined response is still in progress
 */
export async function detachSocket(res: ServerResponse, text: string): Promise<Socket | null> {
  const { socket } = res;
  if (!socket || socket.destroyed) return null;
  res.setHeader('Connection', 'close');
  // Removed explicitly, or Node would add them.
  res.removeHeader('Content-Length');
  res.removeHeader('Transfer-Encoding');
  // Node would close the connection after a response without a length.
  socket.destroySoon = () => undefined;
  await new Promise<void>((resolve) => {
    res.once('close', resolve);
    res.end(text);
  });
  if (socket.destroyed) return null;
  // Restored, not deleted: `delete` puts the object into V8's slow dictionary mode.
  socket.destroySoon = Socket.prototype.destroySoon;
  (socket as HttpSocket)._httpMessage = detachedMessage;
  socket.setTimeout(0);
  return socket;
}
