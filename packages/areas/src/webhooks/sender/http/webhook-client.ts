import type { IncomingHttpHeaders } from 'node:http';
import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import { type Outcome, retryAfterSeconds } from '../attempt/retry-schedule.ts';
import { urlFault } from './address-rule.ts';
import { failureText, isTimeout, PlainFailure } from './failure-text.ts';
import { checkedTls, type Dialling, guardedConnector } from './guarded-connector.ts';
import { type Answer, exchange } from './send-request.ts';
import { storable } from './storable.ts';

/** One exchange with a receiver, as its delivery row keeps it. */
export interface Exchange extends Outcome {
  response_headers: Record<string, string> | null;
  response_body: string | null;
  error: string | null;
  duration_ms: number;
  /** Nothing, or nothing whole, came within the time. */
  is_timeout: boolean;
}

interface Post {
  url: string;
  headers: Record<string, string>;
  body: string | Uint8Array;
  timeoutMs: number;
}

interface PosterOptions {
  allowPrivate: boolean;
  /** A proxy that everything is sent through: it looks names up, and has to refuse what they may not lead to. */
  proxyUrl?: string | undefined;
  dialling?: Dialling;
}

interface Destination {
  fault: string | null;
  origin: string;
  path: string;
}

const nowhere = { origin: '', pathname: '', search: '' };
const mostDestinations = 10_000;
const mostHeaderBytes = 16 * 1024;

const transport = {
  /** Receivers need HTTP/1.1 and nothing more; HTTP/2 has ways of its own to keep a sender busy. */
  allowH2: false,
  /** Shorter than what servers usually keep: whoever is first to close an idle connection loses no request. */
  keepAliveTimeout: 4_000,
  keepAliveMaxTimeout: 30_000,
  maxHeaderSize: mostHeaderBytes,
  // One clock ends the whole exchange; no part of it has one of its own.
  headersTimeout: 0,
  bodyTimeout: 0,
};

/** Sends webhooks over connections that are kept and shared. */
export class Poster {
  readonly #allowPrivate: boolean;
  readonly #dispatcher: Dispatcher;
  readonly #isProxied: boolean;
  readonly #destinations = new Map<string, Destination>();

  constructor({ allowPrivate, proxyUrl, dialling }: PosterOptions) {
    this.#allowPrivate = allowPrivate;
    this.#isProxied = Boolean(proxyUrl);
    this.#dispatcher = proxyUrl
      ? new ProxyAgent({ ...transport, uri: proxyUrl, requestTls: checkedTls(dialling?.ca) })
      : new Agent({ ...transport, connect: guardedConnector(allowPrivate, dialling) });
  }

  /** Posts once and says what came of it. Never throws: whatever a receiver does is an outcome. */
  async post({ url, headers, body, timeoutMs }: Post): Promise<Exchange> {
    const begun = performance.now();
    const duration = () => Math.round(performance.now() - begun);
    try {
      const { fault, origin, path } = this.#destination(url);
      if (fault) throw new PlainFailure(`The URL ${fault.replace('Must', 'must')}`);
      const answer = await exchange(this.#dispatcher, { origin, path, headers, body, timeoutMs });
      return { ...kept(answer), is_timeout: false, duration_ms: duration() };
    } catch (error) {
      return {
        ...nothing,
        error: this.#textOf(error),
        is_timeout: isTimeout(error),
        duration_ms: duration(),
      };
    }
  }

  async close(): Promise<void> {
    await this.#dispatcher.destroy();
  }

  /** What a URL says is found out once; what its name stands for, whenever it is dialled. */
  #destination(url: string): Destination {
    const known = this.#destinations.get(url);
    if (known) return known;
    const fault = urlFault(url, this.#allowPrivate);
    const { origin, pathname, search } = fault ? nowhere : new URL(url);
    const made = { fault, origin, path: `${pathname}${search}` };
    if (this.#destinations.size >= mostDestinations) this.#destinations.clear();
    this.#destinations.set(url, made);
    return made;
  }

  #textOf(error: unknown): string {
    const text = failureText(error);
    return this.#isProxied ? `Through the outgoing proxy: ${text}` : text;
  }
}

const nothing = {
  response_status: null,
  response_headers: null,
  response_body: null,
  retry_after_seconds: null,
};

/** An answer as a row keeps it. */
function kept({ status, headers, excerpt }: Answer) {
  const response_headers = flat(headers);
  const coding = response_headers['content-encoding'];
  const isPacked = coding !== undefined && coding !== 'identity';
  return {
    response_status: status,
    response_headers,
    response_body: isPacked ? `(not kept: it is encoded as ${coding})` : storable(excerpt.toString('utf8')),
    retry_after_seconds: retryAfterSeconds(response_headers['retry-after'], new Date()),
    error: status >= 200 && status < 300 ? null : `The receiver answered ${status}`,
  };
}

function flat(headers: IncomingHttpHeaders): Record<string, string> {
  const pairs = Object.entries(headers).slice(0, 50);
  return Object.fromEntries(
    pairs.map(([name, value]) => [storable(name).slice(0, 100), storable(String(value)).slice(0, 500)]),
  );
}
