import type { Caller } from '@wfp/shared';
import { ShareGroup } from './share-group.ts';

/** A client; null without credentials. */
export type ByteHolder = Pick<Caller, 'org_id' | 'user_id' | 'is_unverified'> | null;

/** All unverified organizations together can have this part of the bytes: they are free to create. */
const unverifiedPercent = 25;
/** A user should have at most this part of the bytes, or of those of unverified organizations. */
const userPercent = 25;

/**
 * Bounds the bytes that this process holds for clients. To make room, it disconnects the oldest client of the user with
 * the most bytes in the organization with the most bytes. So an organization with less than the average of all is never
 * disconnected, whatever the others do.
 */
export class ByteShares {
  readonly #all: ShareGroup;
  readonly #unverified: ShareGroup;

  constructor(maxBytes: number) {
    this.#all = new ShareGroup(maxBytes);
    this.#unverified = this.#all.keep('unverified', (maxBytes * unverifiedPercent) / 100);
  }

  get size(): number {
    return this.#all.size;
  }

  /** True if the user of this client has their part of the bytes. */
  isUserFull(holder: ByteHolder): boolean {
    const shared = this.#sharedBy(holder);
    const ofUser = shared.find(holder?.org_id)?.find(holder?.user_id)?.size ?? 0;
    return ofUser >= (shared.maxSize * userPercent) / 100;
  }

  /**
   * Counts bytes of a client and returns a function to release them.
   *
   * @param end disconnects the client to make room for others
   */
  add(holder: ByteHolder, bytes: number, end: () => void): () => void {
    const shared = this.#sharedBy(holder);
    for (const group of [shared, this.#all]) group.makeRoomFor(bytes);
    return shared.findOrAdd(holder?.org_id).findOrAdd(holder?.user_id).add({ size: bytes, end });
  }

  #sharedBy(holder: ByteHolder): ShareGroup {
    return holder && !holder.is_unverified ? this.#all : this.#unverified;
  }
}
