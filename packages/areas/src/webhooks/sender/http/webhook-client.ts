import type { IncomingHttpHeaders } from 'node:http';
import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import { type AttemptOutcome, parseRetryAfterSeconds } from '../attempt/retry-schedule.ts';
import { validateWebhookUrl } from './address-rule.ts';
import { DeliveryError, describeFailure, isTimeout, sanitizeText } from './delivery-error.ts';
import { type ConnectOptions, createGuardedConnector, verifyingTlsOptions } from './guarded-connector.ts';
import { type HttpResponse, sendRequest } from './send-request.ts';

export interface HttpResult extends AttemptOutcome {
  response_headers: Record<string, string> | null;
  response_body: string | null;
  error: string | null;
  duration_ms: number;
  /** True if there was no complete response in time. */
  is_timeout: boolean;
}

interface Post {
  url: string;
  headers: Record<string, string>;
  body: string | Uint8Array;
  timeoutMs: number;
}

interface WebhookClientOptions {
  allowPrivate: boolean;
  /** A proxy for all requests. It resolves names, and must itself reject addresses that are not public. */
  proxyUrl?: string | undefined;
  connectOptions?: ConnectOptions;
}

interface Destination {
  urlError: string | null;
  origin: string;
  path: string;
}

const noDestination = { origin: '', pathname: '', search: '' };
const maxDestinations = 10_000;
const maxHeaderBytes = 16 * 1024;

const transport = {
  /** HTTP/2 gives receivers more ways to keep a sender busy. */
  allowH2: false,
  /**
   * Shorter than the usual keep-alive of servers, so that no request is sent on a connection that the server is
   * closing.
   */
  keepAliveTimeout: 4_000,
  keepAliveMaxTimeout: 30_000,
  maxHeaderSize: maxHeaderBytes,
  // One timeout covers the whole request (send-request.ts).
  headersTimeout: 0,
  bodyTimeout: 0,
};

export class WebhookClient {
  readonly #allowPrivate: boolean;
  readonly #dispatcher: Dispatcher;
  readonly #isProxied: boolean;
  readonly #destinations = new Map<string, Destination>();

  constructor({ allowPrivate, proxyUrl, connectOptions }: WebhookClientOptions) {
    this.#allowPrivate = allowPrivate;
    this.#isProxied = Boolean(proxyUrl);
    this.#dispatcher = proxyUrl
      ? new ProxyAgent({ ...transport, uri: proxyUrl, requestTls: verifyingTlsOptions(connectOptions?.ca) })
      : new Agent({ ...transport, connect: createGuardedConnector(allowPrivate, connectOptions) });
  }

  /** Sends one request. Never throws: failures are results too. */
  async post({ url, headers, body, timeoutMs }: Post): Promise<HttpResult> {
    const startedAt = performance.now();
    const duration = () => Math.round(performance.now() - startedAt);
    try {
      const { urlError, origin, path } = this.#destination(url);
      if (urlError) throw new DeliveryError(`The URL ${urlError.replace('Must', 'must')}`);
      const response = await sendRequest(this.#dispatcher, { origin, path, headers, body, timeoutMs });
      return { ...toColumns(response), is_timeout: false, duration_ms: duration() };
    } catch (error) {
      return {
        ...noResponse,
        error: this.#describe(error),
        is_timeout: isTimeout(error),
        duration_ms: duration(),
      };
    }
  }

  async close(): Promise<void> {
    await this.#dispatcher.destroy();
  }

  /** Parses and checks a URL once. Its host name is resolved and checked for each connection. */
  #destination(url: string): Destination {
    const known = this.#destinations.get(url);
    if (known) return known;
    const urlError = validateWebhookUrl(url, this.#allowPrivate);
    const { origin, pathname, search } = urlError ? noDestination : new URL(url);
    const destination = { urlError, origin, path: `${pathname}${search}` };
    if (this.#destinations.size >= maxDestinations) this.#destinations.clear();
    this.#destinations.set(url, destination);
    return destination;
  }

  #describe(error: unknown): string {
    const text = describeFailure(error);
    return this.#isProxied ? `Through the outgoing proxy: ${text}` : text;
  }
}

const noResponse = {
  response_status: null,
  response_headers: null,
  response_body: null,
  retry_after_seconds: null,
};

function toColumns({ status, headers, excerpt }: HttpResponse) {
  const response_headers = flattenHeaders(headers);
  const coding = response_headers['content-encoding'];
  const isEncoded = coding !== undefined && coding !== 'identity';
  return {
    response_status: status,
    response_headers,
    response_body: isEncoded ? `(not stored: encoded as ${coding})` : sanitizeText(excerpt.toString('utf8')),
    retry_after_seconds: parseRetryAfterSeconds(response_headers['retry-after'], new Date()),
    error: status >= 200 && status < 300 ? null : `The receiver responded with ${status}`,
  };
}

function flattenHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const pairs = Object.entries(headers).slice(0, 50);
  return Object.fromEntries(
    pairs.map(([name, value]) => [
      sanitizeText(name).slice(0, 100),
      sanitizeText(String(value)).slice(0, 500),
    ]),
  );
}
