import { Prisma } from '../../db/generated/client.ts';
import type { RelayTransaction } from '../../db/operational.ts';
import type { NumberedEvent, WakeUp } from '../../queue/job.ts';
import {
  type ConfiguredProjection,
  type ProjectionFailure,
  type ProjectionResult,
  projectCarefully,
  storeFailures,
} from './relay-projections.ts';
import { inShards } from './relay-shards.ts';

const { sql } = Prisma;

/**
 * Maximum retries in one transaction, and the time limit per projection for isolating events that fail again. Both are
 * low because new events wait for the transaction.
 */
const maxRetries = 200;
const searchMs = 500;

type DueFailure = NumberedEvent & { projection: string; is_kept: boolean };

export async function hasFailuresDue(tx: Pick<RelayTransaction, 'rows'>): Promise<boolean> {
  const [row] = await tx.rows<{ is_due: boolean }>(
    sql`select exists (select from relay_failures where next_try_at <= now()) as is_due`,
  );
  return row?.is_due ?? false;
}

/**
 * Retries failed projections for organizations of some shards. Deletes the failures that succeed now, and delays the
 * others further. A projection that this release does not have fails again, until a release has it.
 */
export async function retryFailures(
  tx: RelayTransaction,
  shards: readonly number[],
  projections: readonly ConfiguredProjection[],
): Promise<ProjectionResult & { tried: number }> {
  const due = await tx.rows<DueFailure>(sql`
    select f.projection, f.org_id, f.seq::float8 as seq, f.event_id::float8 as event_id, e.occurred_at,
           e.event_type, e.aggregate_type, e.aggregate_id, e.is_private, e.id is not null as is_kept
    from relay_failures f left join lateral (
      select e.* from events e where e.org_id = f.org_id and e.id = f.event_id limit 1) e on true
    where f.next_try_at <= now() and ${inShards(sql`f.org_id`, shards)}
    order by f.next_try_at, f.org_id, f.seq limit ${maxRetries}::int`);
  const total = { tried: due.length, wakeUps: [] as WakeUp[], failures: [] as ProjectionFailure[] };
  for (const [name, events] of Map.groupBy(due, ({ projection }) => projection)) {
    const { wakeUps, failures } = await retryProjection(
      tx,
      projections.find((one) => one.name === name),
      name,
      events,
    );
    const failed = new Set(failures.map(({ event }) => event));
    await deleteFailures(
      tx,
      name,
      events.filter((event) => !failed.has(event)),
    );
    await storeFailures(tx, failures);
    total.wakeUps.push(...wakeUps);
    total.failures.push(...failures);
  }
  return total;
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
