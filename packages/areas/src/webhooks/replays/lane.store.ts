import { isNotSuspended, type NumberedEvent, type Platform, type WakeUp } from '@wfp/shared';
import { Id } from '@wfp/shared/contract';
import { byKey, Prisma } from '@wfp/shared/db';
import {
  executeOperational,
  executeOperationalInTransaction,
  type RelayTransaction,
  readCrossTenant,
} from '@wfp/shared/operational';
import { z } from 'zod';
import { matchesEventType, selectLastDelivery, selectWaitingEventIds } from './replayable-events.store.ts';
import { replayStarted } from './replays.events.ts';

const { sql, raw } = Prisma;

export const replayQueue = 'webhook-replays';

export const ReplayPayload = z.object({ org_id: Id, webhook_id: Id });
export type ReplayPayload = z.output<typeof ReplayPayload>;

export const replayKey = ({ org_id, webhook_id }: ReplayPayload) => `replay-${org_id}-${webhook_id}`;

/** A projection of the relay. @returns wake-ups for the lanes of replays that were started */
export async function enqueueReplays(
  _: RelayTransaction,
  batch: readonly NumberedEvent[],
): Promise<WakeUp[]> {
  return batch
    .filter(({ event_type }) => event_type === replayStarted)
    .map(({ org_id, aggregate_id }) => ({ org_id, webhook_id: aggregate_id }))
    .map((payload) => ({ queue: replayQueue, key: replayKey(payload), payload }));
}

export interface RunningReplay {
  id: number;
  from: Date;
  to: Date;
  reached_at: Date;
  reached_id: number;
  event_types: string[];
  endpoint_event_types: string[];
  only_failed: boolean;
}

export async function findNextReplay(
  platform: Platform,
  { org_id, webhook_id }: ReplayPayload,
): Promise<RunningReplay | undefined> {
  const [row] = await readCrossTenant<RunningReplay>(
    platform,
    byKey(sql`select r.id, r."from", r."to", coalesce(r.reached_at, r."from") as reached_at, coalesce(r.reached_id, 0)::float8 as reached_id,
        r.event_types, r.endpoint_event_types, r.only_failed from webhook_replays r
      where r.org_id = ${org_id} and r.webhook_id = ${webhook_id} and r.status = 'running'
        and ${isNotSuspended(sql`r.org_id`)} order by r.id limit 1`),
  );
  return row;
}

export async function cancelReplays(
  platform: Platform,
  { org_id, webhook_id }: ReplayPayload,
): Promise<void> {
  await executeOperational(
    platform,
    sql`update webhook_replays set status = 'cancelled', finished_at = now(), updated_at = now()
      where org_id = ${org_id} and webhook_id = ${webhook_id} and status = 'running' returning id`,
  );
}

/** Limit of open replay deliveries per endpoint: a replay of millions must not insert millions of rows in advance. */
const maxWaiting = raw('5000');

/** False while the organization is suspended: nothing is replayed, and no run has to wait for the backlog. */
export async function isBacklogFull(
  platform: Platform,
  { org_id, webhook_id }: ReplayPayload,
): Promise<boolean> {
  const [row] = await readCrossTenant<{ is_full: boolean }>(
    platform,
    byKey(sql`select count(*) = ${maxWaiting} and ${isNotSuspended(sql`${org_id}::int`)} as is_full from (select from webhook_deliveries
      where org_id = ${org_id} and webhook_id = ${webhook_id} and is_replay and filed_at = 'infinity'
      limit ${maxWaiting}) waiting`),
  );
  return row?.is_full ?? false;
}

/** The number of events that one statement reads, including those that are not sent. */
const eventsPerBatch = raw('1000');

/**
 * Inserts the deliveries of a replay's next events and advances its position, in one statement: a worker that dies has
 * done both or neither, and a concurrent run finds the position changed. Events that already wait for the endpoint, and
 * those that the relay has not numbered yet, are left out. The endpoint is locked first, so that a concurrent retry of
 * failed deliveries does not insert the same events, and no event is inserted that the endpoint no longer listens to, or did
 * not when the replay was requested: the requester may not read it.
 *
 * @returns null if the position changed or the replay ended in the meantime; `inactive` if the endpoint is disabled or
 *   deleted
 */
export async function replayBatch(
  platform: Platform,
  endpoint: ReplayPayload,
  replay: RunningReplay,
): Promise<{ queued: number; is_done: boolean } | 'inactive' | null> {
  const { org_id, webhook_id } = endpoint;
  return executeOperationalInTransaction(platform, async (tx) => {
    const [locked] = await tx.rows<{ event_types: string[]; is_active: boolean }>(
      sql`select event_types, is_active and deleted_at is null as is_active from webhook_endpoints
        where org_id = ${org_id} and id = ${webhook_id} for no key update`,
    );
    if (!locked?.is_active) return 'inactive';
    const [moved] = await tx.rows<{ queued: number; is_done: boolean }>(
      sql`with part as materialized (
        select e.id, e.occurred_at, e.event_type, e.is_private from events e
        where e.org_id = ${org_id} and e.occurred_at >= ${replay.reached_at}::timestamptz and e.occurred_at < ${replay.to}::timestamptz
          and (e.occurred_at, e.id) > (${replay.reached_at}::timestamptz, ${replay.reached_id}::int8)
        order by e.occurred_at, e.id limit ${eventsPerBatch}
      ),
      wanted as (
        select p.id, p.occurred_at, p.event_type, coalesce(l.attempt, 0) + 1 as attempt
        from part p left join lateral (${selectLastDelivery(endpoint, sql`p.id`, sql`p.occurred_at`)}) l on true
        where not p.is_private and p.event_type <> 'webhook.test'
          and ${matchesEventType(sql`${locked.event_types}::text[]`, sql`p.event_type`)}
          and ${matchesEventType(sql`${replay.endpoint_event_types}::text[]`, sql`p.event_type`)}
          and ${matchesEventType(sql`${replay.event_types}::text[]`, sql`p.event_type`)}
          and p.id not in (${selectWaitingEventIds(endpoint)}) and (not ${replay.only_failed}::bool or l.status = 'failed')
          and not exists (select from outbox o where o.org_id = ${org_id} and o.event_id = p.id)
      ),
      last as (select p.occurred_at, p.id from part p order by p.occurred_at desc, p.id desc limit 1),
      moved as (
        update webhook_replays r set
          reached_at = coalesce((select occurred_at from last), r.reached_at), reached_id = coalesce((select id from last), r.reached_id),
          queued = r.queued + w.many, updated_at = greatest(now(), r.updated_at + interval '1 millisecond'),
          status = case when n.many < ${eventsPerBatch} then 'done'::webhook_replay_status else r.status end,
          finished_at = case when n.many < ${eventsPerBatch} then now() end
        from (select count(*)::int as many from wanted) w, (select count(*)::int as many from part) n
        where r.org_id = ${org_id} and r.id = ${replay.id} and r.status = 'running'
          and coalesce(r.reached_at, r."from") = ${replay.reached_at}::timestamptz
          and coalesce(r.reached_id, 0) = ${replay.reached_id}::int8
        returning w.many as queued, r.status = 'done' as is_done
      ),
      inserted as (
        insert into webhook_deliveries
          (org_id, webhook_id, event_id, event_occurred_at, event_type, attempt, scheduled_at, is_manual, is_replay, replay_id)
        select ${org_id}, ${webhook_id}, w.id, w.occurred_at, w.event_type, w.attempt, now(), true, true, ${replay.id}::int
        from moved cross join wanted w order by w.occurred_at, w.id
      )
      select queued, is_done from moved`,
    );
    return moved ?? null;
  });
}

export async function findRunningReplays(platform: Platform): Promise<ReplayPayload[]> {
  return readCrossTenant<ReplayPayload>(
    platform,
    sql`select distinct r.org_id, r.webhook_id from webhook_replays r
      where r.status = 'running' and ${isNotSuspended(sql`r.org_id`)}`,
  );
}
