import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { Overdue, PlainFailure } from './failure-text.ts';

/** What a receiver answered: all of the head, and the beginning of the body as it came. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  excerpt: Buffer;
}

interface Posted {
  origin: string;
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array;
  timeoutMs: number;
}

const excerptBytes = 4 * 1024;
const nothing = Buffer.alloc(0);
/** An answer that is longer than this is not read to its end. */
const mostReadBytes = 64 * 1024;
/** "Early hints" and the like, which come before an answer and are no answer. */
const mostInterim = 20;

/** Listens to one answer: no stream, nothing unpacked, and one clock from the name lookup to the last byte. */
class Listener implements Dispatcher.DispatchHandler {
  readonly answer: Promise<Answer>;
  readonly #resolve: (answer: Answer) => void;
  readonly #reject: (error: Error) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #deadline: number;
  #controller: Dispatcher.DispatchController | null = null;
  #isOver = false;
  #interim = 0;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #excerpt: Buffer[] = [];
  #kept = 0;
  #read = 0;

  constructor(timeoutMs: number) {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.answer = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#deadline = performance.now() + timeoutMs;
    this.#timer = setTimeout(
      () => this.#fail(new Overdue(`No complete answer within ${timeoutMs / 1000} s`)),
      timeoutMs,
    );
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The time ran out while the connection was being made: nothing may be sent any more. A process that stood still
    // hears of that connection before it hears of the time.
    if (this.#isOver || performance.now() > this.#deadline) controller.abort(new Overdue('Too late'));
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) {
      this.#interim += 1;
      if (this.#interim > mostInterim)
        this.#fail(new PlainFailure(`More than ${mostInterim} interim answers and no final one`));
      return;
    }
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isOver) return;
    this.#read += chunk.length;
    if (this.#kept < excerptBytes) {
      // A copy: the chunk is a view of the parser's memory.
      const part = Buffer.from(chunk.subarray(0, excerptBytes - this.#kept));
      this.#excerpt.push(part);
      this.#kept += part.length;
    }
    if (this.#read <= mostReadBytes) return;
    this.#succeed();
    controller.abort(new PlainFailure('Enough was read'));
  }

  onResponseEnd(): void {
    this.#succeed();
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error);
  }

  /** What is to be sent cannot be. */
  refuse(error: Error): void {
    this.#fail(error);
  }

  #succeed(): void {
    if (!this.#end()) return;
    this.#resolve({
      status: this.#status,
      headers: this.#headers,
      excerpt: this.#kept === 0 ? nothing : Buffer.concat(this.#excerpt),
    });
  }

  #fail(error: Error): void {
    if (!this.#end()) return;
    this.#reject(error);
    this.#controller?.abort(error);
  }

  /** Whether it ends here and now: it ends once. */
  #end(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    clearTimeout(this.#timer);
    return true;
  }
}

/** Posts once over a dispatcher; fails with whatever kept an answer from coming whole. */
export function exchange(dispatcher: Dispatcher, { timeoutMs, ...posted }: Posted): Promise<Answer> {
  const listener = new Listener(timeoutMs);
  const request = { ...posted, method: 'POST' };
  try {
    dispatcher.dispatch(request as Dispatcher.DispatchOptions, listener);
  } catch (error) {
    listener.refuse(error as Error);
  }
  return listener.answer;
}
