import { Prisma } from '@wfp/shared/db';

const { sql } = Prisma;

/**
 * The partition of open deliveries: pending or being sent. Statements that find rows by `ctid` must name it, because a
 * `ctid` identifies a row only within a partition. The relay names it too: choosing the partition of each inserted row
 * takes a tenth of its time. Others can use the condition `isOpen`, with which PostgreSQL prunes all other partitions.
 */
export const openDeliveries = sql`webhook_deliveries_open`;
export const isOpen = sql`d.filed_at = 'infinity'`;
/** Finished deliveries are in the partition of the month in which they finished. */
export const isFinished = sql`d.filed_at < 'infinity'`;

/** Columns that are copied when a delivery moves to another partition. */
export const copiedColumns = sql`org_id, id, webhook_id, event_id, event_occurred_at, event_type, attempt, scheduled_at,
  is_manual, is_replay, replay_id, created_at`;

/**
 * Statement that cancels open deliveries and returns their ids. It deletes the rows and inserts them again: moving a
 * row to another partition by an update fails transactions that wait for the row, deleting it does not.
 */
export const cancelStatement = (which: Prisma.Sql) => sql`
  with deleted as (delete from webhook_deliveries d where ${isOpen} and ${which} returning d.*)
  insert into webhook_deliveries (${copiedColumns}, started_at, status, finished_at, filed_at)
  select ${copiedColumns}, started_at, 'cancelled', now(), now() from deleted returning id::float8`;
