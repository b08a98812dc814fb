import type { LaneRun } from '@wfp/shared';
import { sendAttempt } from './attempt/attempt.ts';
import type { Permits } from './concurrency-limiter.ts';
import type { LanePayload } from './lane-key.ts';
import type { LockedEndpoint } from './locked-endpoint.ts';
import { type LeasedAttempt, LeasedQueue } from './queue/leased-queue.ts';
import { ResultBuffer, recordEveryMs } from './result-buffer.ts';

const pollMs = 250;
/**
 * A run that reaches a limit ends and is enqueued again. `msWhileWanted` applies while other runs wait for permits. The
 * limits also bound the log of the job. They are not lower, because lanes of one burst end their runs together, and
 * nothing is sent until they start again.
 */
const maxRun = { ms: 5_000, deliveries: 3_000, msWhileWanted: 250 };

/**
 * Start reading the sender here. A worker runs this loop once for each endpoint that has deliveries due:
 *
 * 1. `webhooks.lane.ts` locks the lane of the endpoint (`locked-endpoint.ts`) and acquires a permit
 *    (`concurrency-limiter.ts`), then runs this loop.
 * 2. `queue/leased-queue.ts` leases due deliveries in PostgreSQL and returns those that it does not start.
 * 3. `attempt/attempt.ts` signs and sends each one over `http/`, as many concurrently as the run has permits.
 * 4. `result-buffer.ts` records results in batches and schedules retries; `health/` switches dead endpoints off.
 *
 * If a run dies, its deliveries are due again when their leases end: delivery is at least once.
 */
export class DeliveryLoop {
  readonly #run: LaneRun<LanePayload>;
  readonly #endpoint: LockedEndpoint;
  readonly #permits: Permits;
  readonly #queue: LeasedQueue;
  readonly #results: ResultBuffer;
  readonly #startedAt = performance.now();
  #inFlight = 0;
  #wake: () => void = () => undefined;

  constructor(run: LaneRun<LanePayload>, endpoint: LockedEndpoint, permits: Permits) {
    this.#run = run;
    this.#endpoint = endpoint;
    this.#permits = permits;
    this.#queue = new LeasedQueue(endpoint);
    this.#results = new ResultBuffer(run, endpoint, () => this.#wake());
  }

  async deliver(): Promise<void> {
    try {
      for (;;) {
        if (this.#mustRecord) await this.#record();
        await this.#queue.returnLeases();
        if (this.#canLease) await this.#lease();
        this.#startAttempts();
        if (this.#inFlight > 0) await this.#waitForChange();
        else if (this.#results.isRecording) await this.#results.settle();
        else if (this.#results.length === 0 && !this.#canLease) return;
      }
    } finally {
      this.#queue.abandon();
      while (this.#inFlight > 0) await this.#waitForChange();
      await this.#results.close().finally(() => this.#queue.returnLeases());
    }
  }

  get #mustRecord(): boolean {
    return this.#results.isDue(this.#inFlight === 0 && this.#queue.length === 0);
  }

  async #record(): Promise<void> {
    if (this.#results.blocksNext) this.#queue.abandon();
    await this.#results.flush();
  }

  get #canLease(): boolean {
    if (this.#queue.isDrained || !this.#endpoint.canSend || this.#results.blocksNext) return false;
    const ahead = this.#queue.leaseAhead;
    if (this.#queue.length > ahead) return false;
    if (ahead === 0 && this.#inFlight >= this.#endpoint.maxConcurrent) return false;
    const ranMs = performance.now() - this.#startedAt;
    if (ranMs > maxRun.ms || this.#results.recorded > maxRun.deliveries) return false;
    return ranMs < maxRun.msWhileWanted || !this.#permits.isContended;
  }

  async #lease(): Promise<void> {
    if (this.#endpoint.mustRenewLock) {
      await this.#results.settle();
      await this.#endpoint.renewLock();
    }
    if (!this.#endpoint.canSend) return;
    await this.#queue.lease();
    this.#permits.growTo(Math.min(this.#endpoint.maxConcurrent, this.#inFlight + this.#queue.length));
  }

  #startAttempts(): void {
    const { maxConcurrent, canSend } = this.#endpoint;
    if (!canSend || this.#results.blocksNext || this.#queue.isLate) this.#queue.abandon();
    this.#permits.shrinkTo(Math.max(maxConcurrent, this.#inFlight));
    while (this.#inFlight < Math.min(this.#permits.count, maxConcurrent)) {
      const next = this.#queue.next();
      if (!next) return;
      this.#inFlight += 1;
      void this.#send(next);
    }
  }

  async #send({ delivery, body }: LeasedAttempt): Promise<void> {
    try {
      const finished = await sendAttempt(this.#endpoint.context, delivery, body);
      this.#results.add(finished);
      this.#queue.attemptFinished(finished.ended_at);
    } catch (error) {
      // A failure of this service, not of the receiver: the attempt is due again when its lease ends.
      this.#run.log.error(
        { err: error, delivery_id: delivery.delivery_id },
        'Internal error during a delivery; it is retried when its lease expires',
      );
      this.#queue.stopLeasing();
    }
    this.#inFlight -= 1;
    this.#startAttempts();
    if (this.#needsLoop) this.#wake();
  }

  /**
   * False while enough attempts wait and the buffered results can wait, so that not every result runs the loop. The
   * first result of a batch runs it, to set the timer for recording.
   */
  get #needsLoop(): boolean {
    const { length, leaseAhead, hasLeasesToReturn } = this.#queue;
    return length <= leaseAhead || hasLeasesToReturn || this.#results.length <= 1 || this.#mustRecord;
  }

  /** Resolves when the loop has work: a result, a batch to record, or the next poll for due deliveries. */
  #waitForChange(): Promise<void> {
    return new Promise((resolve) => {
      const hasResults = this.#results.length > 0;
      const timer = setTimeout(
        () => {
          if (!hasResults) this.#queue.checkAgain();
          resolve();
        },
        hasResults ? recordEveryMs : pollMs,
      );
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
