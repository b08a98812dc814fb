interface Waiter {
  org_id: number;
  admit(): void;
}

/**
 * Limits the requests that a worker has in flight. An organization gets at most half of the permits, and the endpoints
 * that timed out share at most a quarter, so that neither a large organization nor dead receivers delay the others.
 */
export class ConcurrencyLimiter {
  readonly #max: number;
  readonly #maxPerOrganization: number;
  readonly #maxDegraded: number;
  #used = 0;
  #degraded = 0;
  readonly #usedBy = new Map<number, number>();
  readonly #waiters = new Set<Waiter>();

  constructor(max: number) {
    this.#max = max;
    this.#maxPerOrganization = Math.max(1, Math.floor(max / 2));
    this.#maxDegraded = Math.max(1, Math.floor(max / 4));
  }

  get used(): number {
    return this.#used;
  }

  /** Waits for one permit, first come, first served. Returns null if the signal is aborted first. */
  async acquire(org_id: number, signal: AbortSignal): Promise<Permits | null> {
    if (signal.aborted) return null;
    if (this.tryAcquire(org_id, 1) === 1) return new Permits(this, org_id, false);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const waiter = { org_id, admit: () => resolve(true) };
    const giveUp = () => {
      if (this.#waiters.delete(waiter)) resolve(false);
    };
    this.#waiters.add(waiter);
    signal.addEventListener('abort', giveUp, { once: true });
    const isAdmitted = await promise;
    signal.removeEventListener('abort', giveUp);
    return isAdmitted ? new Permits(this, org_id, false) : null;
  }

  /** Returns the one permit of an endpoint that timed out, or null: such an endpoint never waits in the queue. */
  acquireDegraded(org_id: number): Permits | null {
    if (this.#degraded >= this.#maxDegraded || this.tryAcquire(org_id, 1) === 0) return null;
    this.#degraded += 1;
    return new Permits(this, org_id, true);
  }

  /**
   * True if another run could use a permit of this organization: any waiting run if all permits are in use, otherwise
   * one of the same organization.
   */
  isContended(org_id: number): boolean {
    if (this.#used >= this.#max) return this.#waiters.size > 0;
    return [...this.#waiters].some((waiter) => waiter.org_id === org_id);
  }

  /** Takes as many permits as are free, up to `wanted`, and returns how many. For {@link Permits} only. */
  tryAcquire(org_id: number, wanted: number): number {
    const free = Math.min(wanted, this.#freeFor(org_id));
    this.#add(org_id, free);
    return free;
  }

  /** Releases permits and admits waiters. For {@link Permits} only. */
  release(org_id: number, permits: number, isDegraded: boolean): void {
    if (isDegraded) this.#degraded -= 1;
    this.#add(org_id, -permits);
    for (const waiter of this.#waiters) {
      if (this.#used >= this.#max) return;
      if (this.#freeFor(waiter.org_id) === 0) continue;
      this.#waiters.delete(waiter);
      this.#add(waiter.org_id, 1);
      waiter.admit();
    }
  }

  #freeFor(org_id: number): number {
    const used = this.#usedBy.get(org_id) ?? 0;
    return Math.max(0, Math.min(this.#max - this.#used, this.#maxPerOrganization - used));
  }

  #add(org_id: number, permits: number): void {
    this.#used += permits;
    const used = (this.#usedBy.get(org_id) ?? 0) + permits;
    if (used === 0) this.#usedBy.delete(org_id);
    else this.#usedBy.set(org_id, used);
  }
}

/** The permits of one run, initially one. Each permit allows one request at a time. */
export class Permits {
  readonly #limiter: ConcurrencyLimiter;
  readonly #org_id: number;
  readonly #isDegraded: boolean;
  #count = 1;

  constructor(limiter: ConcurrencyLimiter, org_id: number, isDegraded: boolean) {
    this.#limiter = limiter;
    this.#org_id = org_id;
    this.#isDegraded = isDegraded;
  }

  get count(): number {
    return this.#count;
  }

  /** True if another run waits for a permit and could use one that this run holds. */
  get isContended(): boolean {
    return this.#limiter.isContended(this.#org_id);
  }

  /** Takes free permits up to a total, without waiting. */
  growTo(total: number): void {
    if (total > this.#count) this.#count += this.#limiter.tryAcquire(this.#org_id, total - this.#count);
  }

  shrinkTo(total: number): void {
    if (total >= this.#count) return;
    this.#limiter.release(this.#org_id, this.#count - total, false);
    this.#count = total;
  }

  release(): void {
    this.#limiter.release(this.#org_id, this.#count, this.#isDegraded);
    this.#count = 0;
  }
}
