/** Requests with a common limit. A request can belong to several groups. */
export interface PermitGroup {
  key: string;
  max: number;
  /** Further runs of the group do not wait, so that those that wait do not occupy all lanes of the worker. */
  maxWaiting?: number;
}

interface Waiter {
  groups: readonly PermitGroup[];
  admit(): void;
}

/** Limits the requests that a worker has in flight, in total and by group. `permit-groups.ts` has the groups. */
export class ConcurrencyLimiter {
  readonly max: number;
  #used = 0;
  readonly #usedBy = new Map<string, number>();
  readonly #waiters = new Set<Waiter>();

  constructor(max: number) {
    this.max = max;
  }

  get used(): number {
    return this.#used;
  }

  /**
   * Waits for one permit, first come, first served. Returns null if too many runs of a group wait already, or if the
   * signal is aborted first.
   */
  async acquire(groups: readonly PermitGroup[], signal: AbortSignal): Promise<Permits | null> {
    if (signal.aborted) return null;
    const permits = this.acquireNow(groups);
    if (permits || groups.some((group) => this.#isQueueFull(group))) return permits;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const waiter = { groups, admit: () => resolve(true) };
    const giveUp = () => {
      if (this.#waiters.delete(waiter)) resolve(false);
    };
    this.#waiters.add(waiter);
    signal.addEventListener('abort', giveUp, { once: true });
    const isAdmitted = await promise;
    signal.removeEventListener('abort', giveUp);
    return isAdmitted ? new Permits(this, groups, []) : null;
  }

  /**
   * Returns one permit, or null if none is free.
   *
   * @param ofFirst groups of this permit only, not of those by which the run grows
   */
  acquireNow(groups: readonly PermitGroup[], ofFirst: readonly PermitGroup[] = []): Permits | null {
    return this.tryAcquire([...groups, ...ofFirst], 1) === 1 ? new Permits(this, groups, ofFirst) : null;
  }

  /** True if a waiting run could use a permit of these groups. */
  isContended(groups: readonly PermitGroup[]): boolean {
    const shared = new Set(groups.map(({ key }) => key));
    return [...this.#waiters].some((waiter) =>
      waiter.groups.every((group) => shared.has(group.key) || this.#freeIn(group) > 0),
    );
  }

  /** Takes as many permits as are free, up to `wanted`, and returns how many. For {@link Permits} only. */
  tryAcquire(groups: readonly PermitGroup[], wanted: number): number {
    const free = Math.min(wanted, this.#freeFor(groups));
    this.#add(groups, free);
    return free;
  }

  /** Releases permits and admits waiters. For {@link Permits} only. */
  release(groups: readonly PermitGroup[], permits: number): void {
    this.#add(groups, -permits);
    for (const waiter of this.#waiters) {
      if (this.#used >= this.max) return;
      if (this.#freeFor(waiter.groups) === 0) continue;
      this.#waiters.delete(waiter);
      this.#add(waiter.groups, 1);
      waiter.admit();
    }
  }

  #freeIn({ key, max }: PermitGroup): number {
    return Math.max(0, max - (this.#usedBy.get(key) ?? 0));
  }

  #freeFor(groups: readonly PermitGroup[]): number {
    return Math.min(this.max - this.#used, ...groups.map((group) => this.#freeIn(group)));
  }

  #isQueueFull({ key, maxWaiting }: PermitGroup): boolean {
    if (maxWaiting === undefined) return false;
    const waiting = [...this.#waiters].filter(({ groups }) => groups.some((group) => group.key === key));
    return waiting.length >= maxWaiting;
  }

  #add(groups: readonly PermitGroup[], permits: number): void {
    this.#used += permits;
    for (const { key } of groups) {
      const used = (this.#usedBy.get(key) ?? 0) + permits;
      if (used === 0) this.#usedBy.delete(key);
      else this.#usedBy.set(key, used);
    }
  }
}

/** The permits of one run, initially one. Each permit allows one request at a time. */
export class Permits {
  readonly #limiter: ConcurrencyLimiter;
  readonly #groups: readonly PermitGroup[];
  readonly #ofFirst: readonly PermitGroup[];
  #count = 1;

  constructor(limiter: ConcurrencyLimiter, groups: readonly PermitGroup[], ofFirst: readonly PermitGroup[]) {
    this.#limiter = limiter;
    this.#groups = groups;
    this.#ofFirst = ofFirst;
  }

  get count(): number {
    return this.#count;
  }

  /** True if another run waits for a permit and could use one that this run holds. */
  get isContended(): boolean {
    return this.#limiter.isContended(this.#groups);
  }

  /** Takes free permits up to a total, without waiting. */
  growTo(total: number): void {
    if (total > this.#count) this.#count += this.#limiter.tryAcquire(this.#groups, total - this.#count);
  }

  /** Keeps at least the first permit. */
  shrinkTo(total: number): void {
    const kept = Math.max(1, total);
    if (kept >= this.#count) return;
    this.#limiter.release(this.#groups, this.#count - kept);
    this.#count = kept;
  }

  release(): void {
    this.shrinkTo(1);
    this.#limiter.release([...this.#groups, ...this.#ofFirst], 1);
    this.#count = 0;
  }
}
