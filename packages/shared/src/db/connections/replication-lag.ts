/** A position in PostgreSQL's write-ahead log, in bytes from its start. */
export type WalPosition = number;

/** Limits memory while the replica is unavailable. */
const maxPositions = 128;

/** Primary positions that the replica has not replayed yet, each with the time at which it was first seen. */
export class ReplicationLag {
  #positions: { position: WalPosition; oldestSince: number }[] = [];

  /** @param now on the clock of `performance.now()` */
  recordPrimary(position: WalPosition, now: number): void {
    if (this.#positions.at(-1)?.position === position) return;
    this.#positions.push({ position, oldestSince: now });
    if (this.#positions.length > maxPositions) this.#positions = mergePairs(this.#positions);
  }

  /** Records that the replica has replayed everything up to this position. */
  recordReplica(position: WalPosition): void {
    this.#positions = this.#positions.filter((one) => one.position > position);
  }

  get count(): number {
    return this.#positions.length;
  }

  /** The time since which the replica has been behind, on the clock of `performance.now()`; null if it is up to date. */
  get oldestSince(): number | null {
    return this.#positions[0]?.oldestSince ?? null;
  }
}

/** Merges pairs into the later position with the earlier time, so that the lag is never underestimated. */
function mergePairs<Place extends { oldestSince: number }>(places: readonly Place[]): Place[] {
  return places.flatMap((one, index) => {
    if (index % 2 === 1) return [{ ...one, oldestSince: (places[index - 1] as Place).oldestSince }];
    return index === places.length - 1 ? [one] : [];
  });
}
