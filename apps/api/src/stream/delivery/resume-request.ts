/** Where a client wants to go on: nowhere in particular, after a number, or at something unreadable. */
export type ResumeRequest = { kind: 'live' } | { kind: 'after'; seq: number } | { kind: 'unreadable' };

/**
 * Reads the position a client sends. The header wins over the query: a browser that reconnects sends its
 * newest position in the header, and the one of its first connection again in the query.
 */
export function parseResumeRequest(header: string | undefined, query: string | undefined): ResumeRequest {
  const given = header || query;
  if (!given) return { kind: 'live' };
  return /^\d{1,15}$/.test(given) ? { kind: 'after', seq: Number(given) } : { kind: 'unreadable' };
}
