import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError, type Metrics } from '@wfp/shared';

/**
 * The length, in characters, up to which responses are neither counted nor rejected: the kernel accepts them at once, so
 * that they do not stay in the memory of the process.
 */
export const smallLength = 16 * 1024;
const retryAfterSeconds = 5;

/** The client of a response, and the organization that it belongs to. */
export interface Recipient {
  req: IncomingMessage;
  res: ServerResponse;
  /** Undefined without credentials. */
  org_id: number | undefined;
}

/**
 * Bounds the memory of responses that clients have not received yet, in this process. One organization can have half
 * of it, so that clients of others still receive their responses.
 */
export class UnsentResponses {
  readonly #maxBytes: number;
  #bytes = 0;
  readonly #byOrganization = new Map<number | undefined, number>();

  constructor(maxBytes: number, metrics: Metrics) {
    this.#maxBytes = maxBytes;
    metrics.gauge({
      name: 'wfp_http_unsent_response_bytes',
      help: 'Bytes of responses above 16 KiB that clients have not received yet.',
      read: () => this.#bytes,
    });
  }

  /** @throws AppError `unavailable` while too many bytes are waiting */
  rejectIfFull({ req, org_id }: Pick<Recipient, 'req' | 'org_id'>): void {
    const ofOrganization = this.#byOrganization.get(org_id) ?? 0;
    if (this.#bytes >= this.#maxBytes || ofOrganization >= this.#maxBytes / 2) throw overloaded(req);
  }

  /** Counts a response until the client has received it or has disconnected. */
  add({ req, res, org_id }: Recipient, bytes: number): void {
    // Such a response does not emit `close` again.
    if (res.destroyed || req.socket.destroyed) return;
    this.#change(org_id, bytes);
    res.once('close', () => this.#change(org_id, -bytes));
  }

  #change(org_id: number | undefined, bytes: number): void {
    this.#bytes += bytes;
    const ofOrganization = (this.#byOrganization.get(org_id) ?? 0) + bytes;
    if (ofOrganization === 0) this.#byOrganization.delete(org_id);
    else this.#byOrganization.set(org_id, ofOrganization);
  }
}

function overloaded({ method }: IncomingMessage): AppError {
  const isRead = method === 'GET' || method === 'HEAD';
  return new AppError(
    'unavailable',
    isRead
      ? 'Too many bytes of responses are waiting for clients to read them; retry shortly'
      : 'The request was carried out, but its response cannot be sent: too many bytes of responses are waiting for clients to read them',
    { headers: { 'Retry-After': String(retryAfterSeconds) } },
  );
}
