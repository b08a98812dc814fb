import { type Caller, type EventRecord, eventRecordColumns } from '@wfp/shared';
import type { Listed } from '@wfp/shared/contract';
import { Prisma, readPage } from '@wfp/shared/db';
import { visibleEvents } from './event-visibility.store.ts';
import type { EventSight } from './event-visibility.ts';
import type { HistoryParams, HistoryQuery, ListEvents } from './events.contract.ts';

const { sql, empty } = Prisma;

const events = { columns: eventRecordColumns, from: sql`events e` };

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
  const offset = (query.page - 1) * query.limit;
  const page = { limit: query.limit, offset };
  return readPage<EventRecord>(caller, page, {
    ...events,
    where,
    orderBy: sql`e.occurred_at desc, e.id desc`,
  });
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
  return readPage<EventRecord>(caller, query, { ...events, where, orderBy: sql`e.id` });
}
