/** A place in PostgreSQL's log of changes, in bytes from its beginning. */
export type WalPosition = number;

/** However long a copy is away, no more places than these are kept. */
const maxPositions = 128;

/** What was written and a copy does not have yet: up to which places, and since when those were there. */
export class ReplicationLag {
  #places: { position: WalPosition; oldestSince: number }[] = [];

  /** @param now on the clock of `performance.now()` */
  recordPrimary(position: WalPosition, now: number): void {
    if (this.#places.at(-1)?.position === position) return;
    this.#places.push({ position, oldestSince: now });
    if (this.#places.length > maxPositions) this.#places = mergePairs(this.#places);
  }

  /** The copy has everything before a place. */
  recordReplica(position: WalPosition): void {
    this.#places = this.#places.filter((one) => one.position > position);
  }

  get count(): number {
    return this.#places.length;
  }

  /** Since when something has been there that the copy lacks; null when it lacks nothing. */
  get oldestSince(): number | null {
    return this.#places[0]?.oldestSince ?? null;
  }
}

/** Of two places the later, as if it had been there since the earlier: a copy never seems closer than it is. */
function mergePairs<Place extends { oldestSince: number }>(places: readonly Place[]): Place[] {
  return places.flatMap((one, index) => {
    if (index % 2 === 1) return [{ ...one, oldestSince: (places[index - 1] as Place).oldestSince }];
    return index === places.length - 1 ? [one] : [];
  });
}
