import { setTimeout as sleep } from 'node:timers/promises';
import { type LaneRun, maxJobLogLines } from '@wfp/shared';
import { blocksNext, describeAttempt, type FinishedAttempt, toResult } from './attempt/attempt.ts';
import { recordResults } from './health/endpoint-health.ts';
import type { LanePayload } from './lane-key.ts';
import type { LockedEndpoint } from './locked-endpoint.ts';

const maxBatch = 400;
/** The oldest buffered result is recorded after this time, unless an earlier batch is still being recorded. */
export const recordEveryMs = 200;
const retryDelaysMs = [100, 500, 1_000];

/** Results of a run, recorded in batches while further attempts are in flight. */
export class ResultBuffer {
  readonly #run: LaneRun<LanePayload>;
  readonly #endpoint: LockedEndpoint;
  readonly #onRecorded: () => void;
  readonly #counts = { succeeded: 0, failed: 0, cancelled: 0 };
  #finished: FinishedAttempt[] = [];
  #blocksNext = false;
  #recording: Promise<void> = Promise.resolve();
  #isRecording = false;

  constructor(run: LaneRun<LanePayload>, endpoint: LockedEndpoint, onRecorded: () => void) {
    this.#run = run;
    this.#endpoint = endpoint;
    this.#onRecorded = onRecorded;
  }

  get length(): number {
    return this.#finished.length;
  }

  /** The number of attempts that this run has recorded, without cancelled ones. */
  get recorded(): number {
    return this.#counts.succeeded + this.#counts.failed;
  }

  get isRecording(): boolean {
    return this.#isRecording;
  }

  /** True if a result must be recorded before anything else is leased or sent. */
  get blocksNext(): boolean {
    return this.#blocksNext;
  }

  add(attempt: FinishedAttempt): void {
    this.#finished.push(attempt);
    this.#blocksNext ||= blocksNext(attempt, this.#endpoint.config);
  }

  /** @param isIdle true if nothing is in flight or waiting, so that no further result will fill the batch */
  isDue(isIdle: boolean): boolean {
    const [first] = this.#finished;
    if (!first || (this.#isRecording && !this.#blocksNext)) return false;
    if (this.#blocksNext || this.#finished.length >= maxBatch || isIdle) return true;
    return performance.now() - first.ended_at >= recordEveryMs - 1;
  }

  /** Starts to record a batch, and waits for it if the next attempt depends on it. */
  async flush(): Promise<void> {
    await this.#recording;
    const mustWait = this.#blocksNext || this.#endpoint.maxConcurrent === 1;
    this.#isRecording = true;
    this.#recording = this.#record().finally(() => {
      this.#isRecording = false;
      this.#onRecorded();
    });
    // A failure is thrown to the next caller that waits for it.
    this.#recording.catch(() => undefined);
    if (mustWait) await this.#recording;
  }

  /** Waits for the batch that is being recorded. @throws Error if it could not be recorded */
  settle(): Promise<void> {
    return this.#recording;
  }

  /** Records the remaining results, even if an earlier batch failed. */
  close(): Promise<void> {
    return this.#recording.finally(() => this.#record());
  }

  async #record(): Promise<void> {
    const finished = this.#finished.splice(0);
    this.#blocksNext = false;
    if (finished.length === 0) return;
    const isGone = await withRetry(() => recordResults(this.#run, finished.map(toResult)));
    if (isGone) this.#endpoint.deactivate();
    for (const { status } of finished) this.#counts[status] += 1;
    void this.#run.note(describeAttempts(finished), { ...this.#counts });
    await this.#endpoint.applyResults(finished);
  }
}

/**
 * Describes the attempts for the run's log: the last failed ones or, without failures, the last one, because each line
 * is a command of Redis.
 */
function describeAttempts(finished: readonly FinishedAttempt[]): string {
  const failed = finished.filter(({ status }) => status === 'failed');
  const described = failed.length > 0 ? failed.slice(-maxJobLogLines) : finished.slice(-1);
  return described.map(describeAttempt).join('\n');
}

/**
 * Retries for more than a second, to outlast short database outages: attempts without a recorded result are sent again.
 */
async function withRetry<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const delayMs of retryDelaysMs) {
    try {
      return await work();
    } catch {
      await sleep(delayMs);
    }
  }
  return work();
}
