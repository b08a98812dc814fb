import type { Platform } from '@wfp/shared';
import { type LanePayload, laneKey } from './lane-key.ts';

/** What was leased is begun within this time or given back: the lease covers it and a whole timeout. */
export const beginWithinMs = 2_500;

/** How long a lease covers an attempt: to begin it, to send it, to record what came of it. */
export const leaseSeconds = (timeoutMs: number) => (beginWithinMs * 2 + timeoutMs) / 1_000;

/** How many are leased at once: more and more while they are sent quickly. */
const leases = { first: 10, least: 10, most: 400 };
const quickMs = 500;
/** As long as answers come quickly, this part of a lease is still to be sent when the next one is taken. */
const leasedAhead = 1 / 2;
const mostRemembered = 10_000;

const remembered = new WeakMap<Platform, Map<string, number>>();

/** How quickly an endpoint takes what it is sent, and so how much is leased for it at once. A process remembers it. */
export class LanePace {
  readonly #sizes: Map<string, number>;
  readonly #key: string;
  #size: number;
  #leasedAt = performance.now();
  #endedAt = Number.NEGATIVE_INFINITY;

  constructor(platform: Platform, lane: LanePayload) {
    this.#sizes = remembered.get(platform) ?? new Map();
    remembered.set(platform, this.#sizes);
    this.#key = laneKey(lane);
    this.#size = this.#sizes.get(this.#key) ?? leases.first;
  }

  /** An attempt ended. */
  ended(at: number): void {
    this.#endedAt = at;
  }

  /** How many are leased next: more when the last batch was sent quickly, and fewer when it took long. */
  next(): number {
    const now = performance.now();
    const tookMs = now - this.#leasedAt;
    this.#leasedAt = now;
    if (tookMs < quickMs) this.#size = Math.min(leases.most, this.#size * 4);
    else if (tookMs > quickMs * 3) this.#size = Math.max(leases.least, Math.floor(this.#size / 2));
    if (this.#sizes.size >= mostRemembered) this.#sizes.clear();
    this.#sizes.set(this.#key, this.#size);
    return this.#size;
  }

  /** How many may still wait when more is leased: none where answers take their time. */
  get ahead(): number {
    const isQuick = this.#size > leases.first && performance.now() - this.#endedAt < quickMs;
    return isQuick ? Math.floor(this.#size * leasedAhead) : 0;
  }
}
