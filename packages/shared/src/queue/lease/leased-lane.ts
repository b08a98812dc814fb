import { setTimeout as sleep } from 'node:timers/promises';
import type { Prisma } from '../../db/index.ts';
import { AppError } from '../../errors.ts';
import type { LeasedBacklog, Retry } from '../backlog.store.ts';
import type { Job } from '../job.ts';
import {
  type OrganizationLane,
  type OrganizationRun,
  organizationLane,
  type RunResult,
} from '../organization-lane.ts';
import type { LeasedRow, LeaseLimits } from './lease.store.ts';

/** Thrown by work whose row was leased by another worker or is no longer needed: nothing is recorded. */
export class LostLease extends Error {
  override readonly name = 'LostLease';
}

export interface LeasedWork<Row extends LeasedRow> extends OrganizationRun {
  row: Row;
  /** Aborted when the lease is lost or the worker drains. */
  signal: AbortSignal;
}

export interface LeasedBatch<Row extends LeasedRow> extends OrganizationRun {
  rows: readonly Row[];
}

/** Handles the rows for which `isBatched` of the backlog holds, one batch at a time. */
export interface LaneBatches<Row extends LeasedRow> {
  maxRows: number;
  /**
   * Handles rows. Resolves with the errors of rows that it could not finish; all others are finished. If it rejects,
   * its rows are handled in batches of one, as are rows that were attempted before. If it rejects because the database
   * is unavailable, or while the worker drains, its rows are retried later instead.
   */
  work(batch: LeasedBatch<Row>): Promise<ReadonlyMap<Row, unknown>>;
}

export interface LeasedLane<Row extends LeasedRow>
  extends Omit<OrganizationLane, 'backlog' | 'isShared' | 'run'> {
  backlog: LeasedBacklog<Row>;
  /** Rows of one organization that a worker handles at the same time, in addition to a batch. */
  parallel: number;
  batches?: LaneBatches<Row>;
  /** After this time a run leases no more rows, so that other organizations are served too. */
  maxRunMs: number;
  /** Leases are renewed this often. Several renewals must fit into a lease. */
  renewEveryMs: number;
  /** Maximum attempts per row, including those of workers that died. */
  maxAttempts: number;
  /** Runs before anything is leased. A date postpones the run. */
  before?(call: OrganizationRun): Promise<Date | undefined>;
  /** Columns to set with a lease, such as the place to which the work writes. */
  leasing?(call: OrganizationRun): Prisma.Sql;
  /** Columns to set when the lease of a row is renewed, such as its progress. */
  renewing?(row: Row): Prisma.Sql | undefined;
  /** Handles a row. Resolves with a `Retry`, or with undefined if the row is finished. */
  work(work: LeasedWork<Row>): Promise<Retry | undefined>;
  /**
   * Returns the retry for a row whose work threw, or null to fail it permanently. Must log the failure, without
   * secrets that the error may contain.
   */
  retry(call: OrganizationRun, row: Row, error: unknown): Retry | null;
  /** Finishes a row that is not retried. The error is missing if the worker of the last attempt died. */
  giveUp(call: OrganizationRun, row: Row, error?: unknown): Promise<void>;
}

/** Interval at which a run polls for new rows while other rows are in progress. */
const pollMs = 250;
const releasedUntried: Retry = { afterMs: 0, isAttempt: false };
const noFailure = () => undefined;
const asFailure = (error: unknown) => ({ error });

/**
 * Declares a lane per organization that leases rows, handles them, and returns those that are not finished: for
 * another attempt after a failure, for another worker when this one drains. A row whose worker dies is leased again
 * when its lease expires, so work must tolerate being started twice.
 */
export function leasedLane<Row extends LeasedRow>(declaration: LeasedLane<Row>): Job {
  const { queue, role, concurrency, emits, announces, backlog, before } = declaration;
  return organizationLane({
    queue,
    concurrency,
    backlog,
    isShared: true,
    ...(role && { role }),
    ...(emits && { emits }),
    ...(announces && { announces }),
    run: async (call) => (await before?.(call)) ?? new LaneDrain(declaration, call).run(),
  });
}

class LaneDrain<Row extends LeasedRow> {
  readonly #lane: LeasedLane<Row>;
  readonly #call: OrganizationRun;
  readonly #inProgress = new Map<Row, { lost: AbortController; finished: Promise<void> }>();
  /** All leases of rows in progress were taken or renewed after this time, on the clock of `performance.now()`. */
  #renewedAt = 0;
  #renewal: Promise<void> | null = null;

  constructor(lane: LeasedLane<Row>, call: OrganizationRun) {
    this.#lane = lane;
    this.#call = call;
  }

  async run(): Promise<RunResult> {
    const { platform, signal } = this.#call;
    const end = platform.clock.now().getTime() + this.#lane.maxRunMs;
    const isTimeUp = () => platform.clock.now().getTime() >= end;
    const renewal = setInterval(() => void this.#renew(), this.#lane.renewEveryMs);
    let failure: { error: unknown } | undefined;
    try {
      for (let isEnding = false; ; isEnding = failure !== undefined || isTimeUp()) {
        // Rows in progress keep their leases until they are finished: without renewals they would be started twice.
        if (!isEnding && !signal.aborted) failure = await this.#lease().then(noFailure, asFailure);
        if (this.#inProgress.size === 0) {
          if (failure) throw failure.error;
          return signal.aborted ? 'more' : 'done';
        }
        const finished = new Set([...this.#inProgress.values()].map((one) => one.finished));
        await Promise.race([...finished, sleep(pollMs, undefined, { ref: false })]);
      }
    } finally {
      clearInterval(renewal);
    }
  }

  /** Leases single rows when half of the capacity is free, because each lease costs a statement. */
  #limits(): LeaseLimits {
    const { parallel, batches } = this.#lane;
    const inProgress = [...this.#inProgress.keys()];
    if (inProgress.some((row) => row.is_batched)) return { single: 0, batched: 0 };
    const free = parallel - inProgress.length;
    return { single: free * 2 < parallel ? 0 : free, batched: batches?.maxRows ?? 0 };
  }

  async #lease(): Promise<void> {
    const { backlog, leasing } = this.#lane;
    const { platform, org_id } = this.#call;
    const limits = this.#limits();
    if (limits.single + limits.batched === 0 || !(await this.#holdsInProgress())) return;
    const rows = await backlog.lease(platform, org_id, limits, leasing?.(this.#call));
    const { batch = [], single = [] } = Object.groupBy(rows, (row) => (row.is_batched ? 'batch' : 'single'));
    if (batch.length > 0) this.#start(batch, () => this.#handleBatch(batch));
    for (const row of single) this.#start([row], () => this.#handle(row, (lost) => this.#work(row, lost)));
  }

  #start(rows: readonly Row[], handle: () => Promise<void>): void {
    const { promise: started, resolve } = Promise.withResolvers<void>();
    const finished = started.then(handle).finally(() => {
      for (const row of rows) this.#inProgress.delete(row);
    });
    for (const row of rows) this.#inProgress.set(row, { lost: new AbortController(), finished });
    resolve();
  }

  #work(row: Row, lost: AbortSignal): Promise<Retry | undefined> {
    return this.#lane.work({ ...this.#call, row, signal: AbortSignal.any([lost, this.#call.signal]) });
  }

  async #handleBatch(rows: readonly Row[]): Promise<void> {
    // A row that was attempted before may have crashed its worker, so it is handled alone, not with other rows.
    const { first = [], again = [] } = Object.groupBy(rows, (row) =>
      row.attempts === 1 ? 'first' : 'again',
    );
    const alone = [...(await this.#handleTogether(first)), ...again];
    for (const row of alone) {
      await this.#handle(row, async (lost) => {
        AbortSignal.any([lost, this.#call.signal]).throwIfAborted();
        const errors = await this.#workBatch([row]);
        if (errors.has(row)) throw errors.get(row);
        return undefined;
      });
    }
  }

  /** Returns the rows to handle alone: none, unless the batch failed. */
  async #handleTogether(rows: readonly Row[]): Promise<readonly Row[]> {
    if (rows.length === 0) return [];
    const fail = (row: Row, error: unknown) => this.#handle(row, () => Promise.reject(error));
    try {
      const errors = await this.#workBatch(rows);
      await Promise.all([...errors].map(([row, error]) => fail(row, error)));
      return [];
    } catch (error) {
      const isUnavailable = error instanceof AppError && error.kind === 'unavailable';
      if (!isUnavailable && !this.#call.signal.aborted) return rows;
      await Promise.all(rows.map((row) => fail(row, error)));
      return [];
    }
  }

  async #workBatch(rows: readonly Row[]): Promise<ReadonlyMap<Row, unknown>> {
    const { batches } = this.#lane;
    if (!batches) throw new Error('The backlog has rows for batches, but the lane handles none');
    return batches.work({ ...this.#call, rows });
  }

  /** Never rejects: a row that could be neither finished nor returned is leased again after its lease expires. */
  async #handle(row: Row, work: (lost: AbortSignal) => Promise<Retry | undefined>): Promise<void> {
    const { log } = this.#call;
    try {
      const retry = await this.#attempt(row, work);
      if (retry) await this.#release(row, retry);
    } catch (error) {
      log.error({ err: error, id: row.id, attempt: row.attempts }, 'Could not finish or return a leased row');
    }
  }

  async #attempt(
    row: Row,
    work: (lost: AbortSignal) => Promise<Retry | undefined>,
  ): Promise<Retry | undefined> {
    const { retry, giveUp, maxAttempts } = this.#lane;
    const { signal } = this.#call;
    const lost = this.#inProgress.get(row)?.lost.signal ?? AbortSignal.abort(new LostLease());
    try {
      if (row.attempts > maxAttempts) return void (await giveUp(this.#call, row));
      return await work(lost);
    } catch (error) {
      if (lost.aborted || error instanceof LostLease) return undefined;
      if (signal.aborted) return releasedUntried;
      const next = row.attempts < maxAttempts ? retry(this.#call, row, error) : null;
      return next ?? void (await giveUp(this.#call, row, error));
    }
  }

  async #release(row: Row, retry: Retry): Promise<void> {
    await this.#lane.backlog.release(this.#call.platform, this.#call.org_id, row, retry);
  }

  /**
   * Renews the leases of rows in progress if the renewal is overdue: after a stall of this process the leases may have
   * expired, and the process would lease its own rows a second time. Returns false if the renewal failed.
   */
  async #holdsInProgress(): Promise<boolean> {
    if (this.#inProgress.size === 0) this.#renewedAt = performance.now();
    const isOverdue = () => performance.now() - this.#renewedAt >= this.#lane.renewEveryMs;
    if (isOverdue()) await this.#renew();
    return this.#inProgress.size === 0 || !isOverdue();
  }

  /** Renews all leases. Calls during a renewal share it. */
  #renew(): Promise<void> {
    this.#renewal ??= this.#renewAll().finally(() => {
      this.#renewal = null;
    });
    return this.#renewal;
  }

  async #renewAll(): Promise<void> {
    const { backlog, renewing } = this.#lane;
    const startedAt = performance.now();
    const { platform, org_id, log } = this.#call;
    const rows = [...this.#inProgress.keys()];
    const batches = renewing ? rows.map((row) => [row]) : rows.length > 0 ? [rows] : [];
    try {
      for (const batch of batches) {
        const [row] = batch;
        const held = await backlog.renew(platform, org_id, batch, row && renewing?.(row));
        for (const one of batch) {
          if (!held.includes(one.id)) this.#inProgress.get(one)?.lost.abort(new LostLease());
        }
      }
      this.#renewedAt = startedAt;
    } catch (error) {
      log.warn({ err: error }, 'Could not renew leases');
    }
  }
}
