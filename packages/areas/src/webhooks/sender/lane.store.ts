import type { Platform } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOnBacklog, executeOperational, readCrossTenant } from '@wfp/shared/operational';
import { cancelled, isOpen, keptColumns, openDeliveries } from '../deliveries/delivery-state.store.ts';
import type { EventKey } from './attempt/event-bodies.lane.store.ts';
import {
  dueDeliveries,
  isDue,
  isDueStill,
  nextMoment,
  type SendingRules,
  spentTokens,
  turn,
  waiting,
} from './due-deliveries.store.ts';
import type { Exchange } from './http/webhook-client.ts';
import type { LanePayload } from './lane-key.ts';

const { sql, empty } = Prisma;

/** An endpoint as its lane needs it, and whether this run may send to it. */
export interface Target extends SendingRules {
  url: string;
  secret_enc: Uint8Array;
  /** The secret before the last rotation, while it signs too. */
  previous_secret_enc: Uint8Array | null;
  headers_enc: Uint8Array | null;
  is_active: boolean;
  failing_since: Date | null;
  failure_warned_at: Date | null;
  single_until_success: boolean;
  /** Another run holds the lane: the only one that may send, until then. */
  held_by_other_until: Date | null;
}

/** A run of a lane: nobody else may send to the endpoint while it holds it. */
export interface Hold extends LanePayload {
  holder: string;
  seconds: number;
}

/** A lane is held for longer than any lease under it, also one that is taken a second later. */
const heldBeyondLease = 2;

/** Takes or keeps the lane for a run, and reads its endpoint. */
export async function holdLane(
  platform: Platform,
  { org_id, webhook_id, holder, seconds }: Hold,
): Promise<Target | undefined> {
  const [row] = await executeOperational<Target>(
    platform,
    sql`with held as (
        insert into webhook_lanes as l (org_id, webhook_id, holder, held_until)
        select org_id, id, ${holder}, now() + ${seconds + heldBeyondLease}::float8 * interval '1 second' from webhook_endpoints
        where org_id = ${org_id} and id = ${webhook_id}
        on conflict (org_id, webhook_id) do update set holder = excluded.holder, held_until = excluded.held_until
          where l.holder = excluded.holder or l.held_until is null or l.held_until <= now()
        returning l.org_id
      )
      select w.url, w.secret_enc, w.headers_enc, w.is_active and w.deleted_at is null as is_active, w.ordered,
        case when w.previous_secret_until > now() then w.previous_secret_enc end as previous_secret_enc,
        w.rate_limit_per_second, w.failing_since, w.failure_warned_at, w.single_until_success,
        case when not exists (select from held) then coalesce(l.held_until, now()) end as held_by_other_until
      from webhook_endpoints w left join webhook_lanes l on l.org_id = w.org_id and l.webhook_id = w.id
      where w.org_id = ${org_id} and w.id = ${webhook_id}`,
  );
  return row;
}

/** An attempt under lease. */
export interface LeasedDelivery extends EventKey {
  delivery_id: number;
  /** Where its row lies as long as it is leased. */
  place: string;
  attempt: number;
  is_manual: boolean;
  /** As PostgreSQL wrote it, to be given back as it is. */
  lease_until: string;
  event_type: string;
}

/**
 * Leases attempts that are due, for the run that holds the lane. Until the lease ends nobody else sends them; after
 * it they count as due again, with the same id, since their worker must have died.
 */
export async function leaseDue(
  platform: Platform,
  hold: Hold,
  rules: SendingRules,
  atMost: number,
): Promise<LeasedDelivery[]> {
  return executeOnBacklog<LeasedDelivery>(
    platform,
    sql`with ${dueDeliveries(hold, rules, atMost)},
      leased as (
        update ${openDeliveries} d set status = 'delivering', started_at = now(),
          lease_until = now() + ${hold.seconds}::float8 * interval '1 second'
        from due where d.ctid = due.place and ${isDueStill}
        returning d.id, d.ctid as place, d.event_id, d.event_occurred_at, d.event_type, d.attempt, d.is_manual, d.is_replay, d.lease_until, d.scheduled_at
      )${spentTokens(hold, rules)}
      select l.id::float8 as delivery_id, l.place::text as place, l.attempt, l.is_manual, l.lease_until::text as lease_until,
        l.event_id::float8 as event_id, l.event_occurred_at::text as event_occurred_at, l.event_type
      from leased l
      order by ${turn(rules)}`,
  );
}

/**
 * A row `d` that was leased as `r` says and is so still. It lies where the lease wrote it, since nothing else changes it
 * meanwhile. Found by its place alone: a condition that an index could be walked for would be, where PostgreSQL takes the
 * backlog for empty.
 */
const isLeasedStill = (org_id: number) => sql`d.ctid = r.place and d.id + 0 = r.id
  and d.org_id is not distinct from ${org_id}::int and d.status = 'delivering' and d.lease_until = r.lease_until`;

/** How an attempt ended, and when the next one is due. */
export interface FinishedDelivery extends Pick<LeasedDelivery, 'delivery_id' | 'place' | 'lease_until'> {
  status: 'succeeded' | 'failed' | 'cancelled';
  exchange: Omit<Exchange, 'retry_after_seconds'>;
  /** How long ago it ended. */
  ended_ms_ago: number;
  next_in_seconds: number | null;
}

/**
 * Records a batch of results and the attempts that follow, in one statement. Whoever lost the lease meanwhile records
 * nothing: another has sent the attempt again.
 */
export async function recordResults(
  platform: Platform,
  lane: LanePayload,
  finished: readonly FinishedDelivery[],
): Promise<void> {
  await executeOnBacklog(platform, recorded(lane, finished));
}

/** The statement that does so, for whoever writes more in one transaction with it. */
export const recorded = ({ org_id, webhook_id }: LanePayload, finished: readonly FinishedDelivery[]) =>
  sql`with result as materialized (
        select r.*, now() - r.ended_ms_ago * interval '1 millisecond' as ended_at from unnest(${resultColumns(finished)})
          r(id, place, status, lease_until, ended_ms_ago, next_in, duration_ms, response_status, response_headers, response_body, error)
      ),
      done as (
        delete from ${openDeliveries} d using result r where ${isLeasedStill(org_id)}
        returning d.*, r.status as became, r.ended_at, r.duration_ms as took_ms, r.response_status as answer_status,
          r.response_headers as answer_headers, r.response_body as answer_body, r.error as went_wrong, r.next_in
      )
      ${finished.some((one) => one.next_in_seconds !== null) ? followedUp({ org_id, webhook_id }) : empty}
      insert into webhook_deliveries (${keptColumns}, status, finished_at, filed_at, started_at, duration_ms,
        response_status, response_headers, response_body, error)
      select ${keptColumns}, became, ended_at, ended_at, ended_at - took_ms * interval '1 millisecond', took_ms,
        answer_status, answer_headers, answer_body, went_wrong
      from done`;

/** Results as arrays, which PostgreSQL reads in a third of the time that it takes for rows of JSON. */
function resultColumns(finished: readonly FinishedDelivery[]): Prisma.Sql {
  const of = <Value>(value: (one: FinishedDelivery) => Value) => finished.map(value);
  return sql`${of((one) => one.delivery_id)}::int8[], ${of((one) => one.place)}::tid[], ${of((one) => one.status)}::delivery_status[],
    ${of((one) => one.lease_until)}::timestamptz[], ${of((one) => one.ended_ms_ago)}::float8[],
    ${of((one) => one.next_in_seconds)}::float8[], ${of((one) => one.exchange.duration_ms)}::int[],
    ${of((one) => one.exchange.response_status)}::int[], ${of((one) => jsonOf(one.exchange.response_headers))}::jsonb[],
    ${of((one) => one.exchange.response_body)}::text[], ${of((one) => one.exchange.error)}::text[]`;
}

const jsonOf = (headers: Exchange['response_headers']) => headers && JSON.stringify(headers);

/**
 * The attempts that follow, as a further expression: none that there is already, which is looked up one by one, in the
 * months since the event. It takes long to plan, and is left out where none follows.
 */
const followedUp = ({ org_id, webhook_id }: LanePayload) => sql`
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

/** Gives back attempts that were leased and not begun, and their share of the rate limit. */
export async function giveBack(
  platform: Platform,
  { org_id, webhook_id }: LanePayload,
  unbegun: readonly LeasedDelivery[],
): Promise<void> {
  if (unbegun.length === 0) return;
  await executeOnBacklog(
    platform,
    sql`with given as (
        update ${openDeliveries} d set status = 'pending', started_at = null, lease_until = null
        from unnest(${unbegun.map((one) => one.delivery_id)}::int8[], ${unbegun.map((one) => one.place)}::tid[],
          ${unbegun.map((one) => one.lease_until)}::timestamptz[]) r(id, place, lease_until)
        where ${isLeasedStill(org_id)} returning d.id
      )
      update webhook_lanes set tokens = tokens + (select count(*) from given)
      where org_id = ${org_id} and webhook_id = ${webhook_id} returning webhook_id`,
  );
}

/** Cancels what waits for an endpoint that is off or gone. */
export async function cancelWaiting(platform: Platform, lane: LanePayload): Promise<void> {
  await executeOperational(
    platform,
    cancelled(sql`${waiting(lane)} and ${isOpen} and (d.status = 'pending' or d.lease_until <= now())`),
  );
}

/** What an endpoint's latest results say of it. */
export interface HealthChange {
  failing: 'begins' | 'ends' | 'same';
  single_until_success: boolean;
}

/** Keeps the books of an endpoint's health. They are no fact of the organization until somebody is told of them. */
export async function markHealth(
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

/** Lets go of a lane, so that whoever is rung next need not wait. */
export async function releaseLane(platform: Platform, { org_id, webhook_id, holder }: Hold): Promise<void> {
  await executeOperational(
    platform,
    sql`update webhook_lanes set holder = null, held_until = null
      where org_id = ${org_id} and webhook_id = ${webhook_id} and holder = ${holder} returning webhook_id`,
  );
}

/** When the endpoint next has something due that may be sent; null when nothing waits. */
export async function nextDue(
  platform: Platform,
  lane: LanePayload,
  rules: SendingRules,
): Promise<Date | null> {
  const [row] = await executeOnBacklog<{ in_ms: number }>(platform, nextMoment(lane, rules));
  // What is due is PostgreSQL's to say: a process whose clock is ahead would ring for nothing, again and again.
  return row ? new Date(platform.clock.now().getTime() + Math.max(0, row.in_ms)) : null;
}

/** The endpoints that have something due and are not at it: what the sweeper rings. Each is looked up by its key. */
export async function dueLanes(platform: Platform): Promise<LanePayload[]> {
  const first = (isReplay: Prisma.Sql) => sql`(
    select true from webhook_deliveries d where d.org_id = w.org_id and d.webhook_id = w.id
      and ${isOpen} and ${isReplay} and ${isDue} limit 1)`;
  return readCrossTenant<LanePayload>(
    platform,
    sql`select w.org_id, w.id as webhook_id from webhook_endpoints w
      where not exists (select from webhook_lanes l where l.org_id = w.org_id and l.webhook_id = w.id and l.held_until > now())
        and coalesce(${first(sql`not d.is_replay`)}, ${first(sql`d.is_replay`)}, false)`,
  );
}
