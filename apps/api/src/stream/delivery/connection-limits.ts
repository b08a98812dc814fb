import type { Caller } from '@wfp/shared';
import type { Config } from '@wfp/shared/config';
import { ShareGroup } from '../../http/limits/share-group.ts';

type ConnectionCaps = Pick<Config, 'SSE_MAX_PER_CREDENTIAL' | 'SSE_MAX_PER_ORGANIZATION' | 'SSE_MAX_PER_POD'>;

/** All unverified organizations together can have this part of the streams: they are free to create. */
const unverifiedPercent = 25;
const unverifiedKey = 'unverified';

/**
 * Limits the streams of this pod: per credential, per organization, of all unverified organizations, and in total. When a
 * total is reached, the organization with the most streams makes room for the others.
 */
export class ConnectionLimits {
  readonly #caps: ConnectionCaps;
  readonly #all: ShareGroup;
  readonly #unverified: ShareGroup;

  constructor(caps: ConnectionCaps) {
    const { SSE_MAX_PER_POD: max } = caps;
    this.#caps = caps;
    this.#all = new ShareGroup(max);
    this.#unverified = this.#all.keep(unverifiedKey, Math.ceil((max * unverifiedPercent) / 100));
  }

  /** The total number of streams. */
  get size(): number {
    return this.#all.size;
  }

  /**
   * Counts a stream and returns a function to release it, or null if a limit is reached.
   *
   * @param end is called if the stream has to make room for one of another organization
   */
  acquire(
    { org_id, is_unverified, credential }: Pick<Caller, 'org_id' | 'is_unverified' | 'credential'>,
    end: () => void,
  ): (() => void) | null {
    const { SSE_MAX_PER_ORGANIZATION, SSE_MAX_PER_CREDENTIAL } = this.#caps;
    const shared = is_unverified ? this.#unverified : this.#all;
    const key = 'id' in credential ? `${credential.kind}:${credential.id}` : credential.kind;
    const ofOrganization = shared.find(org_id);
    if ((ofOrganization?.size ?? 0) >= SSE_MAX_PER_ORGANIZATION) return null;
    if ((ofOrganization?.find(key)?.size ?? 0) >= SSE_MAX_PER_CREDENTIAL) return null;
    if (!shared.hasRoomFor(1) && shared.isLargestWith(org_id, 1)) return null;
    if (!this.#all.hasRoomFor(1) && this.#all.isLargestWith(is_unverified ? unverifiedKey : org_id, 1))
      return null;
    shared.makeRoomFor(1);
    this.#all.makeRoomFor(1);
    return shared.findOrAdd(org_id).findOrAdd(key).add({ size: 1, end });
  }
}
