/** Something that gives signs of life, and has an end. */
export interface HeartbeatTarget {
  /** When it ends, on the clock of `performance.now()`. */
  readonly endsAt: number;
  sendHeartbeat(): void;
  end(): void;
}

const minTickMs = 50;
const maxTicks = 60;

/**
 * The one timer behind the heartbeats of all streams of a pod. They are dealt out over the ticks of a
 * heartbeat, so that the work of ten thousand is never done in one go.
 */
export class HeartbeatScheduler {
  readonly tickMs: number;
  readonly #slots: Set<HeartbeatTarget>[];
  readonly #slotOf = new Map<HeartbeatTarget, Set<HeartbeatTarget>>();
  readonly #timer: NodeJS.Timeout;
  #tick = 0;
  #dealt = 0;

  /** @param onTick is called with every tick */
  constructor(heartbeatMs: number, onTick: () => void = () => undefined) {
    const ticks = Math.max(1, Math.min(maxTicks, Math.floor(heartbeatMs / minTickMs)));
    this.tickMs = heartbeatMs / ticks;
    this.#slots = Array.from({ length: ticks }, () => new Set<HeartbeatTarget>());
    this.#timer = setInterval(() => {
      this.tick();
      onTick();
    }, this.tickMs);
  }

  get size(): number {
    return this.#slotOf.size;
  }

  add(one: HeartbeatTarget): void {
    const slot = this.#slots[(this.#tick + this.#dealt) % this.#slots.length];
    if (!slot) return;
    this.#dealt += 1;
    slot.add(one);
    this.#slotOf.set(one, slot);
  }

  remove(one: HeartbeatTarget): void {
    this.#slotOf.get(one)?.delete(one);
    this.#slotOf.delete(one);
  }

  tick(): void {
    this.#tick = (this.#tick + 1) % this.#slots.length;
    for (const one of this.#slots[this.#tick] ?? []) one.sendHeartbeat();
    const now = performance.now();
    for (const one of this.#slotOf.keys()) if (one.endsAt <= now) one.end();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
