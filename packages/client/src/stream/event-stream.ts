import type { EventType } from '../event-types.ts';
import { backoff, retryAfterMs, sleep } from '../requests/delays.ts';
import { ApiError, ConnectionError } from '../requests/errors.ts';
import type { Send } from '../requests/send.ts';
import type { WebhookEvent } from '../webhooks/webhook-event.ts';
import { readBlocks, withSilenceTimeout } from './stream-blocks.ts';

export interface EventStreamOptions<Type extends EventType = EventType> {
  /** Only events of this type. */
  event_type?: Type;
  /** Only events about this kind of record, such as `task`. */
  aggregate_type?: string;
  /** Starts after this position of a message; default: with the next event. */
  after?: string | number;
  /** Ends the stream without an error. */
  signal?: AbortSignal;
  /**
   * Milliseconds after which a connection without data is considered lost; default: 75,000. By default, the service
   * sends a heartbeat every 30 seconds.
   */
  silenceMs?: number;
  /**
   * Maximum delay before reconnecting in milliseconds; default: 90,000. Does not limit the `Retry-After` of an error
   * response.
   */
  maxPauseMs?: number;
  /** Called when a connection is open, and when one is lost or cannot be opened, with the cause if it is known. */
  onConnection?: (state: 'open' | 'lost', cause?: unknown) => void;
}

/** An event of the given types. Without a filter, types unknown to this version of the client may occur. */
export type EventOf<Type extends EventType> = EventType extends Type
  ? WebhookEvent
  : WebhookEvent & { event_type: Type };

/**
 * An event, or a reset: the service cannot resume after the last position, so events up to `head` may be missing and a
 * local copy must be reloaded. In both cases the stream continues after `position`, which is `head` for a reset.
 */
export type StreamMessage<Type extends EventType = EventType> =
  | { type: 'event'; position: string; event: EventOf<Type> }
  | { type: 'reset'; position: string; head: number };

const firstDelayMs = 500;
/** Maximum delay of the client's own backoff. */
const maxOwnDelayMs = 30_000;

/** A stream of events that reconnects automatically and continues after the last position. */
export class EventStream<Type extends EventType = EventType> implements AsyncIterable<StreamMessage<Type>> {
  readonly #open: (headers: Record<string, string>, signal: AbortSignal) => Promise<Response>;
  readonly #options: EventStreamOptions<Type>;
  readonly #closed = new AbortController();
  #position: string | null;

  /** @param url of the stream, with its filters */
  constructor(url: string, send: Send, options: EventStreamOptions<Type>) {
    this.#open = (headers, signal) => send(new Request(url, { headers, signal, redirect: 'error' }));
    this.#options = options;
    this.#position = options.after === undefined ? null : String(options.after);
  }

  /** The position of the last message, or a later position if there were no events up to it. */
  get position(): string | null {
    return this.#position;
  }

  get #silenceMs(): number {
    return this.#options.silenceMs ?? 75_000;
  }

  close(): void {
    this.#closed.abort();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<StreamMessage<Type>, void, undefined> {
    const stop = new AbortController();
    const end = () => stop.abort();
    const signals = [this.#closed.signal, this.#options.signal].filter((one) => one !== undefined);
    if (signals.some((one) => one.aborted)) return;
    for (const one of signals) one.addEventListener('abort', end);
    try {
      yield* this.#messages(stop.signal);
    } catch (error) {
      if (!stop.signal.aborted) throw error;
    } finally {
      end();
      for (const one of signals) one.removeEventListener('abort', end);
    }
  }

  async *#messages(signal: AbortSignal): AsyncGenerator<StreamMessage<Type>, void, undefined> {
    const delay = new ReconnectDelay(this.#options.maxPauseMs ?? 90_000);
    for (;;) {
      const connection = new AbortController();
      const cut = () => connection.abort(signal.reason);
      signal.addEventListener('abort', cut);
      try {
        const response = await this.#connect(connection, delay);
        if (response) yield* this.#follow(response, connection, delay);
      } catch (error) {
        if (signal.aborted || isFinal(error)) throw error;
        delay.fail(error);
      } finally {
        signal.removeEventListener('abort', cut);
        connection.abort();
      }
      this.#options.onConnection?.('lost', delay.cause);
      await sleep(delay.next(), signal);
    }
  }

  /** Connects. Returns null if a later attempt may succeed. @throws ApiError if it cannot */
  async #connect(connection: AbortController, delay: ReconnectDelay): Promise<Response | null> {
    const headers: Record<string, string> = { accept: 'text/event-stream' };
    if (this.#position !== null) headers['last-event-id'] = this.#position;
    const open = () => this.#open(headers, connection.signal);
    const response = await withSilenceTimeout(open, connection, this.#silenceMs);
    if (response.status === 200 && response.body) {
      if (isStream(response)) return response;
      delay.fail(new ConnectionError('The response is not an event stream'));
      return null;
    }
    const error = new ApiError(response, parsed(await response.text()));
    if (isFinal(error)) throw error;
    delay.fail(error, retryAfterMs(response.headers, Date.now()));
    return null;
  }

  async *#follow(
    response: Response,
    connection: AbortController,
    delay: ReconnectDelay,
  ): AsyncGenerator<StreamMessage<Type>, void, undefined> {
    let isReported = false;
    for await (const block of readBlocks(response, connection, this.#silenceMs)) {
      if (block.retryMs !== undefined) delay.setServerDelay(block.retryMs);
      if (block.position === undefined) continue;
      const data = block.data === undefined ? undefined : JSON.parse(block.data);
      delay.reset();
      // An overloaded service also responds with a stream, but one without a position.
      if (!isReported) this.#options.onConnection?.('open');
      isReported = true;
      this.#position = block.position;
      if (data === undefined) continue;
      if (block.name === 'reset') yield { type: 'reset', position: block.position, ...data };
      else yield { type: 'event', position: block.position, event: data };
    }
    delay.ended(isReported);
  }
}

/** The delay before the next connection: as requested by the service, and longer after each failure. */
class ReconnectDelay {
  readonly #maxMs: number;
  #serverDelayMs = 0;
  #retryAfterMs: number | null = null;
  #failures = 0;
  cause: unknown;

  constructor(maxMs: number) {
    this.#maxMs = maxMs;
  }

  setServerDelay(ms: number): void {
    this.#serverDelayMs = ms;
  }

  reset(): void {
    this.#failures = 0;
  }

  fail(cause: unknown, askedMs: number | null = null): void {
    this.cause = cause;
    this.#retryAfterMs = askedMs;
    if (cause !== undefined) this.#failures += 1;
  }

  /** A stream that ends without a position counts as a failure, usually of a proxy, unless the service sent a delay. */
  ended(isReported: boolean): void {
    const isExplained = isReported || this.#serverDelayMs > 0;
    this.fail(isExplained ? undefined : new ConnectionError('The stream ended without any message'));
  }

  next(): number {
    // The `Retry-After` of a 429 or 503 is mandatory: connecting sooner would be rejected again.
    if (this.#retryAfterMs !== null) return this.#retryAfterMs;
    const own = backoff(Math.max(1, this.#failures), firstDelayMs, maxOwnDelayMs);
    return Math.min(
      this.#maxMs,
      this.#failures > 1 ? Math.max(own, this.#serverDelayMs) : this.#serverDelayMs || own,
    );
  }
}

/** True if a later attempt to connect cannot succeed. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429 && error.status !== 408;
}

/** False for a page with status 200, which a proxy may send. */
function isStream({ headers }: Response): boolean {
  return /^text\/event-stream\b/i.test(headers.get('content-type') ?? '');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
