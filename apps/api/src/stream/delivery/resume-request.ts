/** The requested start of a stream: only live events, the events after a sequence number, or an unparsable position. */
export type ResumeRequest = { kind: 'live' } | { kind: 'after'; seq: number } | { kind: 'unreadable' };

/**
 * Parses the position that a client sent. The header takes precedence: a browser that reconnects sends its latest position
 * in `Last-Event-ID`, and the query of its first connection again.
 */
export function parseResumeRequest(header: string | undefined, query: string | undefined): ResumeRequest {
  const given = header || query;
  if (!given) return { kind: 'live' };
  return /^\d{1,15}$/.test(given) ? { kind: 'after', seq: Number(given) } : { kind: 'unreadable' };
}
