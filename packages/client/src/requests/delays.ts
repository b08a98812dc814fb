/**
 * Waits.
 *
 * @throws the reason of the signal when it is aborted
 */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Settles as the promise does, or rejects with the signal's reason as soon as the signal is aborted. */
export function unlessAborted<Result>(result: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** The delay in milliseconds before the next attempt: exponential backoff with jitter. */
export function backoff(failures: number, baseMs: number, maxMs: number): number {
  const most = Math.min(maxMs, baseMs * 2 ** Math.max(0, failures - 1));
  return most / 2 + (Math.random() * most) / 2;
}

/** Milliseconds until the time of `Retry-After`, which is in seconds or a date; null if missing or invalid. */
export function retryAfterMs(headers: Headers, now: number): number | null {
  const given = headers.get('retry-after')?.trim();
  if (!given) return null;
  if (/^\d{1,9}$/.test(given)) return Number(given) * 1_000;
  const at = Date.parse(given);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
