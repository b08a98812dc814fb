/** Receives heartbeats until it expires. */
export interface HeartbeatTarget {
  /** Expiry in ms of `performance.now()`. */
  readonly endsAt: number;
  sendHeartbeat(): void;
  end(): void;
}

const minTickMs = 50;
const maxTicks = 60;

/**
 * One timer for the heartbeats of all streams of a pod. Streams are distributed over the ticks of a heartbeat interval, so
 * that ten thousand heartbeats are never sent in one turn of the event loop.
 */
export class HeartbeatScheduler {
  readonly tickMs: number;
  readonly #slots: Set<HeartbeatTarget>[];
  readonly #slotOf = new Map<HeartbeatTarget, Set<HeartbeatTarget>>();
  readonly #timer: NodeJS.Timeout;
  #tick = 0;
  #added = 0;

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

  add(target: HeartbeatTarget): void {
    const slot = this.#slots[(this.#tick + this.#added) % this.#slots.length];
    if (!slot) return;
    this.#added += 1;
    slot.add(target);
    this.#slotOf.set(target, slot);
  }

  remove(target: HeartbeatTarget): void {
    this.#slotOf.get(target)?.delete(target);
    this.#slotOf.delete(target);
  }

  tick(): void {
    this.#tick = (this.#tick + 1) % this.#slots.length;
    for (const target of this.#slots[this.#tick] ?? []) target.sendHeartbeat();
    const now = performance.now();
    for (const target of this.#slotOf.keys()) if (target.endsAt <= now) target.end();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
