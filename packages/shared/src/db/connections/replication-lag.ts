/** A position in PostgreSQL's write-ahead log, in bytes from its start. */
export type WalPosition = number;

/** Limits memory while the replica is unavailable. */
const maxPositions = 128;

/** Primary positions that the replica has not replayed yet, each with the time at which it was first seen. */
export class ReplicationLag {
  #places: { position: WalPosition; oldestSince: number }[] = [];

  /** @param now on the clock of `performance.now()` */
  recordPrimary(position: WalPosition, now: number): void {
    if (this.#places.at(-1)?.position === position) return;
    this.#places.push({ position, oldestSince: now });
    if (this.#places.length > maxPositions) this.#places = mergePairs(this.#places);
  }

  /** The replica has replayed everything up to this position. */
  recordReplica(position: WalPosition): void {
    this.#places = this.#places.filter((one) => one.position > position);
  }

  get count(): number {
    return this.#places.length;
  }

  /** Since when the replica has been behind, on the clock of `performance.now()`; null if it is up to date. */
  get oldestSince(): number | null {
    return this.#places[0]?.oldestSince ?? null;
  }
}

/** Merges pairs into the later position with the earlier time, so that the lag is never underestimated. */
function mergePairs<Place extends { oldestSince: number }>(places: readonly Place[]): Place[] {
  return places.flatMap((one, index) => {
    if (index % 2 === 1) return [{ ...one, oldestSince: (places[index - 1] as Place).oldestSince }];
    return index === places.length - 1 ? [one] : [];
  });
}
