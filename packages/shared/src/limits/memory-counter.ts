import { createHash, randomBytes } from 'node:crypto';

/** A fixed window of one key. Times are those of `performance.now()`. */
interface Window {
  count: number;
  endsAt: number;
}

/** The count of a key after an increment. */
export interface CountedWindow {
  count: number;
  msLeft: number;
}

const windowMs = 60_000;
const maxKeys = 50_000;
/** Counters of all keys that arrive while `maxKeys` others are counted. */
const sharedCounters = 4_096;

/**
 * Counts keys in one-minute windows, in bounded memory. While `maxKeys` keys are counted, further ones share a fixed
 * number of counters. A key may then be rejected because of others, but no key gets more than its limit: evicting the
 * counter of an account would allow more guesses at its password.
 */
export class MemoryCounter {
  /** In the order of their start, which is that of their end. */
  readonly #windows = new Map<string, Window>();
  /** Secret, so that no client can choose addresses that share the counter of another client. */
  readonly #salt = randomBytes(16);

  readonly #maxKeys: number;

  constructor(max = maxKeys) {
    this.#maxKeys = max;
  }

  get size(): number {
    return this.#windows.size;
  }

  increment(key: string, by = 1): CountedWindow {
    const now = performance.now();
    this.#deleteExpired(now);
    const isCounted = this.#windows.has(key) || this.#windows.size < this.#maxKeys;
    const window = this.#windowOf(isCounted ? key : this.#sharedKey(key), now);
    window.count += by;
    return { count: window.count, msLeft: window.endsAt - now };
  }

  #windowOf(key: string, now: number): Window {
    const window = this.#windows.get(key);
    if (window) return window;
    const started = { count: 0, endsAt: now + windowMs };
    this.#windows.set(key, started);
    return started;
  }

  #deleteExpired(now: number): void {
    for (const [key, { endsAt }] of this.#windows) {
      if (endsAt > now) return;
      this.#windows.delete(key);
    }
  }

  #sharedKey(key: string): string {
    const digest = createHash('sha256').update(this.#salt).update(key).digest();
    return `shared:${digest.readUInt32BE() % sharedCounters}`;
  }
}
