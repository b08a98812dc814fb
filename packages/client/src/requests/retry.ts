import { backoff, retryAfterMs, sleep } from './delays.ts';
import { ConnectionError } from './errors.ts';

/** Sends a request, like `fetch`. */
export type Send = (request: Request) => Promise<Response>;

export interface RetryOptions {
  /** How often a call is sent at most; 1 for never again. */
  attempts: number;
  /** What the first pause is about, in milliseconds; each further one is up to twice as long. */
  baseMs: number;
  /** The longest pause. Where the service asks for a longer one, the call fails instead, and says so. */
  maxMs: number;
  /** How long one attempt may take: until its answer is there, or begins where it is none in JSON. */
  timeoutMs: number;
}

export const retryDefaults: RetryOptions = { attempts: 4, baseMs: 300, maxMs: 60_000, timeoutMs: 30_000 };
/** The longest pause where the service does not ask for one. */
const maxOwnDelayMs = 8_000;

/**
 * Sends again what may be sent again. Of a call that was answered with 429 nothing was done, so any is; where no answer
 * came, or 503, it is done twice only if that is the same as once.
 */
export function retrying(send: Send, options: RetryOptions): Send {
  return async (request) => {
    const isRepeatable = mayRepeat(request);
    let mayBeUnderWay = false;
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt >= options.attempts;
      const answer = await sendOnce(send, isLast ? request : request.clone(), options.timeoutMs).catch(
        (error: unknown) => {
          if (request.signal.aborted) throw request.signal.reason;
          if (isLast || !isRepeatable) throw new ConnectionError('No answer came', { cause: error });
          mayBeUnderWay = true;
          return null;
        },
      );
      const own = backoff(attempt, options.baseMs, Math.min(options.maxMs, maxOwnDelayMs));
      const asked = answer && retryAfterMs(answer.headers, Date.now());
      const wait = asked ?? own;
      if (answer) {
        const isWorthIt = isRejectedForNow(answer, isRepeatable) || (mayBeUnderWay && isStillRunning(answer));
        if (isLast || !isWorthIt || wait > options.maxMs) return answer;
        await answer.body?.cancel();
      }
      await sleep(wait, request.signal);
    }
  };
}

function mayRepeat({ method, headers }: Request): boolean {
  return /^(?:GET|HEAD|PUT|DELETE|OPTIONS)$/.test(method) || headers.has('idempotency-key');
}

function isRejectedForNow({ status }: Response, isRepeatable: boolean): boolean {
  return status === 429 || (status === 503 && isRepeatable);
}

/** The first attempt, whose answer was lost, has this key and is not done yet. */
function isStillRunning({ status }: Response): boolean {
  return status === 409;
}

/** One attempt; an answer in JSON counts as one when all of it is there. */
async function sendOnce(send: Send, request: Request, timeoutMs: number): Promise<Response> {
  const attempt = new AbortController();
  const follow = () => attempt.abort(request.signal.reason);
  if (request.signal.aborted) follow();
  // It ends with the request: what is read of the answer later can still be aborted.
  request.signal.addEventListener('abort', follow, { once: true });
  const timer = setTimeout(
    () => attempt.abort(new ConnectionError(`No answer within ${timeoutMs} ms`)),
    timeoutMs,
  );
  try {
    const response = await send(new Request(request, { signal: attempt.signal }));
    return isRead(response) ? await readWhole(response) : withRequest(response, request);
  } finally {
    clearTimeout(timer);
  }
}

/** Anything else may be long, and is for whoever called to read. */
function isRead({ headers }: Response): boolean {
  return (
    /^application\/json\b/.test(headers.get('content-type') ?? '') && !headers.has('content-disposition')
  );
}

async function readWhole(response: Response): Promise<Response> {
  const { status, statusText, headers } = response;
  const body = await response.arrayBuffer();
  return new Response(body.byteLength === 0 ? null : body, { status, statusText, headers });
}

const requests = new WeakMap<Response, Request>();

/** Keeps a request while its answer is read: by it an abort finds its way from the signal of the caller to the body. */
export function withRequest(response: Response, request: Request): Response {
  requests.set(response, request);
  return response;
}
