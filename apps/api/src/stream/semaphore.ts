import { Rotation } from '../http/limits/shares/rotation.ts';

/** The keys that name the part of a {@link Rotation}, the same number for all runs of a semaphore. */
export type Turn = Parameters<Rotation<never>['add']>[0];

/** Limits concurrent runs; those that wait start in rotation of their parts. */
export class Semaphore {
  #free: number;
  readonly #waiting = new Rotation<() => void>();

  constructor(permits: number) {
    this.#free = permits;
  }

  async run<Result>(turn: Turn, run: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.add(turn, resolve));
    try {
      return await run();
    } finally {
      const next = this.#waiting.take();
      // Hand the permit to the next waiter directly, so that a new caller cannot overtake it.
      if (next) next();
      else this.#free += 1;
    }
  }
}
