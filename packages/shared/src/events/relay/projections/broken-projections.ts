import type { ProjectionFailure } from './relay-projections.ts';

/**
 * Projections that fail for most events of every organization, because of a bug or a missing table: isolating the
 * failing events would be pointless, and setting all organizations apart would delay them.
 */
export class BrokenProjections {
  #names = new Set<string>();
  #visited = 0;
  readonly #failed = new Map<string, number>();

  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** Resets the counts. Called before the organizations are visited. */
  begin(): void {
    this.#visited = 0;
    this.#failed.clear();
  }

  /** Adds the result of an organization with some events. */
  add(events: number, failures: readonly ProjectionFailure[]): void {
    if (events === 0) return;
    this.#visited += 1;
    for (const [name, some] of Map.groupBy(failures, ({ projection }) => projection))
      if (some.length > events / 2) this.#failed.set(name, (this.#failed.get(name) ?? 0) + 1);
    const minOrganizations = 2;
    const broken = [...this.#failed].filter(
      ([, failed]) => failed === this.#visited && failed >= minOrganizations,
    );
    this.#names = new Set(broken.map(([name]) => name));
  }

  /** Removes projections that did not fail again. */
  keep(failures: readonly ProjectionFailure[]): void {
    if (this.#names.size === 0) return;
    const failed = new Set(failures.map(({ projection }) => projection));
    this.#names = new Set([...this.#names].filter((name) => failed.has(name)));
  }
}
