import type { WakeUp } from './job.ts';

/** Enqueues a lane once for all of its wake-ups within a delay. They are in memory: after a crash, the sweeper finds their lanes. */
export class DelayedWakeUps {
  readonly #enqueue: (wakeUp: WakeUp) => Promise<void>;
  readonly #waiting = new Map<string, { wakeUp: WakeUp; timer: NodeJS.Timeout }>();

  constructor(enqueue: (wakeUp: WakeUp) => Promise<void>) {
    this.#enqueue = enqueue;
  }

  /** Starts the delay of a lane, unless it has started already. */
  add(wakeUp: WakeUp, delayMs: number): void {
    const id = `${wakeUp.queue} ${wakeUp.key}`;
    if (this.#waiting.has(id)) return;
    const timer = setTimeout(() => {
      this.#waiting.delete(id);
      void this.#enqueue(wakeUp);
    }, delayMs);
    this.#waiting.set(id, { wakeUp, timer });
  }

  /** Ends all delays and enqueues their lanes. */
  async flush(): Promise<void> {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { timer } of waiting) clearTimeout(timer);
    await Promise.all(waiting.map(({ wakeUp }) => this.#enqueue(wakeUp)));
  }
}
