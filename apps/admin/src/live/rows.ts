import type { Row } from '../api/call-path.ts';

/** A record as a page shows it. */
export interface ShownRow {
  row: Row;
  /** Fields that another user has just changed. */
  changed: ReadonlySet<string>;
}

const noFields: ReadonlySet<string> = new Set();

/** Rows that no page shows are forgotten, oldest first, above this number. */
const maxRows = 2_000;
const highlightMs = 1_200;
/** Without motion, the marker has to be found by looking for it. */
const stillHighlightMs = 10_000;

/**
 * The newest known version of each record, by key. Responses arrive in any order, and a list may be older than a record
 * that was changed after it: the version with the highest `updated_at` is shown everywhere.
 */
export class RowStore {
  readonly #rows = new Map<string, ShownRow>();
  readonly #listeners = new Map<string, Set<() => void>>();
  /** Keys of records that another user has changed, and whose new version has not been read. */
  readonly #awaited = new Set<string>();
  /** Records whose highlight began in this task, with their highlighted fields: all of them end with one timer. */
  #highlights: Map<string, ReadonlySet<string>> | undefined;

  get(key: string): ShownRow | undefined {
    return this.#rows.get(key);
  }

  /** Stores a version of a record, unless a newer one is known. */
  put(key: string, row: Row): void {
    const known = this.#rows.get(key);
    if (!known) {
      this.#set(key, { row, changed: noFields });
      return;
    }
    if (isOlder(row, known.row)) return;
    const changed = Object.keys(row).filter((name) => !isEqual(row[name], known.row[name]));
    if (changed.length === 0) return;
    const highlighted = this.#awaited.delete(key)
      ? new Set(changed.filter((name) => !stamps.has(name)))
      : undefined;
    this.#set(key, { row: { ...known.row, ...row }, changed: highlighted ?? known.changed });
    if (highlighted) this.#endHighlight(key, highlighted);
  }

  /** Fields that change with the next version of this record are highlighted. */
  awaitChange(key: string): void {
    if (this.#rows.has(key)) this.#awaited.add(key);
  }

  /** @returns a function that removes the listener */
  listen(key: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(key) === listeners) this.#listeners.delete(key);
    };
  }

  /** Forgets all records whose keys begin with a text. */
  clear(prefix: string): void {
    for (const key of this.#rows.keys()) if (key.startsWith(prefix)) this.#rows.delete(key);
    for (const key of this.#awaited) if (key.startsWith(prefix)) this.#awaited.delete(key);
  }

  #set(key: string, shown: ShownRow): void {
    this.#rows.delete(key);
    this.#rows.set(key, shown);
    for (const listener of this.#listeners.get(key) ?? []) listener();
    if (this.#rows.size > maxRows) this.#forgetOldest();
  }

  #forgetOldest(): void {
    for (const key of this.#rows.keys()) {
      if (this.#rows.size <= maxRows) return;
      if (!this.#listeners.has(key)) this.#rows.delete(key);
    }
  }

  #endHighlight(key: string, highlighted: ReadonlySet<string>): void {
    const begun = this.#highlights ?? this.#beginHighlights();
    begun.set(key, highlighted);
  }

  #beginHighlights(): Map<string, ReadonlySet<string>> {
    const begun = new Map<string, ReadonlySet<string>>();
    this.#highlights = begun;
    queueMicrotask(() => {
      this.#highlights = undefined;
    });
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    setTimeout(() => this.#forgetHighlights(begun), isStill ? stillHighlightMs : highlightMs);
    return begun;
  }

  #forgetHighlights(begun: ReadonlyMap<string, ReadonlySet<string>>): void {
    for (const [key, highlighted] of begun) {
      const shown = this.#rows.get(key);
      if (shown?.changed === highlighted) this.#set(key, { ...shown, changed: noFields });
    }
  }
}

/** Fields that change with every other one, and the rights of the user. */
const stamps = new Set(['updated_at', 'updated_by', 'version', 'can']);

/** Timestamps of the API have one format, so their order is that of the texts. */
function isOlder(row: Row, known: Row): boolean {
  return String(row.updated_at ?? '') < String(known.updated_at ?? '');
}

function isEqual(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

export const rows = new RowStore();

/** The key of a record, by its path in the API. */
export const rowKey = (slug: string, path: string): string => `${slug} ${path}`;
