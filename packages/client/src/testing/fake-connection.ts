const text = new TextEncoder();
/** An event record with the fields that a stream reads. */
export const record = (id: number) => ({ id, event_type: 'task.completed', payload: {} });
/** An event block of a stream, at a position. */
export const block = (seq: number) => `id: ${seq}\ndata: ${JSON.stringify(record(seq * 10))}\n\n`;

/** A connection to the stream, whose chunks, errors and end are queued by a test. */
export class FakeConnection {
  readonly request: Request;
  readonly response: Response;
  isCancelled = false;
  readonly #said: (Uint8Array | Error | null)[] = [];
  #awaited: (() => void) | undefined;
  #hears = true;

  constructor(request: Request) {
    this.request = request;
    const body = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        if (this.#said.length === 0) await new Promise<void>((resolve) => (this.#awaited = resolve));
        const next = this.#said.shift();
        if (next === null) controller.close();
        else if (next instanceof Error) controller.error(next);
        else if (next) controller.enqueue(next);
      },
      cancel: () => {
        this.isCancelled = true;
      },
    });
    request.signal.addEventListener('abort', () => this.#hears && this.fail(request.signal.reason));
    this.response = new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  }

  /** Ignores aborts of the request, as some implementations of `fetch` do after the response has begun. */
  ignoreAborts(): void {
    this.#hears = false;
  }

  send(chunk: string | Uint8Array): this {
    return this.#say(typeof chunk === 'string' ? text.encode(chunk) : chunk);
  }

  end(): void {
    this.#say(null);
  }

  fail(reason: Error = new TypeError('terminated')): void {
    this.#say(reason);
  }

  #say(next: Uint8Array | Error | null): this {
    this.#said.push(next);
    this.#awaited?.();
    return this;
  }
}
