/** A batch that takes longer delays the events of other organizations noticeably. */
const slowMs = 1_000;
const targetMs = 500;
/** Smaller batches would mostly wait for their commit. */
const minEvents = 100;

/**
 * The size of the next batch. Projections may take much longer for the events of one organization than for others, for
 * example because it has many webhook endpoints. After a slow batch the next ones are smaller, so that the organizations
 * alternate more often.
 */
export class RelayBatchSize {
  readonly #max: number;
  #events: number;

  constructor(max: number) {
    this.#max = max;
    this.#events = max;
  }

  get events(): number {
    return this.#events;
  }

  /** Adapts the size to a batch. A batch that was not full does not show how long a full one takes. */
  finished(count: number, tookMs: number): void {
    if (tookMs > slowMs) this.#shrinkTo(Math.floor((count * targetMs) / tookMs));
    else if (count >= this.#events && tookMs < targetMs) this.#events = Math.min(this.#max, this.#events * 2);
  }

  #shrinkTo(events: number): void {
    this.#events = Math.min(this.#events, Math.max(Math.min(minEvents, this.#max), events));
  }
}
