/** What is over before is not worth a line. */
const firstReportAfterMs = 2_000;
const reportIntervalMs = 1_000;

/** Tells how far something is, once it takes more than two seconds, and not more often than once a second. */
export class Progress {
  readonly #tell: (line: string) => void;
  #notBefore = performance.now() + firstReportAfterMs;

  constructor(tell: (line: string) => void) {
    this.#tell = tell;
  }

  report(line: string): void {
    const now = performance.now();
    if (now < this.#notBefore) return;
    this.#notBefore = now + reportIntervalMs;
    this.#tell(`… ${line}`);
  }
}
