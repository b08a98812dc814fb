/** The requests of an organization that begin in one turn of the event loop together take about this CPU time, or are one. */
const turnMs = 5;
/** Of an organization of which nothing is known. */
const initialMs = 0.5;
/** The part of a new value in the average. */
const weight = 0.1;
/** Organizations whose averages are remembered. */
const maxKept = 1_000;

interface Turns {
  /** The CPU time of one of its pieces of work. */
  averageMs: number;
  /** Requests that began in this turn. */
  begun: number;
  waiting: (() => void)[];
}

const mayBegin = ({ begun, averageMs }: Turns): boolean => begun === 0 || (begun + 1) * averageMs <= turnMs;

/**
 * Spreads the requests of an organization over turns of the event loop if they take long. Otherwise a request of another
 * organization would wait for all that arrived before, in each of the turns that it needs itself.
 */
export class WorkTurns {
  /** The least recently used first. */
  readonly #organizations = new Map<number, Turns>();
  readonly #inTurn = new Set<Turns>();

  /** Returns undefined if a request may begin in this turn of the event loop, or a promise for a later one. */
  wait(org_id: number): Promise<void> | undefined {
    const turns = this.#of(org_id);
    if (this.#inTurn.size === 0) setImmediate(() => this.#startTurn());
    this.#inTurn.add(turns);
    if (turns.waiting.length > 0 || !mayBegin(turns))
      return new Promise((begin) => turns.waiting.push(begin));
    turns.begun += 1;
    return undefined;
  }

  /** Counts the CPU time of a piece of work. */
  count(org_id: number, ms: number): void {
    const turns = this.#of(org_id);
    turns.averageMs += (ms - turns.averageMs) * weight;
  }

  #of(org_id: number): Turns {
    const turns = this.#organizations.get(org_id) ?? { averageMs: initialMs, begun: 0, waiting: [] };
    this.#organizations.delete(org_id);
    this.#organizations.set(org_id, turns);
    for (const [oldest, { waiting }] of this.#organizations) {
      if (this.#organizations.size <= maxKept || waiting.length > 0) break;
      this.#organizations.delete(oldest);
    }
    return turns;
  }

  #startTurn(): void {
    for (const turns of this.#inTurn) {
      turns.begun = 0;
      while (turns.waiting.length > 0 && mayBegin(turns)) {
        turns.begun += 1;
        turns.waiting.shift()?.();
      }
      if (turns.begun === 0) this.#inTurn.delete(turns);
    }
    if (this.#inTurn.size > 0) setImmediate(() => this.#startTurn());
  }
}
