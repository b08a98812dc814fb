import { Prisma } from '@wfp/shared/db';
import { openDeliveries } from '../../deliveries/delivery-state.store.ts';
import type { LanePayload } from '../lane-key.ts';

const { sql, empty } = Prisma;

export interface DeliveryRules {
  /** First in, first out. */
  ordered: boolean;
  rate_limit_per_second: number | null;
}

export const isForEndpoint = ({ org_id, webhook_id }: LanePayload) =>
  sql`d.org_id = ${org_id} and d.webhook_id = ${webhook_id}`;
export const isDue = sql`d.scheduled_at <= now() and (d.status = 'pending' or d.lease_until <= now())`;
/** {@link isDue} for rows found by `ctid`, which other statements may have leased since. */
export const isStillDue = sql`(d.lease_until is null or d.lease_until <= now())`;
/** The order in which leased deliveries are sent. */
export const sendOrder = ({ ordered }: DeliveryRules) =>
  ordered
    ? sql`l.is_replay, case when l.is_manual then 0 when l.attempt > 1 then 1 else 2 end, l.id`
    : sql`l.is_replay, l.scheduled_at, l.id`;

/** Common table expressions that select due deliveries of an endpoint without order: live ones first, then replays. */
const anyOrder = (lane: LanePayload, limit: Prisma.Sql) => sql`
  live as (
    select d.ctid as tid from ${openDeliveries} d where ${isForEndpoint(lane)} and not d.is_replay and ${isDue}
    order by d.scheduled_at, d.id limit ${limit}
  ),
  replayed as (
    select d.ctid as tid from ${openDeliveries} d where ${isForEndpoint(lane)} and d.is_replay and ${isDue}
    order by d.scheduled_at, d.id limit ${limit} - (select count(*) from live)
  ),
  due as (select tid from live union all select tid from replayed)`;

/**
 * Common table expressions that select due deliveries of an endpoint that requires the order of events. A failed event
 * blocks all others until it is delivered or has no attempt left. Manual attempts are not part of the order and go
 * first.
 */
const inOrder = (lane: LanePayload, limit: Prisma.Sql) => sql`
  ahead as materialized (
    select d.id, d.ctid as tid, d.event_id, d.is_manual, ${isDue} as is_due from ${openDeliveries} d
    where ${isForEndpoint(lane)} and not d.is_replay and (d.attempt > 1 or d.is_manual)
  ),
  failed as (select tid, is_due from ahead where not is_manual order by event_id, id limit 1),
  live as (
    select d.ctid as tid from ${openDeliveries} d
    where ${isForEndpoint(lane)} and not d.is_replay and d.attempt = 1 and not d.is_manual and ${isDue}
      and not exists (select from failed)
    order by d.id limit ${limit}
  ),
  replayed as (
    select d.ctid as tid from ${openDeliveries} d where ${isForEndpoint(lane)} and d.is_replay and ${isDue}
      and not exists (select from failed) and not exists (select from live)
    order by d.id limit ${limit}
  ),
  due as (
    (select tid from ahead where is_manual and is_due and ${limit} > 0 order by id limit 1)
    union all select tid from failed where is_due and ${limit} > 0
    union all select tid from live union all select tid from replayed
  )`;

/**
 * Common table expression of a token bucket. Its capacity is the tokens of a tenth of a second, at least one, so that
 * requests are evenly spread.
 */
const bucket = ({ org_id, webhook_id }: LanePayload, perSecond: number) => sql`
  bucket as (
    select greatest(0, least(${bucketSize(perSecond)}::float8, l.tokens + coalesce(extract(epoch from now() - l.filled_at), 1)::float8 * ${perSecond}::float8)) as tokens
    from webhook_lanes l where l.org_id = ${org_id} and l.webhook_id = ${webhook_id}
  ),`;
const spent = ({ org_id, webhook_id }: LanePayload) => sql`
  , spent as (
    update webhook_lanes l set tokens = b.tokens - (select count(*) from leased), filled_at = now()
    from bucket b where l.org_id = ${org_id} and l.webhook_id = ${webhook_id} returning l.tokens
  )`;

const bucketSize = (perSecond: number) => Math.max(1, Math.floor(perSecond / 10));

/** Selects deliveries that may be sent now, as common table expressions; the last one is `due(tid)`. */
export function dueDeliveries(
  lane: LanePayload,
  { ordered, rate_limit_per_second: perSecond }: DeliveryRules,
  max: number,
): Prisma.Sql {
  const limit = perSecond
    ? sql`least(${max}::int, (select floor(tokens)::int from bucket))`
    : sql`${max}::int`;
  return sql`${perSecond ? bucket(lane, perSecond) : empty} ${ordered ? inOrder(lane, limit) : anyOrder(lane, limit)}`;
}

/** Common table expression that takes the tokens of leased deliveries; empty without a rate limit. */
export function spendTokens(lane: LanePayload, { rate_limit_per_second }: DeliveryRules): Prisma.Sql {
  return rate_limit_per_second ? spent(lane) : empty;
}

const firstPending = (lane: LanePayload, isReplay: Prisma.Sql) => sql`
  (select d.scheduled_at from ${openDeliveries} d where ${isForEndpoint(lane)} and d.status = 'pending' and ${isReplay}
    order by d.scheduled_at limit 1)`;

const waitingAhead = (lane: LanePayload) => sql`
  ahead as materialized (
    select d.id, d.event_id, d.is_manual, d.scheduled_at from ${openDeliveries} d
    where ${isForEndpoint(lane)} and d.status = 'pending' and not d.is_replay and (d.attempt > 1 or d.is_manual)
  ),
  failed as (select scheduled_at from ahead where not is_manual order by event_id, id limit 1)`;

/** Selects `in_ms`, the milliseconds until the next delivery may be sent; no row if none is pending. */
export function nextDueQuery(
  lane: LanePayload,
  { ordered, rate_limit_per_second: perSecond }: DeliveryRules,
): Prisma.Sql {
  const any = sql`least(${firstPending(lane, sql`not d.is_replay`)}, ${firstPending(lane, sql`d.is_replay`)})`;
  const next = ordered
    ? sql`case when exists (select from failed)
        then least((select scheduled_at from failed), (select min(scheduled_at) from ahead where is_manual)) else ${any} end`
    : any;
  const allowed = perSecond
    ? sql`(select l.filled_at + greatest(0, ${(bucketSize(perSecond) + 1) / 2}::float8 - l.tokens) / ${perSecond}::float8 * interval '1 second'
        from webhook_lanes l where l.org_id = ${lane.org_id} and l.webhook_id = ${lane.webhook_id})`
    : sql`null`;
  return sql`with ${ordered ? waitingAhead(lane) : sql`nothing as (select)`}
    select (extract(epoch from greatest(n.at, ${allowed}) - now()) * 1000)::float8 as in_ms
    from (select ${next} as at) n where n.at is not null`;
}
