import { isNotSuspended, type Platform } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { byIndexes, executeOperational, readCrossTenant } from '@wfp/shared/operational';
import { organizationOf } from '../../../organizations/index.ts';
import {
  cancelStatement,
  copiedColumns,
  isOpen,
  openDeliveries,
} from '../../deliveries/delivery-state.store.ts';
import type { EventKey } from '../attempt/event-bodies.lane.store.ts';
import type { LanePayload } from '../lane-key.ts';
import type { DeliveryResult, Lease } from './delivery-result.ts';
import {
  type DeliveryRules,
  dueDeliveries,
  isDue,
  isForEndpoint,
  isStillDue,
  nextDueQuery,
  sendOrder,
  spendTokens,
} from './due-deliveries.store.ts';
import { resultRows } from './result-rows.store.ts';

const { sql, empty } = Prisma;

/** The configuration and health of an endpoint, and the lock of another run. */
export interface EndpointConfig extends DeliveryRules {
  url: string;
  secret_enc: Uint8Array;
  /** The secret before the last rotation, while it is still valid. */
  previous_secret_enc: Uint8Array | null;
  headers_enc: Uint8Array | null;
  is_active: boolean;
  /** True while the organization is suspended: its deliveries wait. */
  is_paused: boolean;
  /** True while the organization is not verified: fewer requests are sent at a time. */
  is_unverified: boolean;
  failing_since: Date | null;
  failure_warned_at: Date | null;
  single_until_success: boolean;
  /** Set if another run holds the lock; only that run may send until then. */
  locked_by_other_until: Date | null;
}

/** The lock of a lane, held by one run: no other run sends to the endpoint. */
export interface LaneLock extends LanePayload {
  holder: string;
  seconds: number;
}

/**
 * Added to the lease time. A lease may be taken up to a second after the lock was acquired or renewed, and the lock
 * must outlast it.
 */
const lockBeyondLeaseSeconds = 2;

/**
 * Acquires or renews the lock of a lane unless another run holds it, and reads the endpoint; undefined if there is no
 * such endpoint.
 */
export async function acquireLane(
  platform: Platform,
  { org_id, webhook_id, holder, seconds }: LaneLock,
): Promise<EndpointConfig | undefined> {
  const [row] = await executeOperational<EndpointConfig>(
    platform,
    sql`with held as (
        insert into webhook_lanes as l (org_id, webhook_id, holder, held_until)
        select org_id, id, ${holder}, now() + ${seconds + lockBeyondLeaseSeconds}::float8 * interval '1 second' from webhook_endpoints
        where org_id = ${org_id} and id = ${webhook_id}
        on conflict (org_id, webhook_id) do update set holder = excluded.holder, held_until = excluded.held_until
          where l.holder = excluded.holder or l.held_until is null or l.held_until <= now()
        returning l.org_id
      )
      select w.url, w.secret_enc, w.headers_enc, w.is_active and w.deleted_at is null as is_active, w.ordered,
        not ${isNotSuspended(sql`w.org_id`)} as is_paused, o.status = 'unverified' as is_unverified,
        case when w.previous_secret_until > now() then w.previous_secret_enc end as previous_secret_enc,
        w.rate_limit_per_second, w.failing_since, w.failure_warned_at, w.single_until_success,
        case when not exists (select from held) then coalesce(l.held_until, now()) end as locked_by_other_until
      from webhook_endpoints w join ${organizationOf('o', 'w')}
        left join webhook_lanes l on l.org_id = w.org_id and l.webhook_id = w.id
      where w.org_id = ${org_id} and w.id = ${webhook_id}`,
  );
  return row;
}

export interface LeasedDelivery extends EventKey, Lease {
  attempt: number;
  is_manual: boolean;
  event_type: string;
}

/**
 * Leases due attempts for the run that holds the lock. If a lease expires without a result, the attempt is due again
 * with the same id.
 */
export async function leaseDue(
  platform: Platform,
  lock: LaneLock,
  rules: DeliveryRules,
  limit: number,
): Promise<LeasedDelivery[]> {
  return executeOperational<LeasedDelivery>(
    platform,
    byIndexes(sql`with ${dueDeliveries(lock, rules, limit)},
      leased as (
        update ${openDeliveries} d set status = 'delivering', started_at = now(),
          lease_until = now() + ${lock.seconds}::float8 * interval '1 second'
        from due where d.ctid = due.tid and ${isStillDue}
        returning d.id, d.ctid as tid, d.event_id, d.event_occurred_at, d.event_type, d.attempt, d.is_manual, d.is_replay, d.lease_until, d.scheduled_at
      )${spendTokens(lock, rules)}
      select l.id::float8 as delivery_id, l.tid::text as tid, l.attempt, l.is_manual, l.lease_until::text as lease_until,
        l.event_id::float8 as event_id, l.event_occurred_at::text as event_occurred_at, l.event_type
      from leased l
      order by ${sendOrder(rules)}`),
  );
}

/**
 * Condition: row `d` still has the lease `r`. The row is found by the `ctid` that the lease returned, since no other
 * statement changes a leased row. The other conditions are written so that they match no index: with statistics of an
 * empty backlog, PostgreSQL would use an index instead of the `ctid`.
 */
const isStillLeased = (org_id: number) => sql`d.ctid = r.tid and d.id + 0 = r.id
  and d.org_id is not distinct from ${org_id}::int and d.status = 'delivering' and d.lease_until = r.lease_until`;

/**
 * Records a batch of results and inserts the next attempts, in one statement. Results of expired leases are ignored,
 * since another run sends those attempts again.
 */
export async function insertResults(
  platform: Platform,
  lane: LanePayload,
  finished: readonly DeliveryResult[],
): Promise<void> {
  await executeOperational(platform, byIndexes(resultStatement(lane, finished)));
}

/** The statement of {@link insertResults}, for use in a larger transaction. */
export const resultStatement = ({ org_id, webhook_id }: LanePayload, finished: readonly DeliveryResult[]) =>
  sql`with result as materialized (${resultRows(finished)}),
      done as (
        delete from ${openDeliveries} d using result r where ${isStillLeased(org_id)}
        returning d.*, r.status as new_status, r.ended_at, r.duration_ms as took_ms, r.response_status as received_status,
          r.response_headers as received_headers, r.response_body as received_body, r.error as attempt_error, r.next_in
      )
      ${finished.some((one) => one.next_in_seconds !== null) ? insertNextAttempts({ org_id, webhook_id }) : empty}
      insert into webhook_deliveries (${copiedColumns}, status, finished_at, filed_at, started_at, duration_ms,
        response_status, response_headers, response_body, error)
      select ${copiedColumns}, new_status, ended_at, ended_at, ended_at - took_ms * interval '1 millisecond', took_ms,
        received_status, received_headers, received_body, attempt_error
      from done`;

/**
 * Common table expression that inserts the next attempts if the endpoint is active, unless they already exist. It looks
 * for existing ones in the months since the event. Planning it is slow, so the statement omits it if no result has a
 * next attempt.
 */
const insertNextAttempts = ({ org_id, webhook_id }: LanePayload) => sql`
  , next as (
    insert into webhook_deliveries (org_id, webhook_id, event_id, event_occurred_at, event_type, attempt, scheduled_at)
    select org_id, webhook_id, event_id, event_occurred_at, event_type, attempt + 1, ended_at + next_in * interval '1 second'
    from done where next_in is not null and exists (
      select from webhook_endpoints w where w.org_id = ${org_id} and w.id = ${webhook_id} and w.is_active and w.deleted_at is null)
      and not coalesce((select true from webhook_deliveries d where d.org_id = ${org_id} and d.webhook_id = ${webhook_id} and not d.is_manual
        and d.event_id = done.event_id and d.attempt between done.attempt + 1 and done.attempt + 1
        and d.filed_at >= done.event_occurred_at order by d.attempt limit 1), false)
    on conflict do nothing
  )`;

export async function returnLeases(
  platform: Platform,
  { org_id, webhook_id }: LanePayload,
  leases: readonly LeasedDelivery[],
): Promise<void> {
  if (leases.length === 0) return;
  await executeOperational(
    platform,
    byIndexes(sql`with returned as (
        update ${openDeliveries} d set status = 'pending', started_at = null, lease_until = null
        from unnest(${leases.map((one) => one.delivery_id)}::int8[], ${leases.map((one) => one.tid)}::tid[],
          ${leases.map((one) => one.lease_until)}::timestamptz[]) r(id, tid, lease_until)
        where ${isStillLeased(org_id)} returning d.id
      )
      update webhook_lanes set tokens = tokens + (select count(*) from returned)
      where org_id = ${org_id} and webhook_id = ${webhook_id} returning webhook_id`),
  );
}

/** Cancels the open deliveries of an inactive or deleted endpoint, except those with a valid lease. */
export async function cancelOpen(platform: Platform, lane: LanePayload): Promise<void> {
  await executeOperational(
    platform,
    cancelStatement(
      sql`${isForEndpoint(lane)} and ${isOpen} and (d.status = 'pending' or d.lease_until <= now())`,
    ),
  );
}

export interface HealthChange {
  failing: 'begins' | 'ends' | 'same';
  single_until_success: boolean;
}

/** Updates an endpoint's health, which is operational data: no event is written until admins are notified. */
export async function updateHealth(
  platform: Platform,
  { org_id, webhook_id }: LanePayload,
  { failing, single_until_success }: HealthChange,
): Promise<void> {
  const since = {
    begins: sql`, failing_since = now(), failure_warned_at = null`,
    ends: sql`, failing_since = null, failure_warned_at = null`,
    same: empty,
  };
  await executeOperational(
    platform,
    sql`update webhook_endpoints set single_until_success = ${single_until_success}${since[failing]}
      where org_id = ${org_id} and id = ${webhook_id} returning id`,
  );
}

export async function releaseLane(
  platform: Platform,
  { org_id, webhook_id, holder }: LaneLock,
): Promise<void> {
  await executeOperational(
    platform,
    sql`update webhook_lanes set holder = null, held_until = null
      where org_id = ${org_id} and webhook_id = ${webhook_id} and holder = ${holder} returning webhook_id`,
  );
}

/** Returns when the next delivery of the endpoint may be sent; null if none is pending. */
export async function findNextDue(
  platform: Platform,
  lane: LanePayload,
  rules: DeliveryRules,
): Promise<Date | null> {
  const [row] = await executeOperational<{ in_ms: number }>(platform, byIndexes(nextDueQuery(lane, rules)));
  // By PostgreSQL's clock: a process whose clock is ahead would enqueue the lane repeatedly with nothing due.
  return row ? new Date(platform.clock.now().getTime() + Math.max(0, row.in_ms)) : null;
}

/**
 * Returns the unlocked endpoints with due deliveries, for the sweeper. Looks up the deliveries of each endpoint by an
 * index.
 */
export async function findDueLanes(platform: Platform): Promise<LanePayload[]> {
  const first = (isReplay: Prisma.Sql) => sql`(
    select true from webhook_deliveries d where d.org_id = w.org_id and d.webhook_id = w.id
      and ${isOpen} and ${isReplay} and ${isDue} limit 1)`;
  return readCrossTenant<LanePayload>(
    platform,
    sql`select w.org_id, w.id as webhook_id from webhook_endpoints w
      where ${isNotSuspended(sql`w.org_id`)}
        and not exists (select from webhook_lanes l where l.org_id = w.org_id and l.webhook_id = w.id and l.held_until > now())
        and coalesce(${first(sql`not d.is_replay`)}, ${first(sql`d.is_replay`)}, false)`,
  );
}
