import { ProviderFailure } from '../prompt.ts';

export interface FetchLimits {
  /** For a whole exchange, from the name lookup to the last byte. */
  timeoutMs: number;
  /** The longest answer that is read to its end, unpacked. */
  maxBytes: number;
}

/** The provider does not support this output mode. */
export class UnsupportedOutputMode extends ProviderFailure {}

/**
 * `fetch` that follows no redirect, reads no further than its bounds, and fails with what a run may show: nothing that
 * a provider says in an error is repeated, since some repeat the key or the prompt.
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
      if (clock.aborted)
        throw transientFailure(`The provider gave no complete answer within ${timeoutMs / 1000} s`);
      if (signal.aborted) throw transientFailure('The provider gave no complete answer in time');
      throw transientFailure(`The provider could not be reached${networkErrorCode(error)}`);
    }
  };
}

const transientFailure = (message: string) => new ProviderFailure('trouble', message);

/** The system's name for a failure of the network. */
function networkErrorCode(error: unknown): string {
  for (let one = error; one instanceof Error; one = one.cause) {
    if ('code' in one && typeof one.code === 'string') return ` (${one.code})`;
  }
  return '';
}

async function readProviderBody(response: Response, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > mostBytes) throw new ProviderFailure('unusable', 'The answer of the provider is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const formatErrorPattern = /response_format|json_schema|json_object|output_config|output_format|structured/i;

function failureFromResponse(response: Response, body: string): ProviderFailure {
  const { status } = response;
  const message = `The provider answered ${status}${providerErrorCode(body)}`;
  if (status === 429 || status === 408 || status >= 500)
    return new ProviderFailure('trouble', message, { retryAfterMs: parseRetryAfter(response.headers) });
  if (status >= 300 && status < 400)
    return new ProviderFailure('refused', `${message}: redirects are not followed`);
  if ((status === 400 || status === 422) && formatErrorPattern.test(body))
    return new UnsupportedOutputMode('refused', message);
  return new ProviderFailure('refused', message);
}

/** The provider's word for what is wrong, when it is a word. */
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

/** What a provider asks to wait, in milliseconds: given as those, as seconds, or as a date. */
export function parseRetryAfter(headers: Headers, now = Date.now()): number | null {
  const exact = headers.get('retry-after-ms');
  const text = headers.get('retry-after');
  if (exact && /^\d+(\.\d+)?$/.test(exact)) return Math.min(Number(exact), maxRetryAfterMs);
  if (!text) return null;
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), maxRetryAfterMs);
}
