import type { Platform } from '@wfp/shared';
import { type LanePayload, laneKey } from '../lane-key.ts';

/** A leased attempt is started within this time or returned, so that its lease covers a whole timeout. */
export const startWithinMs = 2_500;

/** Covers starting the attempt, sending it and recording its result. */
export const leaseSeconds = (timeoutMs: number) => (startWithinMs * 2 + timeoutMs) / 1_000;

const sizes = { initial: 10, min: 10, max: 400 };
const quickMs = 500;
/** While responses are quick, the next lease is taken when this share of the last one is left. */
const aheadShare = 1 / 2;
const maxStoredSizes = 10_000;

const sizesByPlatform = new WeakMap<Platform, Map<string, number>>();

/**
 * The number of deliveries leased at once, larger while responses are quick. Stored per lane in the memory of the
 * process.
 */
export class LeaseSize {
  readonly #sizes: Map<string, number>;
  readonly #key: string;
  #size: number;
  #leasedAt = performance.now();
  #lastFinishedAt = Number.NEGATIVE_INFINITY;

  constructor(platform: Platform, lane: LanePayload) {
    this.#sizes = sizesByPlatform.get(platform) ?? new Map();
    sizesByPlatform.set(platform, this.#sizes);
    this.#key = laneKey(lane);
    this.#size = this.#sizes.get(this.#key) ?? sizes.initial;
  }

  attemptFinished(at: number): void {
    this.#lastFinishedAt = at;
  }

  /** Returns the size of the next lease, depending on the time since the last one. */
  next(): number {
    const now = performance.now();
    const tookMs = now - this.#leasedAt;
    this.#leasedAt = now;
    if (tookMs < quickMs) this.#size = Math.min(sizes.max, this.#size * 4);
    else if (tookMs > quickMs * 3) this.#size = Math.max(sizes.min, Math.floor(this.#size / 2));
    if (this.#sizes.size >= maxStoredSizes) this.#sizes.clear();
    this.#sizes.set(this.#key, this.#size);
    return this.#size;
  }

  /** The number of attempts left at which the next lease is taken; 0 unless responses are quick. */
  get ahead(): number {
    const isQuick = this.#size > sizes.initial && performance.now() - this.#lastFinishedAt < quickMs;
    return isQuick ? Math.floor(this.#size * aheadShare) : 0;
  }
}
