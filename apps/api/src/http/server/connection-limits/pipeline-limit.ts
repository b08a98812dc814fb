import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Browsers, proxies and usual clients send one request at a time on a connection. */
const maxPipelined = 32;

const unanswered = new WeakMap<Duplex, Set<ServerResponse>>();

/**
 * Counts a request until its response has ended. Returns true if the client has sent too many others on the connection
 * without waiting for responses: Node begins all of them at once, which would delay other clients.
 */
export function exceedsPipeline(socket: Socket, res: ServerResponse): boolean {
  if (socket.destroyed) return true;
  const responses = unanswered.get(socket) ?? new Set();
  unanswered.set(socket, responses.add(res));
  res.once('close', () => responses.delete(res));
  return responses.size > maxPipelined;
}

/**
 * Ends the responses that wait for earlier ones on a connection that Node no longer serves: Node would never close them, and
 * what they hold would be counted without end.
 *
 * @returns true if requests were not answered yet
 */
export function closeUnanswered(socket: Duplex): boolean {
  const responses = unanswered.get(socket) ?? new Set();
  const { size } = responses;
  for (const res of responses) {
    if (res.socket !== null) continue;
    // As Node closes a response with its connection; `finished` of node:stream reads `_closed`.
    Object.assign(res, { destroyed: true, _closed: true }).emit('close');
  }
  return size > 0;
}
