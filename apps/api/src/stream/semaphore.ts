/** Limits concurrent runs; waiters run in FIFO order. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(permits: number) {
    this.#free = permits;
  }

  async run<Result>(run: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await run();
    } finally {
      const next = this.#waiting.shift();
      // Hand the permit to the next waiter directly, so that a new caller cannot overtake it.
      if (next) next();
      else this.#free += 1;
    }
  }
}
