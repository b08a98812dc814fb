/** The events of an organization that slowed a batch down are numbered apart for this long, longer each time. */
const minApartMs = 60_000;
const maxApartMs = 3_600_000;
/** A turn that takes longer delays the other organizations noticeably. */
const slowTurnMs = 250;
/** Fewer events do not make a turn faster on a busy database, unless their projections are slow. */
const minEvents = 50;
/** After a slow turn, an organization waits for this multiple of the turn. */
const restFactor = 4;
const minDelayMs = 1_000;
const maxDelayMs = 60_000;

interface Apart {
  /** Maximum events of the next turn. */
  events: number;
  /** The number of times that it was set apart, which determines the duration. */
  times: number;
  until: number;
  restUntil: number;
  /** The next delay after an error that fewer events would not avoid. */
  delayMs: number;
}

/**
 * Organizations whose events are numbered in transactions of their own, because they made a batch slow or fail: they
 * delay only themselves. The number of events is reduced until a turn is fast.
 */
export class ApartOrganizations {
  /** In the order in which they have their turns. */
  readonly #organizations = new Map<number, Apart>();
  readonly #maxEvents: number;

  constructor(maxEvents: number) {
    this.#maxEvents = maxEvents;
  }

  /** The organizations whose events must not be numbered together with those of others. */
  ids(): number[] {
    const now = performance.now();
    for (const [org_id, { until }] of this.#organizations)
      if (now > until + maxApartMs) this.#organizations.delete(org_id);
    return [...this.#organizations].filter(([, { until }]) => until > now).map(([org_id]) => org_id);
  }

  /** The organizations that are set apart and may have a turn now. */
  due(): number[] {
    const now = performance.now();
    return this.ids().filter((org_id) => (this.#organizations.get(org_id)?.restUntil ?? 0) <= now);
  }

  has(org_id: number): boolean {
    return (this.#organizations.get(org_id)?.until ?? 0) > performance.now();
  }

  /** Maximum events of the next turn of an organization. */
  eventsOf(org_id: number, otherwise: number): number {
    return this.#organizations.get(org_id)?.events ?? otherwise;
  }

  /** Sets an organization apart, or keeps it so. */
  add(org_id: number): void {
    this.#put(org_id, {});
  }

  /** Called after a turn that succeeded. Does nothing for an organization that is not set apart. */
  succeeded(org_id: number, tookMs: number): void {
    const known = this.#organizations.get(org_id);
    if (!known) return;
    const { events } = known;
    const isSlow = tookMs > slowTurnMs;
    const fewer = Math.max(Math.min(events, minEvents), Math.floor(events / 2));
    // Twice as many should not be slow.
    const more = tookMs > slowTurnMs / 2 ? events : Math.min(this.#maxEvents, events * 2);
    this.#move(org_id, {
      ...known,
      events: isSlow ? fewer : more,
      restUntil: isSlow ? performance.now() + restFactor * tookMs : 0,
      delayMs: minDelayMs,
    });
  }

  /** Called after a turn that was too slow with this number of events. */
  tooSlow(org_id: number, events: number, tookMs: number): void {
    const restUntil = performance.now() + restFactor * tookMs;
    this.#put(org_id, { events: Math.max(1, Math.floor(events / 4)), restUntil });
  }

  /** Called after a turn that failed. */
  failed(org_id: number): void {
    const delayMs = this.#organizations.get(org_id)?.delayMs ?? minDelayMs;
    const restUntil = performance.now() + delayMs;
    this.#put(org_id, { restUntil, delayMs: Math.min(maxDelayMs, 2 * delayMs) });
  }

  #put(org_id: number, changes: Partial<Apart>): void {
    const now = performance.now();
    const known = this.#organizations.get(org_id);
    const isNew = !known || known.until <= now;
    const times = (known?.times ?? 0) + (isNew ? 1 : 0);
    const duration = Math.min(maxApartMs, minApartMs * 2 ** (times - 1));
    const until = Math.max(now, changes.restUntil ?? 0) + duration;
    const others = { events: this.#maxEvents, restUntil: 0, delayMs: minDelayMs };
    this.#move(org_id, { ...others, ...known, times, until, ...changes });
  }

  #move(org_id: number, apart: Apart): void {
    this.#organizations.delete(org_id);
    this.#organizations.set(org_id, apart);
  }
}
