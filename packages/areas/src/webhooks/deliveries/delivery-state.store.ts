import { Prisma } from '@wfp/shared/db';

const { sql } = Prisma;

/**
 * What waits or is under way, by itself: a partition of the deliveries, in which a row may also be found by its place.
 * Statements about rows that one knows by their places use it; all others go by `isOpen`, which leads to it.
 */
export const openDeliveries = sql`webhook_deliveries_open`;
/** A delivery waits or is under way. */
export const isOpen = sql`d.filed_at = 'infinity'`;
/** It is over, and lies in the month of its end. */
export const isOver = sql`d.filed_at < 'infinity'`;

/** What a delivery keeps when it is over. */
export const keptColumns = sql`org_id, id, webhook_id, event_id, event_occurred_at, event_type, attempt, scheduled_at,
  is_manual, is_replay, replay_id, created_at`;

/**
 * Cancels open deliveries, and answers their ids. They are taken out and put into their month: a row that is moved by
 * an update fails whoever waits for it, one that is gone does not.
 */
export const cancelled = (which: Prisma.Sql) => sql`
  with gone as (delete from webhook_deliveries d where ${isOpen} and ${which} returning d.*)
  insert into webhook_deliveries (${keptColumns}, started_at, status, finished_at, filed_at)
  select ${keptColumns}, started_at, 'cancelled', now(), now() from gone returning id::float8`;
