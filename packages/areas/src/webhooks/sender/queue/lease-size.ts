import type { Platform } from '@wfp/shared';
import { type LanePayload, laneKey } from '../lane-key.ts';

/** A leased attempt is started within this time or returned: the lease covers it and a whole timeout. */
export const startWithinMs = 2_500;

/** The duration of a lease: the time to start the attempt, send it and record its result. */
export const leaseSeconds = (timeoutMs: number) => (startWithinMs * 2 + timeoutMs) / 1_000;

const sizes = { initial: 10, min: 10, max: 400 };
const quickMs = 500;
/** While the endpoint answers quickly, the next lease is taken when this share of the last one still waits. */
const aheadShare = 1 / 2;
const maxRemembered = 10_000;

const remembered = new WeakMap<Platform, Map<string, number>>();

/** The number of deliveries that are leased at once: more while the endpoint answers quickly. A process remembers it. */
export class LeaseSize {
  readonly #sizes: Map<string, number>;
  readonly #key: string;
  #size: number;
  #leasedAt = performance.now();
  #lastFinishedAt = Number.NEGATIVE_INFINITY;

  constructor(platform: Platform, lane: LanePayload) {
    this.#sizes = remembered.get(platform) ?? new Map();
    remembered.set(platform, this.#sizes);
    this.#key = laneKey(lane);
    this.#size = this.#sizes.get(this.#key) ?? sizes.initial;
  }

  attemptFinished(at: number): void {
    this.#lastFinishedAt = at;
  }

  /** Returns the size of the lease that is taken now: larger if the last one was sent quickly, smaller if slowly. */
  next(): number {
    const now = performance.now();
    const tookMs = now - this.#leasedAt;
    this.#leasedAt = now;
    if (tookMs < quickMs) this.#size = Math.min(sizes.max, this.#size * 4);
    else if (tookMs > quickMs * 3) this.#size = Math.max(sizes.min, Math.floor(this.#size / 2));
    if (this.#sizes.size >= maxRemembered) this.#sizes.clear();
    this.#sizes.set(this.#key, this.#size);
    return this.#size;
  }

  /** The number of attempts that may still wait when the next lease is taken; 0 unless the endpoint answers quickly. */
  get ahead(): number {
    const isQuick = this.#size > sizes.initial && performance.now() - this.#lastFinishedAt < quickMs;
    return isQuick ? Math.floor(this.#size * aheadShare) : 0;
  }
}
