/** Something that a client holds, such as memory for a response or a stream. */
interface Held {
  size: number;
  /** Takes it from the client. */
  end(): void;
}

type Key = number | string | null | undefined;

/**
 * Shares what several clients hold: what one user holds, or all groups within. The largest group makes room for others,
 * so a group with less than the average loses nothing, whatever the others do.
 */
export class ShareGroup {
  readonly maxSize: number;
  readonly #parent: ShareGroup | undefined;
  readonly #key: Key;
  readonly #groups = new Map<Key, ShareGroup>();
  /** Ordered: the first is the oldest. */
  readonly #held = new Map<Held, () => void>();
  #isKept = false;
  #size = 0;

  constructor(maxSize = Number.POSITIVE_INFINITY, parent?: ShareGroup, key?: Key) {
    this.maxSize = maxSize;
    this.#parent = parent;
    this.#key = key;
  }

  get size(): number {
    return this.#size;
  }

  find(key: Key): ShareGroup | undefined {
    return this.#groups.get(key);
  }

  /** Returns the group with this key, which exists until it is empty again. */
  findOrAdd(key: Key, maxSize?: number): ShareGroup {
    const group = this.#groups.get(key) ?? new ShareGroup(maxSize, this, key);
    this.#groups.set(key, group);
    return group;
  }

  /** Returns the group with this key, which exists for ever. */
  keep(key: Key, maxSize: number): ShareGroup {
    const group = this.findOrAdd(key, maxSize);
    group.#isKept = true;
    return group;
  }

  /** Adds to a group without groups. Returns a function that removes it, and does nothing the second time. */
  add(held: Held): () => void {
    const remove = () => {
      if (this.#held.delete(held)) this.#count(-held.size);
    };
    this.#held.set(held, remove);
    this.#count(held.size);
    return remove;
  }

  hasRoomFor(size: number): boolean {
    return this.#size + size <= this.maxSize;
  }

  /**
   * True if no group within is larger than the one with this key would be with this additional size. Otherwise, two groups
   * that are nearly equal would take from each other without end.
   */
  isLargestWith(key: Key, size: number): boolean {
    const own = this.find(key)?.size ?? 0;
    return (this.#findLargest()?.size ?? 0) <= own + size;
  }

  /** Ends the oldest of the largest group within, until there is room for this size or nothing is left. */
  makeRoomFor(size: number): void {
    while (this.#size > 0 && !this.hasRoomFor(size)) this.#endOldestOfLargest();
  }

  #findLargest(): ShareGroup | undefined {
    let largest: ShareGroup | undefined;
    for (const group of this.#groups.values()) {
      if (!largest || group.#size > largest.#size) largest = group;
    }
    return largest;
  }

  #endOldestOfLargest(): void {
    const largest = this.#findLargest();
    if (largest) largest.#endOldestOfLargest();
    else this.#endOldest();
  }

  #endOldest(): void {
    const [oldest] = this.#held;
    if (!oldest) throw new Error('Invariant: a group with a size holds something');
    const [held, remove] = oldest;
    remove();
    held.end();
  }

  #count(size: number): void {
    this.#size += size;
    if (!this.#parent) return;
    this.#parent.#count(size);
    if (this.#size === 0 && !this.#isKept) this.#parent.#groups.delete(this.#key);
  }
}
