/** One organization cannot replace the entries of all others. */
export const organizationShare = 1 / 4;

interface CacheOptions<Key> {
  maxBytes: number;
  onRemove?(key: Key): void;
}

/** Values by organization and key, in bounded memory. Those used last are kept. */
export class OrganizationCache<Key, Value> {
  readonly #organizations = new Map<number, Map<Key, { value: Value; bytes: number }>>();
  readonly #bytesOf = new Map<number, number>();
  readonly #options: CacheOptions<Key>;
  #bytes = 0;

  constructor(options: CacheOptions<Key>) {
    this.#options = options;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Returns the value, which then counts as used last. */
  find(org_id: number, key: Key): Value | undefined {
    const entries = this.#organizations.get(org_id);
    const found = entries?.get(key);
    if (!entries || !found) return undefined;
    this.#organizations.delete(org_id);
    this.#organizations.set(org_id, entries);
    entries.delete(key);
    entries.set(key, found);
    return found.value;
  }

  /** Adds a value. Above the limits, removes the oldest of its organization, or of the oldest organization. */
  add(org_id: number, key: Key, value: Value, bytes: number): void {
    const { maxBytes } = this.#options;
    this.#remove(org_id, key);
    const entries = this.#organizations.get(org_id) ?? new Map<Key, { value: Value; bytes: number }>();
    this.#organizations.delete(org_id);
    this.#organizations.set(org_id, entries);
    entries.set(key, { value, bytes });
    this.#count(org_id, bytes);
    while ((this.#bytesOf.get(org_id) ?? 0) > maxBytes * organizationShare) this.#removeOldest(org_id);
    while (this.#bytes > maxBytes) {
      const [oldest] = this.#organizations.keys();
      if (oldest === undefined) return;
      this.#removeOldest(oldest);
    }
  }

  #removeOldest(org_id: number): void {
    const [oldest] = this.#organizations.get(org_id)?.entries() ?? [];
    if (oldest) this.#remove(org_id, oldest[0]);
  }

  #remove(org_id: number, key: Key): void {
    const entries = this.#organizations.get(org_id);
    const removed = entries?.get(key);
    if (!entries || !removed) return;
    entries.delete(key);
    this.#count(org_id, -removed.bytes);
    this.#options.onRemove?.(key);
    if (entries.size > 0) return;
    this.#organizations.delete(org_id);
    this.#bytesOf.delete(org_id);
  }

  #count(org_id: number, bytes: number): void {
    this.#bytes += bytes;
    this.#bytesOf.set(org_id, (this.#bytesOf.get(org_id) ?? 0) + bytes);
  }
}
