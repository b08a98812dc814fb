import { setTimeout as delay, setImmediate } from 'node:timers/promises';

/** Work that takes longer is followed by a pause, by default of several times its duration. */
const cheapMs = 2;
const defaultPauseFactor = 3;

interface Turn {
  /** If it is aborted before the turn begins, the work is not done. */
  signal?: AbortSignal;
  /** True for work that needs no pause, however long it took. */
  isCheap?(): boolean;
}

/**
 * Runs expensive work of each organization one at a time, so that an organization uses at most about a quarter of the
 * process, and other requests run in between.
 */
export class OrganizationTurns {
  readonly #tails = new Map<number, Promise<void>>();
  readonly #pauseFactor: number;

  constructor({ pauseFactor = defaultPauseFactor } = {}) {
    this.#pauseFactor = pauseFactor;
  }

  /** The number of organizations with work. */
  get size(): number {
    return this.#tails.size;
  }

  /** @throws the reason of the signal, if it is aborted before the turn */
  async run<Result>(
    org_id: number,
    work: () => Result | Promise<Result>,
    { signal, isCheap }: Turn = {},
  ): Promise<Result> {
    const previous = this.#tails.get(org_id);
    const { promise: turn, resolve: end } = Promise.withResolvers<void>();
    this.#tails.set(org_id, turn);
    await previous;
    const startedAt = performance.now();
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      const tookMs = performance.now() - startedAt;
      const pause = tookMs > cheapMs && !isCheap?.() ? delay(this.#pauseFactor * tookMs) : setImmediate();
      void pause.then(() => {
        if (this.#tails.get(org_id) === turn) this.#tails.delete(org_id);
        end();
      });
    }
  }
}
