import type { EventType } from '../event-types.ts';
import { backoff, retryAfterMs, sleep } from '../requests/delays.ts';
import { ApiError, ConnectionError } from '../requests/errors.ts';
import type { Send } from '../requests/retry.ts';
import type { WebhookEvent } from '../webhooks/webhook-event.ts';
import { readBlocks, withSilenceTimeout } from './stream-blocks.ts';

export interface EventStreamOptions<Type extends EventType = EventType> {
  /** Events of this type alone. */
  event_type?: Type;
  /** Events about this kind of record alone, such as `task`. */
  aggregate_type?: string;
  /** The position to go on after, as a message told it; without one, the stream begins with what happens next. */
  after?: string | number;
  /** Ends the stream, without an error. */
  signal?: AbortSignal;
  /** A connection on which nothing came for so long is dead. The service says something every 30 seconds. */
  silenceMs?: number;
  /** The longest pause before it connects again, also where the service advises a longer one. */
  maxPauseMs?: number;
  /** Told when a connection is there, and when it is lost, with what lost it. */
  onConnection?: (state: 'open' | 'lost', cause?: unknown) => void;
}

/** An event of some types; a type that this version does not know may come too where none is asked for. */
export type EventOf<Type extends EventType> = EventType extends Type
  ? WebhookEvent
  : WebhookEvent & { event_type: Type };

/**
 * What a stream gives: an event, or word that what lies between the position and `head` cannot be told any more, so that
 * whoever keeps a copy has to load it anew. Either way the stream goes on after `position`.
 */
export type StreamMessage<Type extends EventType = EventType> =
  | { type: 'event'; position: string; event: EventOf<Type> }
  | { type: 'reset'; position: string; head: number };

const firstDelayMs = 500;
/** The longest pause where the service advises none. */
const maxOwnDelayMs = 30_000;

/** The stream of events, which comes back by itself where its connection ends, and goes on where it was. */
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

  /** Where the stream stands: of the message that was given last, or further where nothing lay between. */
  get position(): string | null {
    return this.#position;
  }

  get #silenceMs(): number {
    return this.#options.silenceMs ?? 75_000;
  }

  /** Ends it, from anywhere. */
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
    const pace = new ReconnectDelay(this.#options.maxPauseMs ?? 90_000);
    for (;;) {
      const connection = new AbortController();
      const cut = () => connection.abort(signal.reason);
      signal.addEventListener('abort', cut);
      try {
        const response = await this.#connect(connection, pace);
        if (response) yield* this.#follow(response, connection, pace);
      } catch (error) {
        if (signal.aborted || isFinal(error)) throw error;
        pace.lost(error);
      } finally {
        signal.removeEventListener('abort', cut);
        connection.abort();
      }
      this.#options.onConnection?.('lost', pace.cause);
      await sleep(pace.next(), signal);
    }
  }

  /** Null where the service is to be asked again later. @throws ApiError where asking again would not help */
  async #connect(connection: AbortController, pace: ReconnectDelay): Promise<Response | null> {
    const headers: Record<string, string> = { accept: 'text/event-stream' };
    if (this.#position !== null) headers['last-event-id'] = this.#position;
    const open = () => this.#open(headers, connection.signal);
    const response = await withSilenceTimeout(open, connection, this.#silenceMs);
    if (response.status === 200 && response.body) {
      if (isStream(response)) return response;
      pace.lost(new ConnectionError('What answers there is no stream of events'));
      return null;
    }
    const error = new ApiError(response, parsed(await response.text()));
    if (isFinal(error)) throw error;
    pace.lost(error, retryAfterMs(response.headers, Date.now()));
    return null;
  }

  async *#follow(
    response: Response,
    connection: AbortController,
    pace: ReconnectDelay,
  ): AsyncGenerator<StreamMessage<Type>, void, undefined> {
    let isTold = false;
    for await (const block of readBlocks(response, connection, this.#silenceMs)) {
      if (block.retryMs !== undefined) pace.advised(block.retryMs);
      if (block.position === undefined) continue;
      const said = block.data === undefined ? undefined : JSON.parse(block.data);
      pace.reached();
      // A service without room for it answers too, but tells no position.
      if (!isTold) this.#options.onConnection?.('open');
      isTold = true;
      this.#position = block.position;
      if (said === undefined) continue;
      if (block.name === 'reset') yield { type: 'reset', position: block.position, ...said };
      else yield { type: 'event', position: block.position, event: said };
    }
    pace.ended(isTold);
  }
}

/** How long to wait before the next connection: what the service advises, longer each time that it cannot be had. */
class ReconnectDelay {
  readonly #maxMs: number;
  #advisedMs = 0;
  #askedMs: number | null = null;
  #failures = 0;
  cause: unknown;

  constructor(maxMs: number) {
    this.#maxMs = maxMs;
  }

  advised(ms: number): void {
    this.#advisedMs = ms;
  }

  reached(): void {
    this.#failures = 0;
  }

  lost(cause: unknown, askedMs: number | null = null): void {
    this.cause = cause;
    this.#askedMs = askedMs;
    if (cause !== undefined) this.#failures += 1;
  }

  /** What ends without a word of the service, again and again, is one of what is in between. */
  ended(isTold: boolean): void {
    const isExplained = isTold || this.#advisedMs > 0;
    this.lost(isExplained ? undefined : new ConnectionError('The stream ended before it began'));
  }

  next(): number {
    // What a 429 or 503 asks for is no advice: to come sooner would be refused again.
    if (this.#askedMs !== null) return this.#askedMs;
    const own = backoff(Math.max(1, this.#failures), firstDelayMs, maxOwnDelayMs);
    return Math.min(
      this.#maxMs,
      this.#failures > 1 ? Math.max(own, this.#advisedMs) : this.#advisedMs || own,
    );
  }
}

/** Whether asking again would not help. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429 && error.status !== 408;
}

/** A page that says whatever is asked for is there is not the service. */
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
