import { Prisma } from '@wfp/shared/db';
import { openDeliveries } from '../deliveries/delivery-state.store.ts';
import type { LanePayload } from './lane-key.ts';

const { sql, empty } = Prisma;

/** What an endpoint asks of whoever sends to it. */
export interface SendingRules {
  /** First in, first out. */
  ordered: boolean;
  rate_limit_per_second: number | null;
}

/** Attempts of an endpoint that are not over. */
export const waiting = ({ org_id, webhook_id }: LanePayload) =>
  sql`d.org_id = ${org_id} and d.webhook_id = ${webhook_id}`;
export const isDue = sql`d.scheduled_at <= now() and (d.status = 'pending' or d.lease_until <= now())`;
/** The same for rows that are found by their places. */
export const isDueStill = sql`(d.lease_until is null or d.lease_until <= now())`;
/** In which turn what was leased is sent. */
export const turn = ({ ordered }: SendingRules) =>
  ordered
    ? sql`l.is_replay, case when l.is_manual then 0 when l.attempt > 1 then 1 else 2 end, l.id`
    : sql`l.is_replay, l.scheduled_at, l.id`;

/** What is due at an endpoint that takes things in any order: replays behind all that is live. */
const anyOrder = (lane: LanePayload, most: Prisma.Sql) => sql`
  live as (
    select d.ctid as place from ${openDeliveries} d where ${waiting(lane)} and not d.is_replay and ${isDue}
    order by d.scheduled_at, d.id limit ${most}
  ),
  replayed as (
    select d.ctid as place from ${openDeliveries} d where ${waiting(lane)} and d.is_replay and ${isDue}
    order by d.scheduled_at, d.id limit ${most} - (select count(*) from live)
  ),
  due as (select place from live union all select place from replayed)`;

/**
 * What is due at one that wants the order of events. An event that failed holds all behind it until its next attempt;
 * what people asked for is no part of the order and goes first.
 */
const inOrder = (lane: LanePayload, most: Prisma.Sql) => sql`
  ahead as materialized (
    select d.id, d.ctid as place, d.event_id, d.is_manual, ${isDue} as is_due from ${openDeliveries} d
    where ${waiting(lane)} and not d.is_replay and (d.attempt > 1 or d.is_manual)
  ),
  failed as (select place, is_due from ahead where not is_manual order by event_id, id limit 1),
  live as (
    select d.ctid as place from ${openDeliveries} d
    where ${waiting(lane)} and not d.is_replay and d.attempt = 1 and not d.is_manual and ${isDue}
      and not exists (select from failed)
    order by d.id limit ${most}
  ),
  replayed as (
    select d.ctid as place from ${openDeliveries} d where ${waiting(lane)} and d.is_replay and ${isDue}
      and not exists (select from failed) and not exists (select from live)
    order by d.id limit ${most}
  ),
  due as (
    (select place from ahead where is_manual and is_due and ${most} > 0 order by id limit 1)
    union all select place from failed where is_due and ${most} > 0
    union all select place from live union all select place from replayed
  )`;

/** A bucket that fills with so many requests a second and holds a tenth of them, so that they come evenly. */
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

/** What may be sent now, as common table expressions of which the last is `due` with their places. */
export function dueDeliveries(
  lane: LanePayload,
  { ordered, rate_limit_per_second: perSecond }: SendingRules,
  atMost: number,
): Prisma.Sql {
  const most = perSecond
    ? sql`least(${atMost}::int, (select floor(tokens)::int from bucket))`
    : sql`${atMost}::int`;
  return sql`${perSecond ? bucket(lane, perSecond) : empty} ${ordered ? inOrder(lane, most) : anyOrder(lane, most)}`;
}

/** Takes what was leased out of the bucket, as a further expression. */
export function spentTokens(lane: LanePayload, { rate_limit_per_second }: SendingRules): Prisma.Sql {
  return rate_limit_per_second ? spent(lane) : empty;
}

const firstPending = (lane: LanePayload, isReplay: Prisma.Sql) => sql`
  (select d.scheduled_at from ${openDeliveries} d where ${waiting(lane)} and d.status = 'pending' and ${isReplay}
    order by d.scheduled_at limit 1)`;

const waitingAhead = (lane: LanePayload) => sql`
  ahead as materialized (
    select d.id, d.event_id, d.is_manual, d.scheduled_at from ${openDeliveries} d
    where ${waiting(lane)} and d.status = 'pending' and not d.is_replay and (d.attempt > 1 or d.is_manual)
  ),
  failed as (select scheduled_at from ahead where not is_manual order by event_id, id limit 1)`;

/** In how many milliseconds something may be sent, as `in_ms`, by the clock of PostgreSQL; no row when nothing waits. */
export function nextMoment(
  lane: LanePayload,
  { ordered, rate_limit_per_second: perSecond }: SendingRules,
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
