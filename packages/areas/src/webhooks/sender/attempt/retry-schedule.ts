export interface AttemptOutcome {
  response_status: number | null;
  /** The header `Retry-After`; null if it is missing or invalid. */
  retry_after_seconds: number | null;
}

/** Statuses below 500 that mean "retry later". */
const temporary = new Set([408, 425, 429]);
const maxRetryAfterSeconds = 12 * 3600;
const maxJitter = 0.1;

export function isSuccessful({ response_status }: AttemptOutcome): boolean {
  return response_status !== null && response_status >= 200 && response_status < 300;
}

/** True for a 4xx that is not retried automatically. Redirects count as temporary failures. */
export function isPermanent({ response_status: status }: Pick<AttemptOutcome, 'response_status'>): boolean {
  return status !== null && status >= 400 && status < 500 && !temporary.has(status);
}

/**
 * Computes in how many seconds after a failure the next attempt is due, or null for none.
 *
 * @param schedule seconds before attempts 1, 2, …; its length is the number of attempts
 * @param attempt the attempt that just failed, from 1
 * @param random 0 to 1; the jitter extends the delay by at most a tenth and never shortens it
 */
export function computeRetryDelaySeconds(
  schedule: readonly number[],
  attempt: number,
  outcome: AttemptOutcome,
  random: number,
): number | null {
  const delay = schedule[attempt];
  if (delay === undefined || isPermanent(outcome)) return null;
  const requested = Math.min(outcome.retry_after_seconds ?? 0, maxRetryAfterSeconds);
  return Math.max(delay * (1 + maxJitter * random), requested);
}

/** Parses `Retry-After` (RFC 9110), seconds or a date. Returns null if it is neither. */
export function parseRetryAfterSeconds(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  if (/^\d{1,15}$/.test(header.trim())) return Number(header.trim());
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1000));
}
