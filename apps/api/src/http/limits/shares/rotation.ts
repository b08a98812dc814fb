type Key = number | string | null;

/** A queue that takes items in rotation from its parts, and within each of them from its own parts. */
export class Rotation<Item> {
  readonly #parts = new Map<Key, Rotation<Item>>();
  readonly #items: Item[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Adds an item to a part, named by its key and those of its own parts. All items must have the same number of keys. */
  add([key, ...keysWithin]: readonly Key[], item: Item): void {
    this.#size += 1;
    if (key === undefined) {
      this.#items.push(item);
      return;
    }
    const part = this.#parts.get(key) ?? new Rotation<Item>();
    this.#parts.set(key, part);
    part.add(keysWithin, item);
  }

  /** Removes and returns the first item of the part whose turn it is; undefined if there is none. */
  take(): Item | undefined {
    if (this.#size === 0) return undefined;
    this.#size -= 1;
    const [next] = this.#parts;
    if (!next) return this.#items.shift();
    const [key, part] = next;
    const item = part.take();
    this.#parts.delete(key);
    if (part.size > 0) this.#parts.set(key, part);
    return item;
  }
}
