import {
  type EventRecord,
  eventRecordColumns,
  type NumberedEvent,
  type Platform,
  type Ring,
} from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { operate, type RelayTransaction, readUnscoped, readUnscopedByKey } from '@wfp/shared/unscoped';
import { type LanePayload, laneKey, laneQueue } from './lane-key.ts';
import type { Exchange } from './post.ts';

const { sql, join } = Prisma;

/**
 * The deliveries that follow from a batch of events, in the relay's own transaction, and the lanes to ring.
 * A test event goes to the endpoint it was asked for and to no other; private events go to none.
 */
export async function fanOut(tx: RelayTransaction, batch: readonly NumberedEvent[]): Promise<Ring[]> {
  const sent = batch.filter((one) => !one.is_private && one.event_type !== 'webhook.test');
  const changed = batch
    .filter(({ aggregate_type }) => aggregate_type === 'webhook_endpoint')
    .map(({ org_id, aggregate_id }) => ({ org_id, webhook_id: aggregate_id }));
  const made = sent.length === 0 ? [] : await deliveriesOf(tx, sent);
  return [...made, ...changed].map((payload) => ({ queue: laneQueue, key: laneKey(payload), payload }));
}

/** Writes the deliveries of some events, and returns the endpoints that have any. */
function deliveriesOf(tx: RelayTransaction, events: readonly NumberedEvent[]): Promise<LanePayload[]> {
  return tx.rows<LanePayload>(sql`
    with made as (
      insert into webhook_deliveries (org_id, webhook_id, event_id, event_occurred_at, event_type, attempt, scheduled_at)
      select e.org_id, w.id, e.id, e.at, e.event_type, 1, now()
      from unnest(${events.map((one) => one.org_id)}::int[], ${events.map((one) => one.event_id)}::int8[],
                  ${events.map((one) => one.occurred_at)}::timestamptz[], ${events.map((one) => one.event_type)}::text[]) e(org_id, id, at, event_type)
      join webhook_endpoints w on w.org_id = e.org_id
      where w.is_active and w.deleted_at is null
        and (w.event_types = '{}' or e.event_type = any(w.event_types)
          or split_part(e.event_type, '.', 1) || '.*' = any(w.event_types))
      order by e.id
      returning org_id, webhook_id
    )
    select distinct org_id, webhook_id from made`);
}

/** What a lane knows of its endpoint. */
export interface Target {
  url: string;
  secret_enc: Uint8Array;
  is_active: boolean;
}

export async function findTarget(
  platform: Platform,
  { org_id, webhook_id }: LanePayload,
): Promise<Target | undefined> {
  const [row] = await readUnscopedByKey<Target>(
    platform,
    sql`select url, secret_enc, is_active and deleted_at is null as is_active from webhook_endpoints
      where org_id = ${org_id} and id = ${webhook_id}`,
  );
  return row;
}

/** An attempt under lease, with the record it carries. */
export interface LeasedDelivery {
  delivery_id: number;
  attempt: number;
  is_manual: boolean;
  event: EventRecord;
}

/**
 * Leases the attempts that are due, oldest first. Until the lease ends nobody else sends them; after it
 * they count as due again, with the same id, since their worker must have died.
 */
export async function leaseDue(
  platform: Platform,
  { org_id, webhook_id }: LanePayload,
  most: number,
  leaseSeconds: number,
): Promise<LeasedDelivery[]> {
  const rows = await operate<EventRecord & Omit<LeasedDelivery, 'event'>>(
    platform,
    sql`with due as (
        select d.id from webhook_deliveries d
        where d.org_id = ${org_id} and d.webhook_id = ${webhook_id} and d.status in ('pending', 'delivering')
          and case d.status when 'pending' then d.scheduled_at <= now() else d.lease_until <= now() end
        order by d.scheduled_at, d.id limit ${most}::int for update skip locked
      ),
      leased as (
        update webhook_deliveries d set status = 'delivering', started_at = now(),
          lease_until = now() + ${leaseSeconds} * interval '1 second'
        from due where d.org_id = ${org_id} and d.id = due.id
        returning d.id, d.event_id, d.event_occurred_at, d.attempt, d.is_manual, d.scheduled_at
      )
      select l.id::float8 as delivery_id, l.attempt, l.is_manual, ${eventRecordColumns}
      from leased l join events e on e.org_id = ${org_id} and e.id = l.event_id and e.occurred_at = l.event_occurred_at
      order by l.scheduled_at, l.id`,
  );
  return rows.map(({ delivery_id, attempt, is_manual, ...event }) => ({
    delivery_id,
    attempt,
    is_manual,
    event,
  }));
}

/** How an attempt ended, and when the next one is due. */
export interface FinishedDelivery {
  delivery_id: number;
  exchange: Exchange;
  is_success: boolean;
  next_in_seconds: number | null;
}

/** Records a batch of results and the attempts that follow, in one statement. */
export async function recordResults(
  platform: Platform,
  { org_id }: LanePayload,
  finished: readonly FinishedDelivery[],
): Promise<void> {
  const rows = finished.map(({ delivery_id, exchange, is_success, next_in_seconds }) => ({
    id: delivery_id,
    status: is_success ? 'succeeded' : 'failed',
    duration_ms: exchange.duration_ms,
    response_status: exchange.response_status,
    response_headers: exchange.response_headers,
    response_body: exchange.response_body,
    error: exchange.error,
    next_in: next_in_seconds,
  }));
  await operate(
    platform,
    sql`with result as (
        select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r(id int8, status delivery_status, duration_ms int,
          response_status int, response_headers jsonb, response_body text, error text, next_in float8)
      ),
      done as (
        update webhook_deliveries d set status = r.status, finished_at = now(), lease_until = null,
          duration_ms = r.duration_ms, response_status = r.response_status, response_headers = r.response_headers,
          response_body = r.response_body, error = r.error
        from result r where d.org_id = ${org_id} and d.id = r.id and d.status = 'delivering'
        returning d.org_id, d.webhook_id, d.event_id, d.event_occurred_at, d.event_type, d.attempt, r.next_in
      )
      insert into webhook_deliveries (org_id, webhook_id, event_id, event_occurred_at, event_type, attempt, scheduled_at)
      select org_id, webhook_id, event_id, event_occurred_at, event_type, attempt + 1, now() + next_in * interval '1 second'
      from done where next_in is not null on conflict do nothing returning id::float8`,
  );
}

/** Gives back attempts that were leased and not begun. */
export async function giveBack(
  platform: Platform,
  { org_id }: LanePayload,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await operate(
    platform,
    sql`update webhook_deliveries set status = 'pending', started_at = null, lease_until = null
      where org_id = ${org_id} and id in (${join(ids.map((id) => sql`${id}::int8`))}) and status = 'delivering' returning id::float8`,
  );
}

/** Cancels what waits for an endpoint that is off or gone. */
export async function cancelWaiting(platform: Platform, { org_id, webhook_id }: LanePayload): Promise<void> {
  await operate(
    platform,
    sql`update webhook_deliveries set status = 'cancelled', finished_at = now(), lease_until = null
      where org_id = ${org_id} and webhook_id = ${webhook_id}
        and (status = 'pending' or (status = 'delivering' and lease_until <= now())) returning id::float8`,
  );
}

/** When the endpoint next has something due; null when nothing waits. */
export async function nextDue(platform: Platform, { org_id, webhook_id }: LanePayload): Promise<Date | null> {
  const [row] = await readUnscopedByKey<{ at: Date | null }>(
    platform,
    sql`select min(case status when 'pending' then scheduled_at else lease_until end) as at from webhook_deliveries
      where org_id = ${org_id} and webhook_id = ${webhook_id} and status in ('pending', 'delivering')`,
  );
  return row?.at ?? null;
}

/** The endpoints that have something due: what the sweeper rings. */
export async function dueLanes(platform: Platform): Promise<LanePayload[]> {
  return readUnscoped<LanePayload>(
    platform,
    sql`select org_id, webhook_id from webhook_deliveries where status in ('pending', 'delivering')
      group by org_id, webhook_id
      having min(case status when 'pending' then scheduled_at else lease_until end) <= now()`,
  );
}
