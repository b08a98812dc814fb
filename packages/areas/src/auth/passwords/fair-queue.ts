interface QueueLimits {
  maxRunning: number;
  /** Of one group. */
  maxWaiting: number;
  /** Of all groups. */
  maxWaitingInAll: number;
  /** Creates the error of work that cannot wait. */
  rejection(): Error;
}

interface Waiting {
  start(): void;
  reject(error: Error): void;
}

/**
 * Runs work of groups that take turns: of each group, one piece at a time. So the first piece of a group waits for at
 * most one piece of each other group, however much the others have.
 */
export class FairQueue {
  readonly #limits: QueueLimits;
  readonly #running = new Set<string>();
  /** Ordered by turns. A group with work that could start is never left here while fewer than the maximum run. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** @throws the error of `rejection` if too much work waits */
  async run<Result>(group: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#mayStart(group)) this.#running.add(group);
    else await this.#wait(group);
    try {
      return await work();
    } finally {
      this.#running.delete(group);
      this.#startNext();
    }
  }

  #mayStart(group: string): boolean {
    return this.#running.size < this.#limits.maxRunning && !this.#running.has(group);
  }

  async #wait(group: string): Promise<void> {
    const own = this.#waiting.get(group) ?? [];
    if (own.length >= this.#limits.maxWaiting) throw this.#limits.rejection();
    this.#makeRoomFor(own.length + 1);
    await new Promise<void>((start, reject) => {
      own.push({ start, reject });
      this.#waiting.set(group, own);
    });
  }

  /** Rejects the last work of the group with the most, so that groups with less than the average are never rejected. */
  #makeRoomFor(length: number): void {
    let largest: [string, Waiting[]] | undefined;
    let count = 0;
    for (const entry of this.#waiting) {
      count += entry[1].length;
      if (!largest || entry[1].length > largest[1].length) largest = entry;
    }
    if (count < this.#limits.maxWaitingInAll) return;
    const [group, waiting = []] = largest ?? [];
    if (group === undefined || waiting.length <= length) throw this.#limits.rejection();
    waiting.pop()?.reject(this.#limits.rejection());
  }

  #startNext(): void {
    for (const [group, waiting] of this.#waiting) {
      if (!this.#mayStart(group)) continue;
      this.#running.add(group);
      this.#waiting.delete(group);
      const first = waiting.shift();
      // Last in turn.
      if (waiting.length > 0) this.#waiting.set(group, waiting);
      first?.start();
      return;
    }
  }
}
