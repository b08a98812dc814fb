import { backoff, retryAfterMs, sleep } from './delays.ts';
import { ConnectionError } from './errors.ts';
import { copyOf, keep } from './lifetimes.ts';
import type { Send } from './send.ts';

export interface RetryOptions {
  /** Maximum number of attempts; 1 disables retries. */
  attempts: number;
  /** The first delay in milliseconds, roughly; doubles with each attempt. */
  baseMs: number;
  /** Maximum delay in milliseconds. If `Retry-After` is longer, the request is not retried. */
  maxMs: number;
  /** Time limit per attempt in milliseconds, until a JSON response is complete or any other response begins. */
  timeoutMs: number;
  /** Time limit per attempt of a request whose body is not JSON, such as a file: includes sending the body. */
  uploadTimeoutMs: number;
}

export const retryDefaults: RetryOptions = {
  attempts: 4,
  baseMs: 300,
  maxMs: 60_000,
  timeoutMs: 30_000,
  uploadTimeoutMs: 300_000,
};
/** Maximum delay without `Retry-After`. */
const maxOwnDelayMs = 8_000;

/**
 * Retries requests if that is safe: any request after a 429, because it was not executed; only idempotent requests
 * after a 503, without a response, or after a 409 if an earlier attempt had no response.
 */
export function withRetries(send: Send, options: RetryOptions): Send {
  return async (request) => {
    const isRepeatable = isIdempotent(request);
    const timeoutMs = isUpload(request) ? options.uploadTimeoutMs : options.timeoutMs;
    let mayBeUnderWay = false;
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt >= options.attempts;
      const response = await sendOnce(send, isLast ? request : copyOf(request), timeoutMs).catch(
        (error: unknown) => {
          if (request.signal.aborted) throw request.signal.reason;
          if (isLast || !isRepeatable) throw new ConnectionError('No response', { cause: error });
          mayBeUnderWay = true;
          return null;
        },
      );
      const ownMs = backoff(attempt, options.baseMs, Math.min(options.maxMs, maxOwnDelayMs));
      const requestedMs = response && retryAfterMs(response.headers, Date.now());
      const wait = requestedMs ?? ownMs;
      if (response) {
        const isWorthIt =
          isRejectedForNow(response, isRepeatable) || (mayBeUnderWay && isStillRunning(response));
        if (isLast || !isWorthIt || wait > options.maxMs) return response;
        await response.body?.cancel();
      }
      await sleep(wait, request.signal);
    }
  };
}

function isUpload({ body, headers }: Request): boolean {
  return body !== null && !/^application\/json\b/i.test(headers.get('content-type') ?? '');
}

function isIdempotent({ method, headers }: Request): boolean {
  return /^(?:GET|HEAD|PUT|DELETE|OPTIONS)$/.test(method) || headers.has('idempotency-key');
}

function isRejectedForNow({ status }: Response, isRepeatable: boolean): boolean {
  return status === 429 || (status === 503 && isRepeatable);
}

/** True if an earlier attempt with the same key may still be running: the service then responds with 409. */
function isStillRunning({ status }: Response): boolean {
  return status === 409;
}

/** Sends one attempt. A JSON response counts as received when it is complete. */
async function sendOnce(send: Send, request: Request, timeoutMs: number): Promise<Response> {
  const attempt = new AbortController();
  const follow = () => attempt.abort(request.signal.reason);
  if (request.signal.aborted) follow();
  // The listener stays registered after the response, so that reading the body can still be aborted.
  request.signal.addEventListener('abort', follow, { once: true });
  const timer = setTimeout(
    () => attempt.abort(new ConnectionError(`No response within ${timeoutMs} ms`)),
    timeoutMs,
  );
  try {
    const sent = new Request(request, { signal: attempt.signal });
    keep(request, sent);
    const response = await send(sent);
    return isRead(response) ? await readWhole(response) : response;
  } finally {
    clearTimeout(timer);
  }
}

/** True for JSON, except downloads: its body is part of the attempt. Other bodies may be long; the caller reads them. */
function isRead({ headers }: Response): boolean {
  return (
    /^application\/json\b/.test(headers.get('content-type') ?? '') && !headers.has('content-disposition')
  );
}

async function readWhole(response: Response): Promise<Response> {
  const body = await response.arrayBuffer();
  const { status, statusText, headers } = response;
  return new Response(body.byteLength === 0 ? null : body, { status, statusText, headers });
}
