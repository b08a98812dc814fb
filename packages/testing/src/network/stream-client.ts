import { setTimeout as pause } from 'node:timers/promises';
import { maxStallMs } from './max-stall.ts';

export interface StreamMessage {
  id: number;
  event: string;
  data: any;
}

/** A connection to the event stream, with a simple parser of Server-Sent Events. */
export class StreamClient {
  readonly status: number;
  readonly headers: Headers;
  readonly messages: StreamMessage[] = [];
  /** The raw text received. */
  text = '';
  /** The `Last-Event-ID` that a browser would send. */
  lastEventId = '';
  retryMs: number | null = null;
  isClosed = false;
  /** Resolves when the connection is closed by either side. */
  readonly closed: Promise<void>;
  readonly #abort: AbortController;
  #rest = '';

  constructor(response: Response, abort: AbortController) {
    this.status = response.status;
    this.headers = response.headers;
    this.#abort = abort;
    this.closed = this.#read(response).finally(() => {
      this.isClosed = true;
    });
  }

  get comments(): string[] {
    return this.text.split('\n').filter((line) => line.startsWith(':'));
  }

  /** Waits for a condition. @throws Error if no event arrives for `withinMs` */
  async until(what: string, isTrue: (client: StreamClient) => boolean, withinMs = maxStallMs): Promise<void> {
    let end = Date.now() + withinMs;
    let events = this.messages.length;
    while (!isTrue(this)) {
      if (this.messages.length > events) {
        events = this.messages.length;
        end = Date.now() + withinMs;
      }
      if (Date.now() > end)
        throw new Error(`Not in ${withinMs} ms: ${what}. Received: ${this.text.slice(-2_000)}`);
      await pause(10);
    }
  }

  async close(): Promise<void> {
    this.#abort.abort();
    await this.closed;
  }

  async #read(response: Response): Promise<void> {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body ?? []) this.#take(decoder.decode(chunk, { stream: true }));
    } catch {
      // The connection was closed by either side.
    }
  }

  #take(text: string): void {
    this.text += text;
    this.#rest += text;
    for (let end = this.#rest.indexOf('\n\n'); end !== -1; end = this.#rest.indexOf('\n\n')) {
      this.#dispatch(this.#rest.slice(0, end).split('\n'));
      this.#rest = this.#rest.slice(end + 2);
    }
  }

  #dispatch(lines: readonly string[]): void {
    let event = 'message';
    const data: string[] = [];
    for (const line of lines) {
      const [, field = '', value = ''] = line.match(/^([^:]*):? ?(.*)$/s) ?? [];
      if (field === 'id') this.lastEventId = value;
      else if (field === 'event') event = value;
      else if (field === 'data') data.push(value);
      else if (field === 'retry') this.retryMs = Number(value);
    }
    if (data.length === 0) return;
    this.messages.push({ id: Number(this.lastEventId), event, data: JSON.parse(data.join('\n')) });
  }
}

/** Opens a stream and waits for the first block of the response. */
export async function openStream(
  url: string,
  token: string | null,
  query = '',
  headers: Record<string, string> = {},
): Promise<StreamClient> {
  const abort = new AbortController();
  const response = await fetch(`${url}/api/events/stream${query}`, {
    headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
    signal: abort.signal,
  });
  const client = new StreamClient(response, abort);
  if (response.status === 200)
    await client.until('the first block', (one) => one.text.includes('\n\n') || one.isClosed);
  return client;
}

/** Opens a stream as an EventSource does: again after the time that a busy process asks for. */
export async function openServedStream(...request: Parameters<typeof openStream>): Promise<StreamClient> {
  for (;;) {
    const client = await openStream(...request);
    if (!client.text.startsWith(': no capacity')) return client;
    await pause(client.retryMs ?? 0);
  }
}
