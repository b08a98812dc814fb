/**
 * The first frame of a stream. It has the position without an event, so that a client that disconnects before its first
 * event resumes from here.
 */
export function openingFrame(retryMs: number, position: number | null): string {
  return `retry: ${retryMs}\n${position === null ? '' : `id: ${position}\n`}\n`;
}

/** The record is one `data:` line: JSON text contains no line breaks. */
export function eventFrame(seq: number, record: string): string {
  return `id: ${seq}\ndata: ${record}\n\n`;
}

/** The client's position cannot be resumed: it must reload its state. */
export function resetFrame(head: number): string {
  return `event: reset\nid: ${head}\ndata: {"head":${head}}\n\n`;
}

/** The position also advances past events that the client cannot see, so that a resumed stream does not scan them again. */
export function heartbeatFrame(position: number | null): string {
  return `: heartbeat\n${position === null ? '' : `id: ${position}\n`}\n`;
}

/** A complete response that makes the client reconnect later. It has status 200: EventSource gives up on any other. */
export function retryLaterFrame(retryMs: number): string {
  return `: no capacity for this stream\nretry: ${retryMs}\n\n`;
}

/** The last frame of a process that shuts down: the client reconnects to another one. */
export function closingFrame(retryMs: number): string {
  return `: shutting down\nretry: ${retryMs}\n\n`;
}

/** A random delay within the bounds, so that clients that disconnected together do not reconnect together. */
export function jitter(fromMs: number, toMs: number): number {
  return Math.round(fromMs + Math.random() * (toMs - fromMs));
}
