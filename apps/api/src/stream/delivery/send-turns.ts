import { Rotation } from '../../http/limits/shares/rotation.ts';
import type { Turn } from '../semaphore.ts';

/** About the time for which streams send pages in one turn of the event loop. */
const turnMs = 5;

/**
 * Spreads the sending of pages over turns of the event loop, in rotation of the organizations: a page is often read for
 * thousands of streams, and other requests would wait until it has been sent to all of them.
 */
export class SendTurns {
  readonly #waiting = new Rotation<() => void>();

  /** Runs `send` in one of the next turns of the event loop. @throws what it throws */
  run<Result>(turn: Turn, send: () => Result): Promise<Result> {
    if (this.#waiting.size === 0) setImmediate(() => this.#run());
    return new Promise((resolve, reject) => {
      this.#waiting.add(turn, () => {
        try {
          resolve(send());
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  #run(): void {
    const end = performance.now() + turnMs;
    do this.#waiting.take()?.();
    while (this.#waiting.size > 0 && performance.now() < end);
    if (this.#waiting.size > 0) setImmediate(() => this.#run());
  }
}
