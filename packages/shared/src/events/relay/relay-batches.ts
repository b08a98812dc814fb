import type { DirectConnection } from '../../db/connections/direct-connection.ts';
import { sqlStateOf } from '../../db/database-errors.ts';
import type { RelayTransaction } from '../../db/operational.ts';
import type { Logger } from '../../log/logger.ts';
import type { NumberedEvent, WakeUp } from '../../queue/job.ts';
import type { LoggedEvent } from '../streamed-event.ts';
import { ApartOrganizations } from './apart-organizations.ts';
import { RelayBatchSize } from './batch-size/relay-batch-size.ts';
import { BrokenProjections } from './projections/broken-projections.ts';
import { ProjectionRetries } from './projections/relay-failures.ts';
import {
  type ConfiguredProjection,
  type ProjectionFailure,
  type ProjectionResult,
  project,
  projectCarefully,
  storeFailures,
  storeLostEvents,
} from './projections/relay-projections.ts';
import { type Claim, claimEvents, findWaitingAmong, findWaitingOrganizations } from './relay-claim.ts';
import { BatchTrace } from './relay-traces.ts';
import { apartLimits, isSlow, sharedLimits } from './slow-batch.ts';

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

/** Temporary errors, independent of the events: deadlocks, a server that shuts down or is full. */
const transientStates = /^(?:40|53|57P|08)/;
const maxSharedAttempts = 3;
const maxIsolationMs = 5_000;
/** Time limits for finding the failing events of an organization, per projection: the first time, and later. */
const searchMs = { first: 1_000, later: 250 };
/** Time for the turns of organizations that are set apart, after each shared batch. */
const maxTurnsMs = 250;

interface NumberedBatch {
  count: number;
  last: number;
  failures: readonly ProjectionFailure[];
}

/**
 * Numbers committed events in batches on one connection. The events of one organization must not delay those of others,
 * nor make their projections fail: after a failed batch, each organization gets a transaction of its own, and those
 * whose events were slow or failed are set apart.
 */
export class RelayBatches {
  readonly #options: BatchesOptions;
  readonly #size: RelayBatchSize;
  readonly #apart: ApartOrganizations;
  readonly #broken = new BrokenProjections();
  readonly #retries: ProjectionRetries;
  /** The next batch starts after this organization, so that all organizations get their turn. */
  #after = 0;
  #failuresInARow = 0;

  constructor(options: BatchesOptions) {
    this.#options = options;
    this.#size = new RelayBatchSize(options.size);
    this.#apart = new ApartOrganizations(options.size);
    this.#retries = new ProjectionRetries(options);
  }

  /**
   * Numbers the next batch of some shards, then events of organizations that are set apart.
   *
   * @returns the number of events, and whether there may be more
   */
  async next(shards: readonly number[]): Promise<{ events: number; more: boolean }> {
    const shared = await this.#numberShared(shards);
    const apart = await this.#numberApart(shards);
    return { events: shared.events + apart.events, more: shared.more || apart.more };
  }

  /**
   * Retries failed projections. Returns the number of retries. New events wait until they end, within the limits of
   * relay-failures.ts; an error does not prevent their numbering.
   */
  async retry(shards: readonly number[]): Promise<number> {
    const { connection, log, deliver } = this.#options;
    try {
      const { tried, wakeUps, failures } = await this.#retries.next(shards);
      this.#report(failures);
      deliver([], wakeUps);
      // The caller continues until nothing was retried. Projections that failed again are not due immediately.
      return tried;
    } catch (error) {
      if (connection.isLost) throw error;
      log.error({ err: error }, 'Could not retry failed projections');
      return 0;
    }
  }

  async #numberShared(shards: readonly number[]): Promise<{ events: number; more: boolean }> {
    const size = this.#size.events;
    const wanted = { shards, after: this.#after, except: this.#apart.ids(), events: size };
    const startedAt = performance.now();
    try {
      const { count, last, failures } = await this.#number(wanted, false);
      this.#size.finished(count, performance.now() - startedAt);
      this.#failuresInARow = 0;
      if (count > 0) this.#broken.keep(failures);
      const more = count >= size || this.#after > 0;
      this.#after = count >= size ? last : 0;
      return { events: count, more };
    } catch (error) {
      if (this.#options.connection.isLost) throw error;
      this.#failuresInARow += 1;
      this.#options.log.warn({ err: error }, 'Relay batch failed; retrying');
      if (isSlow(error)) this.#size.finished(size, performance.now() - startedAt);
      const isTransient = transientStates.test(sqlStateOf(error) ?? '');
      if (isTransient && this.#failuresInARow < maxSharedAttempts) return { events: 0, more: false };
    }
    return this.#isolate(shards);
  }

  /** Numbers one organization at a time. Those that are slow or fail do not take part in the next shared batches. */
  async #isolate(shards: readonly number[]): Promise<{ events: number; more: boolean }> {
    const { connection } = this.#options;
    const deadline = performance.now() + maxIsolationMs;
    let events = 0;
    const failed = new Map<number, readonly ProjectionFailure[]>();
    this.#broken.begin();
    const except = this.#apart.ids();
    for (const org_id of await findWaitingOrganizations(connection, { shards, except })) {
      if (performance.now() > deadline) break;
      const { count, failures } = await this.#numberOne(shards, org_id);
      this.#broken.add(count, failures);
      failed.set(org_id, failures);
      events += count;
    }
    for (const [org_id, failures] of failed)
      if (failures.some(({ projection }) => !this.#broken.has(projection))) this.#apart.add(org_id);
    return { events, more: events > 0 };
  }

  /** Numbers events of organizations that are set apart, in turns. */
  async #numberApart(shards: readonly number[]): Promise<{ events: number; more: boolean }> {
    const due = this.#apart.due();
    if (due.length === 0) return { events: 0, more: false };
    const deadline = performance.now() + maxTurnsMs;
    let events = 0;
    for (const org_id of await findWaitingAmong(this.#options.connection, due)) {
      if (performance.now() > deadline) return { events, more: true };
      events += (await this.#numberOne(shards, org_id)).count;
    }
    return { events, more: events > 0 };
  }

  async #numberOne(shards: readonly number[], org_id: number): Promise<Omit<NumberedBatch, 'last'>> {
    const { connection, log } = this.#options;
    const events = this.#apart.eventsOf(org_id, this.#size.events);
    const startedAt = performance.now();
    try {
      const numbered = await this.#number({ shards, after: 0, only: org_id, events }, true);
      this.#apart.succeeded(org_id, performance.now() - startedAt);
      return numbered;
    } catch (error) {
      if (connection.isLost) throw error;
      if (isSlow(error) && events > 1) {
        this.#apart.tooSlow(org_id, events, performance.now() - startedAt);
        log.warn({ err: error, org_id, events }, 'Events of an organization are slow; retrying with fewer');
      } else {
        this.#apart.failed(org_id);
        log.error({ err: error, org_id }, 'Could not number the events of an organization; retrying later');
      }
      return { count: 0, failures: [] };
    }
  }

  async #number(wanted: Claim, isApart: boolean): Promise<NumberedBatch> {
    const { connection, deliver } = this.#options;
    const trace = new BatchTrace();
    const number = async (tx: RelayTransaction) => {
      const all = await claimEvents(tx, wanted);
      const events = all.filter(({ seq }) => seq > 0);
      const lost = all.filter(({ seq }) => seq === 0);
      if (lost.length > 0) await storeLostEvents(tx, lost);
      const numbered = events.map(toNumberedEvent);
      const project = () => (isApart ? this.#projectApart(tx, numbered) : this.#projectShared(tx, numbered));
      return { all, events, lost, ...(await trace.trace(tx, events, project)) };
    };
    const done = await connection
      .transaction(number, isApart ? apartLimits : sharedLimits)
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
    return { count: done.all.length, last: done.all.at(-1)?.org_id ?? 0, failures: done.failures };
  }

  async #projectShared(tx: RelayTransaction, events: readonly NumberedEvent[]): Promise<ProjectionResult> {
    const { projections } = this.#options;
    const sound = projections.filter(({ name }) => !this.#broken.has(name));
    const wakeUps = await project(tx, sound, events, sharedLimits.statementMs);
    const broken = projections.filter(({ name }) => this.#broken.has(name));
    const outcome = await projectCarefully(tx, broken, events, () => 0);
    await storeFailures(tx, outcome.failures);
    return { wakeUps: [...wakeUps, ...outcome.wakeUps], failures: outcome.failures };
  }

  async #projectApart(tx: RelayTransaction, events: readonly NumberedEvent[]): Promise<ProjectionResult> {
    const [first] = events;
    const isKnown = first !== undefined && this.#apart.has(first.org_id);
    const outcome = await projectCarefully(tx, this.#options.projections, events, ({ name }) =>
      this.#broken.has(name) ? 0 : isKnown ? searchMs.later : searchMs.first,
    );
    await storeFailures(tx, outcome.failures);
    return outcome;
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
