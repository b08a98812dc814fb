const firstReportAfterMs = 2_000;
const reportIntervalMs = 1_000;

/** Reports progress at most once a second, and only for work that takes more than two seconds. */
export class Progress {
  readonly #print: (line: string) => void;
  #notBefore = performance.now() + firstReportAfterMs;

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  report(line: string): void {
    const now = performance.now();
    if (now < this.#notBefore) return;
    this.#notBefore = now + reportIntervalMs;
    this.#print(`… ${line}`);
  }
}
