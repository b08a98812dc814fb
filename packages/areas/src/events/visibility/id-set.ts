/** Ids that do not change. */
export interface Ids {
  readonly size: number;
  has(id: number): boolean;
  /** The ids as an array of PostgreSQL. A statement sends it once, and has it in many places. */
  toPostgres(): string;
}

/** The memory of an id of an {@link IdSet}. */
export const bytesPerId = Int32Array.BYTES_PER_ELEMENT;

/** Sorted ids in a tenth of the memory of a `Set`: a stream keeps those of all people below its user. */
export class IdSet implements Ids {
  readonly #sorted: Int32Array;
  #text: string | undefined;

  private constructor(sorted: Int32Array) {
    this.#sorted = sorted;
  }

  static of(ids: Iterable<number>): IdSet {
    return new IdSet(Int32Array.from(new Set(ids)).sort());
  }

  /** @param packed the ids in ascending order, each as PostgreSQL's `int4send` writes it; null for none */
  static unpack(packed: Uint8Array | null): IdSet {
    const { buffer, byteOffset, byteLength } = packed ?? new Uint8Array();
    const view = new DataView(buffer, byteOffset, byteLength);
    const sorted = new Int32Array(byteLength / bytesPerId);
    for (let index = 0; index < sorted.length; index += 1) sorted[index] = view.getInt32(index * bytesPerId);
    return new IdSet(sorted);
  }

  get size(): number {
    return this.#sorted.length;
  }

  has(id: number): boolean {
    let [from, to] = [0, this.#sorted.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.#sorted[middle] as number) < id) from = middle + 1;
      else to = middle;
    }
    return this.#sorted[from] === id;
  }

  toPostgres(): string {
    this.#text ??= `{${this.#sorted.join()}}`;
    return this.#text;
  }
}
