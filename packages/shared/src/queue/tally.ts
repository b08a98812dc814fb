const maxLines = 50;

/** Counts equal lines. */
export class Tally {
  readonly #counts = new Map<string, number>();
  #omitted = 0;

  get isEmpty(): boolean {
    return this.#counts.size === 0;
  }

  /** The lines with their counts, in the order in which they first occurred. */
  get text(): string {
    const lines = [...this.#counts].map(([line, count]) => (count === 1 ? line : `${line} (${count} times)`));
    if (this.#omitted > 0) lines.push(`and ${this.#omitted} more`);
    return lines.join('\n');
  }

  count(line: string): void {
    const known = this.#counts.get(line) ?? 0;
    if (known === 0 && this.#counts.size >= maxLines) this.#omitted += 1;
    else this.#counts.set(line, known + 1);
  }
}
