import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import { isPublicAddress, literalAddress } from './address-rule.ts';
import { type Outcome, retryAfterSeconds } from './retry-schedule.ts';

/** One exchange with a receiver, as its delivery row keeps it. */
export interface Exchange extends Outcome {
  response_headers: Record<string, string> | null;
  response_body: string | null;
  error: string | null;
  duration_ms: number;
}

interface Post {
  url: string;
  headers: Record<string, string>;
  body: string;
  timeoutMs: number;
}

const excerptBytes = 4 * 1024;
/** A receiver that answers with more than this is not read to its end. */
const mostReadBytes = 64 * 1024;

class RefusedAddress extends Error {
  constructor() {
    super('The URL leads to an address that webhooks may not reach');
  }
}

/** Resolves names and refuses what is not public, on the very addresses that are dialled. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, []);
    const refused = found.some(({ address }) => !isPublicAddress(address));
    const [first] = found;
    if (refused || !first) return callback(new RefusedAddress(), []);
    return options.all ? callback(null, found) : callback(null, first.address, first.family);
  });
};

/** Sends webhooks over connections that are kept and shared. */
export class Poster {
  readonly #allowPrivate: boolean;
  readonly #agent: Agent;

  constructor(allowPrivate: boolean) {
    this.#allowPrivate = allowPrivate;
    this.#agent = new Agent({
      connect: allowPrivate ? {} : { lookup: publicLookup },
      keepAliveTimeout: 10_000,
      // One signal ends the whole exchange; no part of it has a timeout of its own.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /** Posts once and says what came of it. Never throws: whatever a receiver does is an outcome. */
  async post({ url, headers, body, timeoutMs }: Post): Promise<Exchange> {
    const begun = performance.now();
    const duration = () => Math.round(performance.now() - begun);
    try {
      const literal = literalAddress(new URL(url).hostname);
      if (literal && !this.#allowPrivate && !isPublicAddress(literal)) throw new RefusedAddress();
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await request(url, { method: 'POST', headers, body, dispatcher: this.#agent, signal });
      const text = await readExcerpt(response.body);
      const status = response.statusCode;
      return {
        response_status: status,
        response_headers: flat(response.headers),
        response_body: text,
        retry_after_seconds: retryAfterSeconds(flat(response.headers)['retry-after'], new Date()),
        error: status >= 200 && status < 300 ? null : `The receiver answered ${status}`,
        duration_ms: duration(),
      };
    } catch (error) {
      const nothing = {
        response_status: null,
        response_headers: null,
        response_body: null,
        retry_after_seconds: null,
      };
      return { ...nothing, error: reasonOf(error, timeoutMs), duration_ms: duration() };
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

/** The beginning of a body as text that PostgreSQL can store. */
async function readExcerpt(body: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let kept = 0;
  let read = 0;
  // Leaving the loop early destroys the stream, and with it the connection.
  for await (const chunk of body) {
    read += chunk.length;
    if (kept < excerptBytes) parts.push(chunk.subarray(0, excerptBytes - kept));
    kept = Math.min(excerptBytes, kept + chunk.length);
    if (read > mostReadBytes) break;
  }
  return storable(Buffer.concat(parts).toString('utf8'));
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .slice(0, 50)
      .map(([name, value]) => [name, storable(String(value)).slice(0, 500)]),
  );
}

const storable = (text: string) => text.replaceAll('\u0000', '').toWellFormed();

function reasonOf(error: unknown, timeoutMs: number): string {
  const known = error as { name?: string; code?: string; message?: string; errors?: Error[] };
  if (known.name === 'TimeoutError') return `No complete answer within ${timeoutMs / 1000} s`;
  const first = known.errors?.[0] as { code?: string; message?: string } | undefined;
  const text = known.message || first?.message || 'The connection failed';
  const code = known.code ?? first?.code;
  return storable(code && !text.includes(code) ? `${code}: ${text}` : text).slice(0, 500);
}
