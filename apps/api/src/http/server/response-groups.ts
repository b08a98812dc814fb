interface UnsentResponse {
  bytes: number;
  disconnect(): void;
}

type Key = number | string | null | undefined;

/** Responses that are counted together: those of one user, or those of all groups within. */
export class ResponseGroup {
  readonly maxBytes: number;
  readonly #parent: ResponseGroup | undefined;
  readonly #key: Key;
  readonly #groups = new Map<Key, ResponseGroup>();
  /** Ordered: the first has waited longest. */
  readonly #responses = new Map<UnsentResponse, () => void>();
  #isKept = false;
  #bytes = 0;

  constructor(maxBytes = Number.POSITIVE_INFINITY, parent?: ResponseGroup, key?: Key) {
    this.maxBytes = maxBytes;
    this.#parent = parent;
    this.#key = key;
  }

  get bytes(): number {
    return this.#bytes;
  }

  find(key: Key): ResponseGroup | undefined {
    return this.#groups.get(key);
  }

  /** Returns the group with this key, which exists until it has no bytes any more. */
  findOrAdd(key: Key, maxBytes?: number): ResponseGroup {
    const group = this.#groups.get(key) ?? new ResponseGroup(maxBytes, this, key);
    this.#groups.set(key, group);
    return group;
  }

  /** Returns the group with this key, which exists for ever. */
  keep(key: Key, maxBytes: number): ResponseGroup {
    const group = this.findOrAdd(key, maxBytes);
    group.#isKept = true;
    return group;
  }

  /** Adds a response to a group without groups. Returns a function that removes it, and does nothing the second time. */
  add(response: UnsentResponse): () => void {
    const remove = () => {
      if (this.#responses.delete(response)) this.#count(-response.bytes);
    };
    this.#responses.set(response, remove);
    this.#count(response.bytes);
    return remove;
  }

  /** Disconnects clients until this many bytes fit, or none are left. */
  makeRoomFor(bytes: number): void {
    while (this.#bytes > 0 && this.#bytes + bytes > this.maxBytes) this.#disconnectOldestOfLargest();
  }

  #disconnectOldestOfLargest(): void {
    let largest: ResponseGroup | undefined;
    for (const group of this.#groups.values()) {
      if (!largest || group.#bytes > largest.#bytes) largest = group;
    }
    if (largest) return largest.#disconnectOldestOfLargest();
    const [oldest] = this.#responses;
    if (!oldest) throw new Error('Invariant: a group with bytes has responses');
    const [response, remove] = oldest;
    remove();
    response.disconnect();
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    if (!this.#parent) return;
    this.#parent.#count(bytes);
    if (this.#bytes === 0 && !this.#isKept) this.#parent.#groups.delete(this.#key);
  }
}
