/** A statement that takes longer than this, in milliseconds, twice within {@link knownMs} is slow. */
const slowMs = 25;
/** Time for which a statement is known to be fast, and for which a slow one is run in the organization's share. */
const knownMs = 60_000;
/** Time after the last slow run in which fast runs prove nothing: other values of the same statement may be slow. */
const doubtedMs = 3_600_000;
const maxRemembered = 10_000;
const maxTexts = 5_000;
/**
 * Limits of the reads of an organization in progress on the shared connections: of all, and of statements that are not known
 * to be fast. Reads of other organizations wait behind them.
 */
const [maxInProgress, maxUnproved] = [16, 2];

interface Known {
  fastUntil: number;
  slowRuns: number;
  slowUntil: number;
  doubtedUntil: number;
}

interface InProgress {
  all: number;
  unproved: number;
}

/**
 * Remembers which reads by key were fast or slow, by organization. A few shared connections serve those of all organizations,
 * and a statement delays those behind it. One that is short in most organizations can be long in one with very many rows.
 */
export class ReadTimes {
  readonly #now: () => number;
  /** The number of each text, in place of which it is remembered. */
  readonly #texts = new Map<string, number>();
  #lastNumber = 0;
  /** By organization and text. */
  readonly #known = new Map<string, Known>();
  readonly #inProgress = new Map<number, InProgress>();

  /** @param now returns a time in milliseconds */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** The key of a statement. Those that differ only in the size of the page are equally slow. */
  keyOf(org_id: number, sql: string): string {
    return `${org_id} ${this.#texts.get(sql) ?? this.#numberOf(sql)}`;
  }

  #numberOf(sql: string): number {
    if (this.#texts.size >= maxTexts) this.#texts.clear();
    const text = sql.replaceAll(/\blimit \d+/g, 'limit');
    const known = this.#texts.get(text);
    if (known === undefined) this.#lastNumber += 1;
    const number = known ?? this.#lastNumber;
    this.#texts.set(text, number);
    this.#texts.set(sql, number);
    return number;
  }

  /**
   * Counts a read of an organization on the shared connections. Returns the function that ends it; null if it must not be run
   * there, because it is slow or others are in progress.
   */
  begin(org_id: number, key: string): (() => void) | null {
    const known = this.#known.get(key);
    if (known && known.slowRuns > 1 && known.slowUntil > this.#now()) return null;
    const counts = this.#inProgress.get(org_id) ?? { all: 0, unproved: 0 };
    const unproved = this.#isFast(known) ? 0 : 1;
    if (counts.all >= maxInProgress || counts.unproved + unproved > maxUnproved) return null;
    counts.all += 1;
    counts.unproved += unproved;
    this.#inProgress.set(org_id, counts);
    return () => {
      counts.all -= 1;
      counts.unproved -= unproved;
      if (counts.all === 0) this.#inProgress.delete(org_id);
    };
  }

  #isFast(known: Known | undefined): boolean {
    const now = this.#now();
    return known !== undefined && known.fastUntil > now && known.doubtedUntil <= now;
  }

  /** Remembers a run that took some time. */
  add(key: string, tookMs: number): void {
    const now = this.#now();
    const known = this.#known.get(key) ?? { fastUntil: 0, slowRuns: 0, slowUntil: 0, doubtedUntil: 0 };
    if (tookMs < slowMs) known.fastUntil = now + knownMs;
    else {
      known.slowRuns = known.slowUntil > now ? known.slowRuns + 1 : 1;
      known.slowUntil = now + knownMs;
      if (known.slowRuns > 1) known.doubtedUntil = now + doubtedMs;
    }
    this.#remember(key, known);
  }

  /** Remembers a statement that PostgreSQL cancelled. */
  addCancelled(key: string): void {
    this.add(key, slowMs);
    this.add(key, slowMs);
  }

  /** Forgets the one that was run longest ago if there are too many. */
  #remember(key: string, known: Known): void {
    this.#known.delete(key);
    this.#known.set(key, known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > maxRemembered && oldest !== undefined) this.#known.delete(oldest);
  }
}
