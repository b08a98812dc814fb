import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError, type Caller, type Metrics } from '@wfp/shared';
import { ShareGroup } from '../limits/share-group.ts';

/**
 * The length, in characters, up to which responses are neither counted nor rejected: the kernel accepts them at once, so
 * that they do not stay in the memory of the process.
 */
export const smallLength = 16 * 1024;
const retryAfterSeconds = 5;

/** All unverified organizations together can have this part of the bytes: they are free to create. */
const unverifiedPercent = 25;
/** While a user has this part of the bytes, or of those of unverified organizations, large reads are rejected. */
const userPercent = 25;

/** The client of a response. */
export interface Recipient {
  req: IncomingMessage;
  res: ServerResponse;
  /** Null without credentials. */
  caller: Pick<Caller, 'org_id' | 'user_id' | 'is_unverified'> | null;
}

/**
 * Bounds the memory of responses that clients have not received yet, in this process. To make room for a response, it
 * disconnects the client that has waited longest for the oldest response of the user with the most bytes in the
 * organization with the most bytes. So an organization with less than the average of all is never disconnected, whatever
 * the others do.
 */
export class UnsentResponses {
  readonly #all: ShareGroup;
  readonly #unverified: ShareGroup;

  constructor(maxBytes: number, metrics: Metrics) {
    this.#all = new ShareGroup(maxBytes);
    this.#unverified = this.#all.keep('unverified', (maxBytes * unverifiedPercent) / 100);
    metrics.gauge({
      name: 'wfp_http_unsent_response_bytes',
      help: 'Bytes of responses above 16 KiB that clients have not received yet.',
      read: () => this.#all.size,
    });
  }

  /**
   * Rejects a read while its user has many bytes waiting. A write has been carried out, so that its response is sent in
   * any case.
   *
   * @throws AppError `unavailable`
   */
  rejectRead({ req, caller }: Pick<Recipient, 'req' | 'caller'>): void {
    if (req.method !== 'GET') return;
    const shared = this.#sharedBy(caller);
    const ofUser = shared.find(caller?.org_id)?.find(caller?.user_id)?.size ?? 0;
    if (ofUser >= (shared.maxSize * userPercent) / 100) throw overloaded();
  }

  /** Counts a response until the client has received it or has disconnected. */
  add({ req, res, caller }: Recipient, bytes: number): void {
    // A response to HEAD has no body, and a destroyed one does not emit `close` again.
    if (req.method === 'HEAD' || res.destroyed || req.socket.destroyed) return;
    const shared = this.#sharedBy(caller);
    for (const group of [shared, this.#all]) group.makeRoomFor(bytes);
    const ofUser = shared.findOrAdd(caller?.org_id).findOrAdd(caller?.user_id);
    const remove = ofUser.add({ size: bytes, end: () => req.socket.destroy() });
    res.once('close', remove);
  }

  #sharedBy(caller: Recipient['caller']): ShareGroup {
    return caller && !caller.is_unverified ? this.#all : this.#unverified;
  }
}

const overloaded = () =>
  new AppError(
    'unavailable',
    'Too many bytes of your responses are waiting for clients to read them; retry shortly',
    { headers: { 'Retry-After': String(retryAfterSeconds) } },
  );
