import { type Caller, type EventRecord, eventRecordColumns } from '@wfp/shared';
import type { Listed } from '@wfp/shared/contract';
import { Prisma, readRows } from '@wfp/shared/db';
import { visibleEvents } from './event-visibility.store.ts';
import type { EventSight } from './event-visibility.ts';
import type { HistoryParams, HistoryQuery, ListEvents } from './events.contract.ts';

const { sql, empty } = Prisma;

/** Events of the caller's organization, newest first. Those the relay has not numbered yet are among them. */
export async function selectEvents(
  caller: Caller,
  sight: EventSight,
  query: ListEvents,
): Promise<Listed<EventRecord>> {
  const { aggregate_type, event_type, from, to } = query;
  const where = sql`e.org_id = ${caller.org_id} and ${visibleEvents(sight)}
    ${aggregate_type ? sql`and e.aggregate_type = ${aggregate_type}` : empty}
    ${event_type ? sql`and e.event_type = ${event_type}` : empty}
    ${from ? sql`and e.occurred_at > ${from}::timestamptz` : empty}
    ${to ? sql`and e.occurred_at < ${to}::timestamptz` : empty}`;
  const place = sql`order by e.occurred_at desc, e.id desc limit ${query.limit}::int
    offset ${(query.page - 1) * query.limit}::int8`;
  return listed(caller, where, place);
}

/**
 * Events of one record, oldest first. Their ids were taken under the lock of the record, so they ascend
 * in the order in which it changed.
 */
export async function selectHistory(
  caller: Caller,
  sight: EventSight,
  of: HistoryParams,
  query: HistoryQuery,
): Promise<Listed<EventRecord>> {
  const where = sql`e.org_id = ${caller.org_id} and e.aggregate_type = ${of.aggregateType}
    and e.aggregate_id = ${of.aggregateId} and ${visibleEvents(sight)}`;
  return listed(caller, where, sql`order by e.id limit ${query.limit}::int offset ${query.offset}::int8`);
}

async function listed(caller: Caller, where: Prisma.Sql, place: Prisma.Sql): Promise<Listed<EventRecord>> {
  const [data, [count]] = await Promise.all([
    readRows<EventRecord>(caller, sql`select ${eventRecordColumns} from events e where ${where} ${place}`),
    readRows<{ total: number }>(caller, sql`select count(*)::float8 as total from events e where ${where}`),
  ]);
  return { data, total: count?.total ?? 0 };
}
