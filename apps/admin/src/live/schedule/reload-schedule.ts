/** The pages of all users receive an event at the same time: each waits for a random time. */
const delaysMs: readonly [min: number, max: number] = [150, 600];
const burstMs = 2_000;
/** Above these numbers, changes are collected for longer. */
const burst = { eventsPerSecond: 50, staleRows: 200, reloadsPerMinute: 20 };

/** Decides when changed data is loaded again: soon after a change, but rarely while there are many. */
export class ReloadSchedule {
  readonly #reload: () => Promise<unknown>;
  readonly #averageMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isReloading = false;
  #isRequested = false;
  #reloadedAt: number[] = [];
  #second = 0;
  #eventsOfSecond = 0;

  /**
   * @param reload runs alone: a request during a reload leads to another one after it
   * @param averageMs the minimum time between reloads on average: three of them may follow each other
   */
  constructor(reload: () => Promise<unknown>, averageMs = 0) {
    this.#reload = reload;
    this.#averageMs = averageMs;
  }

  /** Counts events, whose rate determines how soon data is loaded. */
  count(events: number): void {
    const second = Math.floor(performance.now() / 1_000);
    if (second !== this.#second) this.#eventsOfSecond = 0;
    this.#second = second;
    this.#eventsOfSecond += events;
  }

  /** Requests a reload. A request while another one waits has no effect. */
  request(delayMs = randomDelay(), staleRows = 0): void {
    if (this.#isReloading) this.#isRequested = true;
    if (this.#timer !== undefined || this.#isReloading) return;
    const now = performance.now();
    this.#reloadedAt = this.#reloadedAt.filter((at) => at > now - 60_000);
    const isBurst =
      this.#eventsOfSecond > burst.eventsPerSecond ||
      staleRows > burst.staleRows ||
      this.#reloadedAt.length > burst.reloadsPerMinute;
    const earliest = (this.#reloadedAt.at(-3) ?? Number.NEGATIVE_INFINITY) + 3 * this.#averageMs - now;
    this.#timer = setTimeout(() => void this.#run(), Math.max(isBurst ? burstMs : delayMs, earliest));
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#isRequested = false;
  }

  async #run(): Promise<void> {
    this.#timer = undefined;
    this.#isReloading = true;
    this.#reloadedAt.push(performance.now());
    try {
      await this.#reload();
    } finally {
      this.#isReloading = false;
    }
    if (!this.#isRequested) return;
    this.#isRequested = false;
    this.request();
  }
}

function randomDelay(): number {
  const [min, max] = delaysMs;
  return min + Math.random() * (max - min);
}
