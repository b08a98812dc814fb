/**
 * How a stream begins. The position is told at once, without an event: a client that is cut off before
 * its first event resumes from here and misses none.
 */
export function openingFrame(retryMs: number, position: number | null): string {
  return `retry: ${retryMs}\n${position === null ? '' : `id: ${position}\n`}\n`;
}

/** The record is JSON and so holds no line break: it is one `data:` line. */
export function eventFrame(seq: number, record: string): string {
  return `id: ${seq}\ndata: ${record}\n\n`;
}

/** Tells the client that its position cannot be resumed: it has to load its state anew. */
export function resetFrame(head: number): string {
  return `event: reset\nid: ${head}\ndata: {"head":${head}}\n\n`;
}

/**
 * A sign of life. It moves the client's position past events that were not for it, so that a resumed
 * stream does not walk through them again.
 */
export function heartbeatFrame(position: number | null): string {
  return `: heartbeat\n${position === null ? '' : `id: ${position}\n`}\n`;
}

/** A whole answer for a client that is to come back later; EventSource gives up on any other status. */
export function retryLaterFrame(retryMs: number): string {
  return `: no room for this stream now\nretry: ${retryMs}\n\n`;
}

/** The last words of a process that ends: another one has the rest. */
export function closingFrame(retryMs: number): string {
  return `: this process ends\nretry: ${retryMs}\n\n`;
}

/** A pause between the bounds, so that clients that were cut off together do not come back together. */
export function jitter(fromMs: number, toMs: number): number {
  return Math.round(fromMs + Math.random() * (toMs - fromMs));
}
