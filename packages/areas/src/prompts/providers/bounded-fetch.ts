import { ProviderFailure } from '../prompt.ts';

export interface FetchLimits {
  /** Time limit for the whole exchange, from the name lookup to the last byte. */
  timeoutMs: number;
  /** Maximum length of a response body, decompressed. */
  maxBytes: number;
}

export class UnsupportedOutputMode extends ProviderFailure {}

/**
 * `fetch` without redirects, with limits on time and size. Its errors never contain error texts of a provider,
 * because some providers repeat the key or the prompt.
 */
export function boundedFetch({ timeoutMs, maxBytes }: FetchLimits): typeof fetch {
  return async (input, init = {}) => {
    const clock = AbortSignal.timeout(timeoutMs);
    const signal = init.signal ? AbortSignal.any([init.signal, clock]) : clock;
    try {
      const response = await fetch(input, { ...init, redirect: 'manual', signal });
      const body = await readProviderBody(response, maxBytes);
      if (response.ok) return new Response(body, { headers: { 'content-type': 'application/json' } });
      throw failureFromResponse(response, body);
    } catch (error) {
      if (error instanceof ProviderFailure) throw error;
      if (clock.aborted) throw transientFailure(`The provider did not respond within ${timeoutMs / 1000} s`);
      if (signal.aborted) throw transientFailure('The provider did not respond in time');
      throw transientFailure(`The provider could not be reached${networkErrorCode(error)}`);
    }
  };
}

const transientFailure = (message: string) => new ProviderFailure('transient', message);

/** The error code of a network failure, such as ECONNREFUSED. */
function networkErrorCode(error: unknown): string {
  for (let one = error; one instanceof Error; one = one.cause) {
    if ('code' in one && typeof one.code === 'string') return ` (${one.code})`;
  }
  return '';
}

async function readProviderBody(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new ProviderFailure('invalid_output', "The provider's response is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const formatErrorPattern = /response_format|json_schema|json_object|output_config|output_format|structured/i;

function failureFromResponse(response: Response, body: string): ProviderFailure {
  const { status } = response;
  const message = `The provider responded with ${status}${providerErrorCode(body)}`;
  if (status === 429 || status === 408 || status >= 500)
    return new ProviderFailure('transient', message, { retryAfterMs: parseRetryAfter(response.headers) });
  if (status >= 300 && status < 400)
    return new ProviderFailure('permanent', `${message}: redirects are not followed`);
  if ((status === 400 || status === 422) && formatErrorPattern.test(body))
    return new UnsupportedOutputMode('permanent', message);
  return new ProviderFailure('permanent', message);
}

/** The provider's error code, if it is a single word. */
function providerErrorCode(body: string): string {
  try {
    const { error } = JSON.parse(body);
    const word = [error?.code, error?.type].find(
      (one) => typeof one === 'string' && /^[a-z][a-z_]{2,39}$/.test(one),
    );
    return word ? ` (${word})` : '';
  } catch {
    return '';
  }
}

const maxRetryAfterMs = 3_600_000;

/**
 * Parses the delay that a provider requests: in milliseconds, in seconds, or as a date.
 *
 * @returns milliseconds, at most an hour; null if no delay is requested
 */
export function parseRetryAfter(headers: Headers, now = Date.now()): number | null {
  const exact = headers.get('retry-after-ms');
  const text = headers.get('retry-after');
  if (exact && /^\d+(\.\d+)?$/.test(exact)) return Math.min(Number(exact), maxRetryAfterMs);
  if (!text) return null;
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), maxRetryAfterMs);
}
