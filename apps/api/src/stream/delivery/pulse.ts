/** Something that gives signs of life, and has an end. */
export interface Living {
  /** When it ends, on the clock of `performance.now()`. */
  readonly endsAt: number;
  beat(): void;
  end(): void;
}

const shortestTickMs = 50;
const mostTicks = 60;

/**
 * The one timer behind the heartbeats of all streams of a pod. They are dealt out over the ticks of a
 * heartbeat, so that the work of ten thousand is never done in one go.
 */
export class Pulse {
  readonly tickMs: number;
  readonly #slots: Set<Living>[];
  readonly #slotOf = new Map<Living, Set<Living>>();
  readonly #timer: NodeJS.Timeout;
  #tick = 0;
  #dealt = 0;

  /** @param onTick is called with every tick */
  constructor(heartbeatMs: number, onTick: () => void = () => undefined) {
    const ticks = Math.max(1, Math.min(mostTicks, Math.floor(heartbeatMs / shortestTickMs)));
    this.tickMs = heartbeatMs / ticks;
    this.#slots = Array.from({ length: ticks }, () => new Set<Living>());
    this.#timer = setInterval(() => {
      this.tick();
      onTick();
    }, this.tickMs);
  }

  get size(): number {
    return this.#slotOf.size;
  }

  add(one: Living): void {
    const slot = this.#slots[(this.#tick + this.#dealt) % this.#slots.length];
    if (!slot) return;
    this.#dealt += 1;
    slot.add(one);
    this.#slotOf.set(one, slot);
  }

  remove(one: Living): void {
    this.#slotOf.get(one)?.delete(one);
    this.#slotOf.delete(one);
  }

  tick(): void {
    this.#tick = (this.#tick + 1) % this.#slots.length;
    for (const one of this.#slots[this.#tick] ?? []) one.beat();
    const now = performance.now();
    for (const one of this.#slotOf.keys()) if (one.endsAt <= now) one.end();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
