import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { DeliveryError, ResponseTimeoutError } from './delivery-error.ts';

export interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** The beginning of the body, not decoded. */
  excerpt: Buffer;
}

interface RequestToSend {
  origin: string;
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array;
  timeoutMs: number;
}

const excerptBytes = 4 * 1024;
const nothing = Buffer.alloc(0);
/** Number of bytes of a body after which the connection is closed. */
const maxReadBytes = 64 * 1024;
/** Limit of 1xx responses, such as 103 Early Hints, before the final one. */
const maxInterim = 20;

/** Collects one response without a stream or decompression; one timeout covers name lookup to last byte. */
class ResponseCollector implements Dispatcher.DispatchHandler {
  readonly response: Promise<HttpResponse>;
  readonly #resolve: (response: HttpResponse) => void;
  readonly #reject: (error: Error) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #deadline: number;
  #controller: Dispatcher.DispatchController | null = null;
  #isFinished = false;
  #interim = 0;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #excerpt: Buffer[] = [];
  #excerptLength = 0;
  #read = 0;

  constructor(timeoutMs: number) {
    const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>();
    this.response = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#deadline = performance.now() + timeoutMs;
    this.#timer = setTimeout(
      () => this.#fail(new ResponseTimeoutError(`No complete response within ${timeoutMs / 1000} s`)),
      timeoutMs,
    );
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The timeout passed while connecting: nothing may be sent now. After a stalled event loop this callback runs
    // before that of the timer.
    if (this.#isFinished || performance.now() > this.#deadline)
      controller.abort(new ResponseTimeoutError('Timed out while connecting'));
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) {
      this.#interim += 1;
      if (this.#interim > maxInterim)
        this.#fail(new DeliveryError(`More than ${maxInterim} interim responses and no final one`));
      return;
    }
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isFinished) return;
    this.#read += chunk.length;
    if (this.#excerptLength < excerptBytes) {
      // Copied: the chunk is a view of the parser's memory.
      const part = Buffer.from(chunk.subarray(0, excerptBytes - this.#excerptLength));
      this.#excerpt.push(part);
      this.#excerptLength += part.length;
    }
    if (this.#read <= maxReadBytes) return;
    this.#succeed();
    controller.abort(new DeliveryError('The limit of the body was reached'));
  }

  onResponseEnd(): void {
    this.#succeed();
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error);
  }

  reject(error: Error): void {
    this.#fail(error);
  }

  #succeed(): void {
    if (!this.#end()) return;
    this.#resolve({
      status: this.#status,
      headers: this.#headers,
      excerpt: this.#excerptLength === 0 ? nothing : Buffer.concat(this.#excerpt),
    });
  }

  #fail(error: Error): void {
    if (!this.#end()) return;
    this.#reject(error);
    this.#controller?.abort(error);
  }

  /** Returns true for the first call only: the collection ends once. */
  #end(): boolean {
    if (this.#isFinished) return false;
    this.#isFinished = true;
    clearTimeout(this.#timer);
    return true;
  }
}

/** Sends one POST request. Rejects if there is no complete response. */
export function sendRequest(
  dispatcher: Dispatcher,
  { timeoutMs, ...posted }: RequestToSend,
): Promise<HttpResponse> {
  const collector = new ResponseCollector(timeoutMs);
  const request = { ...posted, method: 'POST' };
  try {
    dispatcher.dispatch(request as Dispatcher.DispatchOptions, collector);
  } catch (error) {
    collector.reject(error as Error);
  }
  return collector.response;
}
