import type { Caller } from '@wfp/shared';
import { ShareGroup } from './share-group.ts';

/** The largest numbers of connections. */
export interface ConnectionCaps {
  perProcess: number;
  perOrganization: number;
  /** Of one user or credential. */
  perHolder: number;
}

/** All unverified organizations together can have this part of the connections: they are free to create. */
const unverifiedPercent = 25;
const unverifiedKey = 'unverified';

/**
 * Limits the connections of one kind that this process holds for long: per holder, per organization, of all unverified
 * organizations, and in total. When a total is reached, the organization with the most makes room for the others.
 */
export class ConnectionLimits {
  readonly #caps: ConnectionCaps;
  readonly #all: ShareGroup;
  readonly #unverified: ShareGroup;

  constructor(caps: ConnectionCaps) {
    const { perProcess: max } = caps;
    this.#caps = caps;
    this.#all = new ShareGroup(max);
    this.#unverified = this.#all.keep(unverifiedKey, Math.ceil((max * unverifiedPercent) / 100));
  }

  /** The total number of connections. */
  get size(): number {
    return this.#all.size;
  }

  /**
   * Counts a connection and returns a function to release it, or null if a limit is reached.
   *
   * @param holder the key of the user or credential within the organization
   * @param end is called if the connection has to make room for one of another organization
   */
  acquire(
    { org_id, is_unverified }: Pick<Caller, 'org_id' | 'is_unverified'>,
    holder: string,
    end: () => void,
  ): (() => void) | null {
    const { perOrganization, perHolder } = this.#caps;
    const shared = is_unverified ? this.#unverified : this.#all;
    const ofOrganization = shared.find(org_id);
    if ((ofOrganization?.size ?? 0) >= perOrganization) return null;
    if ((ofOrganization?.find(holder)?.size ?? 0) >= perHolder) return null;
    if (!shared.hasRoomFor(1) && shared.isLargestWith(org_id, 1)) return null;
    if (!this.#all.hasRoomFor(1) && this.#all.isLargestWith(is_unverified ? unverifiedKey : org_id, 1))
      return null;
    shared.makeRoomFor(1);
    this.#all.makeRoomFor(1);
    return shared.findOrAdd(org_id).findOrAdd(holder).add({ size: 1, end });
  }
}
