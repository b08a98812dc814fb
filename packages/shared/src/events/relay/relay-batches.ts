import type { DirectConnection } from '../../db/connections/direct-connection.ts';
import { sqlStateOf } from '../../db/database-errors.ts';
import type { RelayTransaction } from '../../db/operational.ts';
import type { Logger } from '../../log/logger.ts';
import type { NumberedEvent, WakeUp } from '../../queue/job.ts';
import type { LoggedEvent } from '../streamed-event.ts';
import { RelayBatchSize } from './batch-size/relay-batch-size.ts';
import { type Claim, claimEvents, findWaitingOrganizations } from './relay-claim.ts';
import { hasFailuresDue, retryFailures } from './relay-failures.ts';
import {
  type ConfiguredProjection,
  type ProjectionFailure,
  project,
  projectCarefully,
  storeFailures,
  storeLostEvents,
} from './relay-projections.ts';
import { BatchTrace } from './relay-traces.ts';

interface BatchesOptions {
  connection: DirectConnection;
  projections: readonly ConfiguredProjection[];
  /** Maximum events in a batch. */
  size: number;
  log: Logger;
  /** Receives the numbered events after the commit. */
  deliver(events: readonly LoggedEvent[], wakeUps: readonly WakeUp[]): void;
  /** Called with the number of failed projections of events. */
  onFailures(count: number): void;
}

/** Temporary errors, independent of the events: deadlocks, timeouts, a server that shuts down or is full. */
const transientStates = /^(?:40|53|55P03|57|08)/;
const maxPlainAttempts = 3;
const maxBlockMs = 60_000;
const maxIsolationMs = 5_000;
/** Time limit for finding the failing events of a batch, per projection. */
const searchMs = 1_000;

/**
 * Numbers committed events in batches on one connection. Events that cannot be numbered or projected must not delay
 * other events: a failed batch is repeated with savepoints, and then one organization at a time.
 */
export class RelayBatches {
  readonly #options: BatchesOptions;
  readonly #size: RelayBatchSize;
  /** The next batch starts after this organization, so that all organizations get their turn. */
  #after = 0;
  #failuresInARow = 0;
  /** Projections that failed for most events last time: isolating the failing events would be pointless. */
  readonly #broken = new Set<string>();
  readonly #blocked = new Map<number, { until: number; delayMs: number }>();

  constructor(options: BatchesOptions) {
    this.#options = options;
    this.#size = new RelayBatchSize(options.size);
  }

  /**
   * Numbers the next batch of some shards.
   *
   * @returns the number of events, and whether there may be more
   */
  async next(shards: readonly number[]): Promise<{ events: number; more: boolean }> {
    const { log, connection } = this.#options;
    const size = this.#size.events;
    const wanted = { shards, after: this.#after, except: this.#blockedNow(), events: size };
    const startedAt = performance.now();
    try {
      const { count, last } = await this.#number(wanted, false);
      this.#size.finished(count, performance.now() - startedAt);
      this.#failuresInARow = 0;
      this.#broken.clear();
      const more = count >= size || this.#after > 0;
      this.#after = count >= size ? last : 0;
      return { events: count, more };
    } catch (error) {
      if (connection.isLost) throw error;
      this.#failuresInARow += 1;
      const isTransient = transientStates.test(sqlStateOf(error) ?? '');
      log.warn({ err: error }, 'Relay batch failed; retrying');
      if (isTransient && this.#failuresInARow < maxPlainAttempts) return { events: 0, more: false };
    }
    return this.#numberCarefully(wanted);
  }

  /**
   * Retries failed projections. Returns the number of retries. New events wait until the retries end, within the limits
   * of relay-failures.ts; an error does not prevent their numbering.
   */
  async retry(shards: readonly number[]): Promise<number> {
    const { connection, log } = this.#options;
    try {
      return await this.#retry(shards);
    } catch (error) {
      if (connection.isLost) throw error;
      log.error({ err: error }, 'Could not retry failed projections');
      return 0;
    }
  }

  async #retry(shards: readonly number[]): Promise<number> {
    const { connection, projections } = this.#options;
    if (!(await hasFailuresDue(connection))) return 0;
    const { tried, wakeUps, failures } = await connection.transaction((tx) =>
      retryFailures(tx, shards, projections),
    );
    this.#report(failures);
    this.#options.deliver([], wakeUps);
    // The caller continues until nothing was retried. Projections that failed again are not due immediately.
    return tried;
  }

  async #number(wanted: Claim, usesSavepoints: boolean): Promise<{ count: number; last: number }> {
    const { connection, deliver } = this.#options;
    const trace = new BatchTrace();
    const done = await connection
      .transaction(async (tx) => {
        const all = await claimEvents(tx, wanted);
        const events = all.filter(({ seq }) => seq > 0);
        const lost = all.filter(({ seq }) => seq === 0);
        if (lost.length > 0) await storeLostEvents(tx, lost);
        const project = () => this.#project(tx, events.map(toNumberedEvent), usesSavepoints);
        return { all, events, lost, ...(await trace.trace(tx, events, project)) };
      })
      .catch((error: unknown) => {
        trace.end(error);
        throw error;
      });
    trace.end();
    for (const { org_id, id } of done.lost) {
      this.#options.log.error(
        { org_id, event_id: id },
        'An outbox row refers to an event that does not exist; recorded as a failure',
      );
    }
    this.#report(done.failures);
    deliver(done.events, done.wakeUps);
    return { count: done.all.length, last: done.all.at(-1)?.org_id ?? 0 };
  }

  async #project(
    tx: RelayTransaction,
    events: readonly NumberedEvent[],
    usesSavepoints: boolean,
  ): Promise<{ wakeUps: WakeUp[]; failures: ProjectionFailure[] }> {
    const { projections } = this.#options;
    if (!usesSavepoints) return { wakeUps: await project(tx, projections, events), failures: [] };
    const outcome = await projectCarefully(tx, projections, events, ({ name }) =>
      this.#broken.has(name) ? 0 : searchMs,
    );
    for (const { name } of projections) {
      const failed = outcome.failures.filter((one) => one.projection === name).length;
      if (failed > 1 && failed > events.length / 2) this.#broken.add(name);
      else this.#broken.delete(name);
    }
    await storeFailures(tx, outcome.failures);
    return outcome;
  }

  async #numberCarefully(wanted: Claim): Promise<{ events: number; more: boolean }> {
    try {
      const { count } = await this.#number(wanted, true);
      return { events: count, more: count > 0 };
    } catch (error) {
      if (this.#options.connection.isLost || transientStates.test(sqlStateOf(error) ?? '')) throw error;
    }
    return this.#isolate(wanted.shards);
  }

  /** Numbers one organization at a time. If one fails, its events are numbered later, in their order. */
  async #isolate(shards: readonly number[]): Promise<{ events: number; more: boolean }> {
    const { connection, size, log } = this.#options;
    const deadline = performance.now() + maxIsolationMs;
    let events = 0;
    for (const org_id of await findWaitingOrganizations(connection, { shards, except: this.#blockedNow() })) {
      if (performance.now() > deadline) break;
      try {
        const one = { shards, after: org_id - 1, organizations: 1, events: size };
        events += (await this.#number(one, true)).count;
        this.#blocked.delete(org_id);
      } catch (error) {
        if (connection.isLost) throw error;
        const delayMs = Math.min(maxBlockMs, 2 * (this.#blocked.get(org_id)?.delayMs ?? 500));
        this.#blocked.set(org_id, { until: performance.now() + delayMs, delayMs });
        log.error({ err: error, org_id }, 'Could not number the events of an organization; retrying later');
      }
    }
    return { events, more: events > 0 };
  }

  #blockedNow(): number[] {
    const now = performance.now();
    return [...this.#blocked].filter(([, { until }]) => until > now).map(([org_id]) => org_id);
  }

  #report(failures: readonly ProjectionFailure[]): void {
    this.#options.onFailures(failures.length);
    for (const [projection, some] of Map.groupBy(failures, (one) => one.projection)) {
      const [{ error, event }] = some as [ProjectionFailure, ...ProjectionFailure[]];
      this.#options.log.error(
        { err: error, projection, org_id: event.org_id, event_id: event.event_id, events: some.length },
        'Projection failed; its events are retried later',
      );
    }
  }
}

function toNumberedEvent(event: LoggedEvent): NumberedEvent {
  const {
    org_id,
    seq,
    id: event_id,
    occurred_at,
    event_type,
    aggregate_type,
    aggregate_id,
    is_private,
  } = event;
  return { org_id, seq, event_id, occurred_at, event_type, aggregate_type, aggregate_id, is_private };
}
