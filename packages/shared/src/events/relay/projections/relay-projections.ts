import type { Config } from '../../../config/config.ts';
import { Prisma } from '../../../db/generated/client.ts';
import type { RelayTransaction } from '../../../db/operational.ts';
import type { NumberedEvent, Projection, WakeUp } from '../../../queue/job.ts';
import { isSlow, SlowBatchError } from '../slow-batch.ts';

const { sql } = Prisma;

/** A projection with the configuration of the relay's process. */
export interface ConfiguredProjection {
  name: string;
  project(tx: RelayTransaction, events: readonly NumberedEvent[]): Promise<WakeUp[]>;
}

export function configureProjection(projection: Projection, config: Config): ConfiguredProjection {
  return { name: projection.name, project: (tx, events) => projection.project(tx, events, config) };
}

export interface ProjectionFailure {
  projection: string;
  event: NumberedEvent;
  error: Error;
}

export interface ProjectionResult {
  wakeUps: WakeUp[];
  failures: ProjectionFailure[];
}

/**
 * Runs all projections of a batch. If one fails, the transaction fails.
 *
 * @throws SlowBatchError before the next projection after `maxMs`
 */
export async function project(
  tx: RelayTransaction,
  projections: readonly ConfiguredProjection[],
  events: readonly NumberedEvent[],
  maxMs: number,
): Promise<WakeUp[]> {
  const wakeUps: WakeUp[] = [];
  if (events.length === 0) return wakeUps;
  const deadline = performance.now() + maxMs;
  for (const projection of projections) {
    if (performance.now() > deadline) throw new SlowBatchError();
    wakeUps.push(...(await projection.project(tx, events)));
  }
  return wakeUps;
}

/**
 * Like {@link project}, for events of one organization: halves the batch until the failing events of a projection are
 * isolated, and continues without them.
 *
 * @param searchMs time limit per projection; after it, failing parts are not halved any more, and all of their events
 *   count as failed
 * @throws if several events are too slow: fewer may not be, and parts of this batch would take as long again
 */
export async function projectCarefully(
  tx: RelayTransaction,
  projections: readonly ConfiguredProjection[],
  events: readonly NumberedEvent[],
  searchMs: (projection: ConfiguredProjection) => number,
): Promise<ProjectionResult> {
  const outcome: ProjectionResult = { wakeUps: [], failures: [] };
  for (const projection of projections) {
    const deadline = performance.now() + searchMs(projection);
    const parts = [events];
    for (let part = parts.shift(); part; part = parts.shift()) {
      if (part.length === 0) continue;
      const done = await attempt(tx, projection, part);
      if (done instanceof Error && part.length > 1 && isSlow(done)) throw done;
      if (!(done instanceof Error)) {
        outcome.wakeUps.push(...done);
      } else if (part.length === 1 || performance.now() >= deadline) {
        for (const event of part) outcome.failures.push({ projection: projection.name, event, error: done });
      } else {
        const middle = Math.ceil(part.length / 2);
        parts.unshift(part.slice(0, middle), part.slice(middle));
      }
    }
  }
  return outcome;
}

async function attempt(
  tx: RelayTransaction,
  projection: ConfiguredProjection,
  events: readonly NumberedEvent[],
): Promise<WakeUp[] | Error> {
  await tx.execute(sql`savepoint projection`);
  try {
    const wakeUps = await projection.project(tx, events);
    await tx.execute(sql`release savepoint projection`);
    return wakeUps;
  } catch (error) {
    // Fails if the connection is lost, and then the whole batch fails.
    await tx.execute(sql`rollback to savepoint projection`);
    await tx.execute(sql`release savepoint projection`);
    return error instanceof Error ? error : new Error(String(error));
  }
}

const maxRetryDelaySeconds = 3_600;

/** Stores failures, to be retried with exponential backoff up to an hour. */
export async function storeFailures(
  tx: RelayTransaction,
  failures: readonly ProjectionFailure[],
): Promise<void> {
  if (failures.length === 0) return;
  await tx.execute(sql`
    insert into relay_failures as f (org_id, event_id, projection, seq, last_error, next_try_at)
    select n.*, now() + interval '1 second'
    from unnest(${failures.map(({ event }) => event.org_id)}::int[], ${failures.map(({ event }) => event.event_id)}::int8[],
                ${failures.map(({ projection }) => projection)}::text[], ${failures.map(({ event }) => event.seq)}::int8[],
                ${failures.map(({ error }) => error.message.slice(0, 1_000))}::text[]) n
    on conflict (org_id, event_id, projection) do update
    set attempts = f.attempts + 1, last_error = excluded.last_error,
        next_try_at = now() + least(2 ^ least(f.attempts, 20), ${maxRetryDelaySeconds}::int) * interval '1 second'`);
}

/** Stores events that were in the outbox but do not exist: they need manual investigation. */
export async function storeLostEvents(
  tx: RelayTransaction,
  lost: readonly { org_id: number; id: number }[],
): Promise<void> {
  await tx.execute(sql`
    insert into relay_failures (org_id, event_id, projection, seq, last_error, next_try_at)
    select org_id, event_id, '', 0, 'The event does not exist', 'infinity'
    from unnest(${lost.map((one) => one.org_id)}::int[], ${lost.map((one) => one.id)}::int8[]) n(org_id, event_id)
    on conflict do nothing`);
}
