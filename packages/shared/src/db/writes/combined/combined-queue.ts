/** The turn of a write: its row; or, if it has to be written by its own statement, a function to call after that. */
export type Turn<Row> = { row: Row } | { finish(): void };

/** A write that waits for its turn. */
export interface WaitingWrite<Write, Row> {
  write: Write;
  /** The row that it changes: a statement changes a row only once. */
  row: number | undefined;
  resolve(turn: Turn<Row>): void;
  reject(error: unknown): void;
}

const maxRows = 64;

/** A statement that runs longer no longer holds back others: it probably waits for a lock. */
const maxHoldMs = 50;

/** With this many statements running, all of them probably wait for the same lock. */
const maxRunning = 4;

/** A running statement for which the next one waits. */
interface Hold {
  isOverdue: boolean;
}

/**
 * Writes that can be combined into one statement. Writes that arrive while a statement is running go into the next one.
 * If nothing else waits, a write gets its own statement immediately.
 */
export class CombinedQueue<Write, Row> {
  readonly #send: (writes: readonly Write[]) => Promise<Map<number, Row>>;
  readonly #onIdle: () => void;
  #waiting: WaitingWrite<Write, Row>[] = [];
  #hold: Hold | null = null;
  #running = 0;
  #isDue = false;

  /**
   * @param send writes rows with one statement, and returns them by the index of their write; other writes get their
   *   own statement
   * @param onIdle called when nothing waits and nothing holds back writes
   */
  constructor(send: (writes: readonly Write[]) => Promise<Map<number, Row>>, onIdle: () => void) {
    this.#send = send;
    this.#onIdle = onIdle;
  }

  wait(write: Write, row?: number): Promise<Turn<Row>> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ write, row, resolve, reject });
      this.#schedule();
    });
  }

  /** Starts the next statement after all requests received so far are parsed, so that it includes their writes. */
  #schedule(): void {
    if (this.#isDue || this.#hold) return;
    if (this.#waiting.length === 0) {
      this.#onIdle();
      return;
    }
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      this.#start(this.#takeNext());
    });
  }

  /** Takes writes of different rows, in the order of their arrival. */
  #takeNext(): WaitingWrite<Write, Row>[] {
    const rows = new Set<number | undefined>();
    const taken: WaitingWrite<Write, Row>[] = [];
    this.#waiting = this.#waiting.filter((one) => {
      if (taken.length === maxRows || rows.has(one.row)) return true;
      if (one.row !== undefined) rows.add(one.row);
      taken.push(one);
      return false;
    });
    return taken;
  }

  #start(taken: readonly WaitingWrite<Write, Row>[]): void {
    const finish = this.#begin();
    const [first, ...others] = taken;
    if (first && others.length === 0) first.resolve({ finish });
    else void this.#writeTogether(taken).finally(finish);
  }

  /** @returns a function to call when the statement has ended */
  #begin(): () => void {
    const hold: Hold = { isOverdue: false };
    this.#hold = hold;
    this.#running += 1;
    const release = () => {
      this.#hold = null;
      this.#schedule();
    };
    const timer = setTimeout(() => {
      hold.isOverdue = true;
      if (this.#running < maxRunning) release();
    }, maxHoldMs);
    return () => {
      clearTimeout(timer);
      this.#running -= 1;
      if (this.#hold === hold || this.#hold?.isOverdue) release();
    };
  }

  async #writeTogether(taken: readonly WaitingWrite<Write, Row>[]): Promise<void> {
    try {
      const rows = await this.#send(taken.map(({ write }) => write));
      for (const [index, { resolve }] of taken.entries()) {
        const row = rows.get(index);
        resolve(row === undefined ? { finish: () => undefined } : { row });
      }
    } catch (error) {
      for (const { reject } of taken) reject(error);
    }
  }
}
