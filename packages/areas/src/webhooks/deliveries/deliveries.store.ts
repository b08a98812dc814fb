import type { Caller } from '@wfp/shared';
import type { ListPage } from '@wfp/shared/contract';
import {
  type Change,
  descending,
  insertInto,
  Prisma,
  readOne,
  readPage,
  readRows,
  recordedTable,
  type Transaction,
} from '@wfp/shared/db';
import type { ListDeliveries } from './deliveries.contract.ts';
import { cancelStatement, isFinished, isOpen } from './delivery-state.store.ts';

const { sql, empty } = Prisma;

const { filed_at: _, ...columns } = Prisma.WebhookDeliveryScalarFieldEnum;
/** Records test deliveries and retries of single deliveries. All other deliveries are operational data. */
export const deliveriesTable = recordedTable({
  name: 'webhook_deliveries',
  aggregate: 'webhook_endpoint',
  aggregate_id: 'webhook_id',
  resource: 'webhook_delivery',
  columns,
});

export interface DeliveryRow {
  id: number;
  webhook_id: number;
  event_id: number;
  event_type: string;
  attempt: number;
  status: string;
}

export const deliveryColumns = (alias: 'c' | 'd') => {
  const row = Prisma.raw(alias);
  return sql`${row}.id::float8 as id, ${row}.webhook_id, ${row}.event_id::float8 as event_id, ${row}.event_type,
    ${row}.attempt, ${row}.status, ${row}.scheduled_at, ${row}.started_at, ${row}.finished_at, ${row}.duration_ms,
    ${row}.response_status, ${row}.response_headers, ${row}.response_body, ${row}.error, ${row}.is_manual, ${row}.is_replay, ${row}.replay_id, ${row}.created_at`;
};

/**
 * Selects the ids of the deliveries of an event to an endpoint, from the two partial indexes that together cover all.
 */
const selectDeliveryIds = ({ org_id }: Caller, webhook_id: number, event_id: number) => sql`
  select o.id from webhook_deliveries o
  where o.org_id = ${org_id} and o.webhook_id = ${webhook_id} and not o.is_manual and o.event_id = ${event_id}::int8
  union all
  select m.id from webhook_deliveries m
  where m.org_id = ${org_id} and m.webhook_id = ${webhook_id} and m.is_manual and m.event_id = ${event_id}::int8`;

/** Open and finished deliveries are in separate partitions. */
const isInPartitionFor = (status: string) =>
  status === 'pending' || status === 'delivering' ? isOpen : isFinished;

export async function findDeliveries(
  caller: Caller,
  webhook_id: number,
  query: ListDeliveries,
): Promise<ListPage<DeliveryRow>> {
  const where = sql`d.org_id = ${caller.org_id} and d.webhook_id = ${webhook_id}
    ${query.status ? sql`and d.status = ${query.status}::delivery_status and ${isInPartitionFor(query.status)}` : empty}
    ${query.event_type ? sql`and d.event_type = ${query.event_type}` : empty}
    ${query.event_id ? sql`and d.id in (${selectDeliveryIds(caller, webhook_id, query.event_id)})` : empty}
    ${query.replay_id ? sql`and d.replay_id = ${query.replay_id}` : empty}
    ${query.from ? sql`and d.created_at >= ${query.from}::timestamptz and d.filed_at >= ${query.from}::timestamptz` : empty}
    ${query.to ? sql`and d.created_at < ${query.to}::timestamptz` : empty}`;
  return readPage<DeliveryRow>(caller, query, {
    columns: deliveryColumns('d'),
    from: sql`webhook_deliveries d`,
    where,
    orderBy: descending(sql`d.id`),
  });
}

export async function findNewestDeliveries(
  caller: Caller,
  webhook_id: number,
  limit: number,
): Promise<DeliveryRow[]> {
  return readRows<DeliveryRow>(
    caller,
    sql`select ${deliveryColumns('d')} from webhook_deliveries d
      where d.org_id = ${caller.org_id} and d.webhook_id = ${webhook_id} order by d.id desc limit ${limit}::int`,
  );
}

export async function findDelivery(
  caller: Caller,
  webhook_id: number,
  id: number,
): Promise<DeliveryRow | undefined> {
  return readOne<DeliveryRow>(
    caller,
    sql`select ${deliveryColumns('d')} from webhook_deliveries d
      where d.org_id = ${caller.org_id} and d.webhook_id = ${webhook_id} and d.id = ${id}::int8`,
  );
}

/** Expression: the time of a delivery's event, which identifies the event's partition. */
const eventOccurredAt = ({ org_id }: Caller, { webhook_id, id }: DeliveryRow) =>
  sql`(select d.event_occurred_at from webhook_deliveries d
    where d.org_id = ${org_id} and d.webhook_id = ${webhook_id} and d.id = ${id}::int8)`;

/** True if the event of a delivery has not been archived. A delivery can still exist after its event was archived. */
export async function hasEvent(caller: Caller, delivery: DeliveryRow): Promise<boolean> {
  const event = await readOne(
    caller,
    sql`select id::float8 from events where org_id = ${caller.org_id} and id = ${delivery.event_id}::int8
      and occurred_at = ${eventOccurredAt(caller, delivery)}`,
  );
  return event !== undefined;
}

/**
 * Expression: the next attempt number for the event of a delivery. It is higher than all existing attempts and, while
 * an automatic attempt is open, higher than all that the retry schedule may still add.
 */
const nextAttempt = (caller: Caller, { webhook_id, event_id }: DeliveryRow) =>
  sql`(select 1 + greatest(max(a.attempt), max(${caller.platform.config.WEBHOOK_RETRY_SCHEDULE.length}::int)
      filter (where not a.is_manual and a.finished_at is null))
    from webhook_deliveries a
    where a.org_id = ${caller.org_id} and a.webhook_id = ${webhook_id} and a.id in (${selectDeliveryIds(caller, webhook_id, event_id)}))`;

export function insertManualDelivery(
  caller: Caller,
  delivery: Pick<DeliveryRow, 'webhook_id' | 'event_id' | 'event_type'>,
  repeats?: DeliveryRow,
): Change<DeliveryRow> {
  return {
    table: deliveriesTable,
    statement: insertInto(caller, deliveriesTable, {
      ...delivery,
      attempt: repeats ? nextAttempt(caller, repeats) : 1,
      event_id: sql`${delivery.event_id}::int8`,
      event_occurred_at: repeats ? eventOccurredAt(caller, repeats) : sql`now()`,
      scheduled_at: sql`now()`,
      is_manual: true,
    }),
    select: deliveryColumns('c'),
  };
}

export async function linkTestEvent(
  tx: Transaction,
  caller: Caller,
  delivery: DeliveryRow,
): Promise<DeliveryRow> {
  const [row] = await tx.rows<DeliveryRow>(sql`
    update webhook_deliveries d set (event_id, event_occurred_at) = (
      select a.event_id, a.occurred_at from audit_log a
      where a.org_id = d.org_id and a.resource = ${deliveriesTable.resource} and a.record_id = d.id
        and a.occurred_at > now() - interval '1 minute')
    where d.org_id = ${caller.org_id} and d.webhook_id = ${delivery.webhook_id} and d.id = ${delivery.id}::int8 and ${isOpen}
    returning ${deliveryColumns('d')}`);
  if (!row) throw new Error('The test delivery does not exist');
  return row;
}

/** Cancels the pending deliveries and running replays of an endpoint. */
export async function cancelPending(tx: Transaction, caller: Caller, webhook_id: number): Promise<void> {
  // Replays first: this waits for a replay that is inserting deliveries.
  await tx.executeUnrecorded(sql`update webhook_replays set status = 'cancelled', finished_at = now(), updated_at = now()
    where org_id = ${caller.org_id} and webhook_id = ${webhook_id} and status = 'running'`);
  await tx.executeUnrecorded(
    cancelStatement(
      sql`d.org_id = ${caller.org_id} and d.webhook_id = ${webhook_id} and d.status = 'pending'`,
    ),
  );
}
