import { AppError } from '../../../errors.ts';

/** The organization for which a connection is used; null for work of no single organization. */
export type Holder = number | null;

interface Waiting {
  /** Position among all that ever waited. */
  place: number;
  settle: (error?: Error) => void;
  timeout: NodeJS.Timeout | undefined;
}

/**
 * Divides the connections of a pool among organizations. An organization holds at most {@link ConnectionShares.max} of
 * them, so that one whose statements are slow or wait for locks does not block the others. Further statements wait in
 * the process, in order and without a connection. A released connection goes to the waiting organization that holds
 * the fewest, so that several organizations cannot occupy the pool together either. Work of no single organization is
 * not limited, and waits like that of an organization without connections.
 */
export class ConnectionShares {
  /** Maximum connections of an organization: two thirds of the pool. */
  readonly max: number;
  readonly #size: number;
  readonly #maxWaitMs: number;
  #inUse = 0;
  #places = 0;
  readonly #held = new Map<number, number>();
  /** Sets are ordered: the first element has waited longest. */
  readonly #queues = new Map<Holder, Set<Waiting>>();

  /** @param maxWaitMs 0 for no limit */
  constructor(size: number, maxWaitMs: number) {
    this.max = Math.max(1, Math.min(size - 1, Math.ceil((size * 2) / 3)));
    this.#size = size;
    this.#maxWaitMs = maxWaitMs;
  }

  get waiting(): number {
    let sum = 0;
    for (const queue of this.#queues.values()) sum += queue.size;
    return sum;
  }

  /** The number that wait because their organization holds its maximum. */
  get waitingForShare(): number {
    let sum = 0;
    for (const [holder, queue] of this.#queues) if (this.#isAtMax(holder)) sum += queue.size;
    return sum;
  }

  /** Calls `settle` without an error when a connection may be taken, or with one after the maximum wait. */
  acquire(holder: Holder, settle: (error?: Error) => void): void {
    // A connection that is free while others wait is one that none of them may take.
    if (this.#inUse < this.#size && !this.#isAtMax(holder)) {
      this.#take(holder);
      settle();
      return;
    }
    const queue = this.#queues.get(holder) ?? new Set();
    this.#queues.set(holder, queue);
    this.#places += 1;
    const waiting: Waiting = { place: this.#places, settle, timeout: undefined };
    if (this.#maxWaitMs > 0)
      waiting.timeout = setTimeout(() => this.#expire(holder, waiting), this.#maxWaitMs);
    queue.add(waiting);
  }

  release(holder: Holder): void {
    this.#inUse -= 1;
    if (holder !== null) {
      const held = this.#heldBy(holder) - 1;
      if (held === 0) this.#held.delete(holder);
      else this.#held.set(holder, held);
    }
    while (this.#inUse < this.#size) {
      const next = this.#findNext();
      if (next === undefined) return;
      const [first] = this.#queues.get(next) ?? [];
      if (!first) throw new Error('Invariant: a queue is never empty');
      this.#remove(next, first);
      this.#take(next);
      first.settle();
    }
  }

  #findNext(): Holder | undefined {
    let best: { holder: Holder; held: number; place: number } | undefined;
    for (const [holder, [first]] of this.#queues) {
      if (!first || this.#isAtMax(holder)) continue;
      const held = this.#heldBy(holder);
      if (!best || held < best.held || (held === best.held && first.place < best.place))
        best = { holder, held, place: first.place };
    }
    return best?.holder;
  }

  #expire(holder: Holder, waiting: Waiting): void {
    this.#remove(holder, waiting);
    waiting.settle(this.#isAtMax(holder) ? shareExceeded() : new Error(poolTimeout));
  }

  #remove(holder: Holder, waiting: Waiting): void {
    clearTimeout(waiting.timeout);
    const queue = this.#queues.get(holder);
    queue?.delete(waiting);
    if (queue?.size === 0) this.#queues.delete(holder);
  }

  #take(holder: Holder): void {
    this.#inUse += 1;
    if (holder !== null) this.#held.set(holder, this.#heldBy(holder) + 1);
  }

  #heldBy(holder: Holder): number {
    return holder === null ? 0 : (this.#held.get(holder) ?? 0);
  }

  #isAtMax(holder: Holder): boolean {
    return this.#heldBy(holder) >= this.max;
  }
}

/** The message of node-postgres. */
const poolTimeout = 'timeout exceeded when trying to connect';

const shareExceeded = () =>
  new AppError(
    'unavailable',
    'Too many requests of the organization are waiting for the database; retry shortly',
    { headers: { 'Retry-After': '2' } },
  );
