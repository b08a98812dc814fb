import { loadTraces } from '../attempt/attempt.ts';
import { eventBodies } from '../attempt/event-bodies.ts';
import type { LockedEndpoint } from '../locked-endpoint.ts';
import { type LeasedDelivery, leaseDue, returnLeases } from './lane.store.ts';
import { LeaseSize, startWithinMs } from './lease-size.ts';

export interface LeasedAttempt {
  delivery: LeasedDelivery;
  /** Undefined if its event has been archived. */
  body: Buffer | undefined;
  leasedAt: number;
}

/** Deliveries that a run has leased and not started. Each is either started in time or returned for another run. */
export class LeasedQueue {
  readonly #endpoint: LockedEndpoint;
  readonly #size: LeaseSize;
  #waiting: LeasedAttempt[] = [];
  #toReturn: LeasedDelivery[] = [];
  #isDrained = false;

  constructor(endpoint: LockedEndpoint) {
    this.#endpoint = endpoint;
    this.#size = new LeaseSize(endpoint.platform, endpoint.lock);
  }

  get length(): number {
    return this.#waiting.length;
  }

  /** True if the last lease returned all that was due, or if leasing was stopped. */
  get isDrained(): boolean {
    return this.#isDrained;
  }

  get hasLeasesToReturn(): boolean {
    return this.#toReturn.length > 0;
  }

  /** The number of attempts that may still wait when the next lease is taken. */
  get leaseAhead(): number {
    return this.#endpoint.maxConcurrent > 1 ? this.#size.ahead : 0;
  }

  /** True if the oldest attempt has waited too long to be covered by its lease. */
  get isLate(): boolean {
    const [oldest] = this.#waiting;
    return oldest !== undefined && performance.now() - oldest.leasedAt > startWithinMs;
  }

  async lease(): Promise<void> {
    const { platform, lock, config, context } = this.#endpoint;
    const leasedAt = performance.now();
    const size = this.#size.next();
    const limit = config.single_until_success ? 1 : size;
    const leased = await leaseDue(platform, lock, config, limit);
    try {
      const bodies = await eventBodies(platform).load(lock.org_id, leased);
      await loadTraces(context, leased);
      for (const delivery of leased)
        this.#waiting.push({ delivery, body: bodies.get(delivery.event_id), leasedAt });
    } catch (error) {
      this.#toReturn.push(...leased);
      throw error;
    }
    // In order, a retry that holds the others is leased alone: fewer than the limit does not mean that none are left.
    this.#isDrained = config.ordered ? leased.length === 0 : leased.length < limit;
  }

  next(): LeasedAttempt | undefined {
    return this.#waiting.shift();
  }

  attemptFinished(at: number): void {
    this.#size.attemptFinished(at);
  }

  /** Stops leasing until {@link checkAgain}. */
  stopLeasing(): void {
    this.#isDrained = true;
  }

  /** Allows leasing again: more deliveries may be due. */
  checkAgain(): void {
    this.#isDrained = false;
  }

  /** Marks all waiting attempts for {@link returnLeases}. */
  abandon(): void {
    this.#toReturn.push(...this.#waiting.splice(0).map(({ delivery }) => delivery));
  }

  async returnLeases(): Promise<void> {
    if (this.#toReturn.length === 0) return;
    this.#isDrained = false;
    await returnLeases(this.#endpoint.platform, this.#endpoint.lock, this.#toReturn.splice(0));
  }
}
