import type { DirectConnection } from '../../../db/connections/direct-connection.ts';
import { Prisma } from '../../../db/generated/client.ts';
import type { RelayTransaction } from '../../../db/operational.ts';
import type { NumberedEvent, WakeUp } from '../../../queue/job.ts';
import { inShards } from '../sharing/relay-shards.ts';
import { apartLimits, isSlow } from '../slow-batch.ts';
import {
  type ConfiguredProjection,
  type ProjectionFailure,
  type ProjectionResult,
  projectCarefully,
  storeFailures,
} from './relay-projections.ts';

const { sql } = Prisma;

/** Maximum retries in one transaction, and the time limit for isolating events that fail again. */
const maxRetries = 200;
const searchMs = 500;
/** New events wait for the transactions that begin within this time. */
const maxRoundMs = 250;
const maxGroups = 50;
/** After slow retries, none are made for this multiple of their time. */
const restFactor = 4;

type DueFailure = NumberedEvent & { is_kept: boolean };

/** Due failures of one organization and projection. */
interface Group {
  org_id: number;
  projection: string;
}

interface RetriesOptions {
  connection: DirectConnection;
  projections: readonly ConfiguredProjection[];
}

/**
 * Retries failed projections, of one organization and projection in each transaction: the events of one organization
 * delay new events and the retries of others only for a short time.
 */
export class ProjectionRetries {
  readonly #connection: DirectConnection;
  readonly #projections: readonly ConfiguredProjection[];
  /** The next round starts after this organization. */
  #after = 0;
  #restUntil = 0;
  /** Maximum events, of the groups whose retries were slow. */
  readonly #sizes = new Map<string, number>();

  constructor({ connection, projections }: RetriesOptions) {
    this.#connection = connection;
    this.#projections = projections;
  }

  /**
   * Deletes the failures that succeed now, and delays the others further. A projection that this release does not have
   * fails again, until a release has it.
   */
  async next(shards: readonly number[]): Promise<ProjectionResult & { tried: number }> {
    const total = { tried: 0, wakeUps: [] as WakeUp[], failures: [] as ProjectionFailure[] };
    const startedAt = performance.now();
    if (startedAt < this.#restUntil) return total;
    for (const group of await this.#findGroups(shards)) {
      const from = performance.now();
      if (from - startedAt > maxRoundMs) break;
      const done = await this.#retryGroup(group);
      this.#after = group.org_id;
      total.tried += done.tried;
      total.wakeUps.push(...done.wakeUps);
      total.failures.push(...done.failures);
      const tookMs = performance.now() - from;
      if (tookMs > maxRoundMs) this.#restUntil = performance.now() + restFactor * tookMs;
    }
    return total;
  }

  async #retryGroup(group: Group): Promise<ProjectionResult & { tried: number }> {
    const key = `${group.org_id} ${group.projection}`;
    const size = this.#sizes.get(key) ?? maxRetries;
    const startedAt = performance.now();
    try {
      const done = await this.#connection.transaction(
        (tx) => retryFailures(tx, group, size, this.#projections),
        apartLimits,
      );
      if (size * 2 < maxRetries) this.#sizes.set(key, size * 2);
      else this.#sizes.delete(key);
      return done;
    } catch (error) {
      if (!isSlow(error)) throw error;
      this.#sizes.set(key, Math.max(1, Math.floor(size / 4)));
      this.#restUntil = performance.now() + restFactor * (performance.now() - startedAt);
      return { tried: 0, wakeUps: [], failures: [] };
    }
  }

  #findGroups(shards: readonly number[]): Promise<Group[]> {
    return this.#connection.rows<Group>(sql`
      select f.org_id, f.projection from relay_failures f
      where f.next_try_at <= now() and ${inShards(sql`f.org_id`, shards)}
      group by f.org_id, f.projection
      order by f.org_id <= ${this.#after}::int, f.org_id, f.projection limit ${maxGroups}::int`);
  }
}

async function retryFailures(
  tx: RelayTransaction,
  { org_id, projection: name }: Group,
  max: number,
  projections: readonly ConfiguredProjection[],
): Promise<ProjectionResult & { tried: number }> {
  const events = await tx.rows<DueFailure>(sql`
    select f.org_id, f.seq::float8 as seq, f.event_id::float8 as event_id, e.occurred_at,
           e.event_type, e.aggregate_type, e.aggregate_id, e.is_private, e.id is not null as is_kept
    from relay_failures f left join lateral (
      select e.* from events e where e.org_id = f.org_id and e.id = f.event_id limit 1) e on true
    where f.next_try_at <= now() and f.org_id = ${org_id}::int and f.projection = ${name}
    order by f.next_try_at, f.seq limit ${max}::int`);
  const projection = projections.find((one) => one.name === name);
  const { wakeUps, failures } = await retryProjection(tx, projection, name, events);
  const failed = new Set(failures.map(({ event }) => event));
  await deleteFailures(
    tx,
    name,
    events.filter((event) => !failed.has(event)),
  );
  await storeFailures(tx, failures);
  return { tried: events.length, wakeUps, failures };
}

async function retryProjection(
  tx: RelayTransaction,
  projection: ConfiguredProjection | undefined,
  name: string,
  events: readonly DueFailure[],
): Promise<ProjectionResult> {
  const failuresWith = (error: Error, some: readonly DueFailure[]) =>
    some.map((event) => ({ projection: name, event, error }));
  if (!projection)
    return {
      wakeUps: [],
      failures: failuresWith(new Error('This release does not have the projection'), events),
    };
  const { wakeUps, failures } = await projectCarefully(
    tx,
    [projection],
    events.filter(({ is_kept }) => is_kept),
    () => searchMs,
  );
  const deleted = events.filter(({ is_kept }) => !is_kept);
  return {
    wakeUps,
    failures: [...failures, ...failuresWith(new Error('The event no longer exists'), deleted)],
  };
}

async function deleteFailures(
  tx: RelayTransaction,
  projection: string,
  events: readonly NumberedEvent[],
): Promise<void> {
  await tx.execute(sql`
    delete from relay_failures f using unnest(${events.map((one) => one.org_id)}::int[], ${events.map((one) => one.event_id)}::int8[]) n(org_id, event_id)
    where f.org_id = n.org_id and f.event_id = n.event_id and f.projection = ${projection}`);
}
