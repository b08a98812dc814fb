/** A place in PostgreSQL's log of changes, in bytes from its beginning. */
export type Position = number;

/** However long a copy is away, no more places than these are kept. */
const most = 128;

/** What was written and a copy does not have yet: up to which places, and since when those were there. */
export class Awaited {
  #places: { position: Position; since: number }[] = [];

  /** @param now on the clock of `performance.now()` */
  add(position: Position, now: number): void {
    if (this.#places.at(-1)?.position === position) return;
    this.#places.push({ position, since: now });
    if (this.#places.length > most) this.#places = inPairs(this.#places);
  }

  /** The copy has everything before a place. */
  reached(position: Position): void {
    this.#places = this.#places.filter((one) => one.position > position);
  }

  get count(): number {
    return this.#places.length;
  }

  /** Since when something has been there that the copy lacks; null when it lacks nothing. */
  get since(): number | null {
    return this.#places[0]?.since ?? null;
  }
}

/** Of two places the later, as if it had been there since the earlier: a copy never seems closer than it is. */
function inPairs<Place extends { since: number }>(places: readonly Place[]): Place[] {
  return places.flatMap((one, index) => {
    if (index % 2 === 1) return [{ ...one, since: (places[index - 1] as Place).since }];
    return index === places.length - 1 ? [one] : [];
  });
}
