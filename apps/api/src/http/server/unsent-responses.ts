import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError, type Metrics } from '@wfp/shared';
import { type ByteHolder, ByteShares } from '../limits/shares/byte-shares.ts';

/**
 * The length, in characters, up to which responses are neither counted nor rejected: the kernel accepts them at once, so
 * that they do not stay in the memory of the process.
 */
export const smallLength = 16 * 1024;
const retryAfterSeconds = 5;

/** The client of a response. */
export interface Recipient {
  req: IncomingMessage;
  res: ServerResponse;
  caller: ByteHolder;
}

/**
 * Bounds the memory of responses that clients have not received yet, in this process. To make room for a response, it
 * disconnects the client of the largest user that has waited longest.
 */
export class UnsentResponses {
  readonly #shares: ByteShares;

  constructor(maxBytes: number, metrics: Metrics) {
    this.#shares = new ByteShares(maxBytes);
    metrics.gauge({
      name: 'wfp_http_unsent_response_bytes',
      help: 'Bytes of responses above 16 KiB that clients have not received yet.',
      read: () => this.#shares.size,
    });
  }

  /**
   * Rejects a read while its user has many bytes waiting. A write has been carried out, so that its response is sent in
   * any case.
   *
   * @throws AppError `unavailable`
   */
  rejectRead({ req, caller }: Pick<Recipient, 'req' | 'caller'>): void {
    if (req.method === 'GET' && this.#shares.isUserFull(caller)) throw overloaded();
  }

  /** Counts a response until the client has received it or has disconnected. */
  add({ req, res, caller }: Recipient, bytes: number): void {
    // A response to HEAD has no body, and a destroyed one does not emit `close` again.
    if (req.method === 'HEAD' || res.destroyed || req.socket.destroyed) return;
    res.once(
      'close',
      this.#shares.add(caller, bytes, () => req.socket.destroy()),
    );
  }
}

const overloaded = () =>
  new AppError(
    'unavailable',
    'Too many bytes of your responses are waiting for clients to read them; retry shortly',
    { headers: { 'Retry-After': String(retryAfterSeconds) } },
  );
