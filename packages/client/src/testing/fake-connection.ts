const text = new TextEncoder();
export const record = (id: number) => ({ id, event_type: 'task.completed', payload: {} });
export const block = (seq: number) => `id: ${seq}\ndata: ${JSON.stringify(record(seq * 10))}\n\n`;

/** A connection to the stream, whose chunks, errors and end are queued by a test. */
export class FakeConnection {
  readonly request: Request;
  readonly response: Response;
  isCancelled = false;
  readonly #queue: (Uint8Array | Error | null)[] = [];
  #resume: (() => void) | undefined;
  #observesAborts = true;

  constructor(request: Request) {
    this.request = request;
    const body = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        if (this.#queue.length === 0) await new Promise<void>((resolve) => (this.#resume = resolve));
        const next = this.#queue.shift();
        if (next === null) controller.close();
        else if (next instanceof Error) controller.error(next);
        else if (next) controller.enqueue(next);
      },
      cancel: () => {
        this.isCancelled = true;
      },
    });
    request.signal.addEventListener('abort', () => this.#observesAborts && this.fail(request.signal.reason));
    this.response = new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  }

  /** Ignores aborts of the request, as some implementations of `fetch` do after the response has begun. */
  ignoreAborts(): void {
    this.#observesAborts = false;
  }

  send(chunk: string | Uint8Array): this {
    return this.#push(typeof chunk === 'string' ? text.encode(chunk) : chunk);
  }

  end(): void {
    this.#push(null);
  }

  fail(reason: Error = new TypeError('terminated')): void {
    this.#push(reason);
  }

  #push(next: Uint8Array | Error | null): this {
    this.#queue.push(next);
    this.#resume?.();
    return this;
  }
}
