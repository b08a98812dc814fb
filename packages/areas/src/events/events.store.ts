import { type Caller, type EventRecord, eventRecordColumns } from '@wfp/shared';
import type { Listed } from '@wfp/shared/contract';
import { Prisma, readPage, readRows } from '@wfp/shared/db';
import { countedTime } from './counted-time.ts';
import { seenEvents, visibleEvents } from './event-visibility.store.ts';
import type { EventSight } from './event-visibility.ts';
import type { HistoryParams, HistoryQuery, ListEvents } from './events.contract.ts';
import { pageByDays, pageOfFew } from './events-by-day.store.ts';

const { sql, empty } = Prisma;

const events = { columns: eventRecordColumns, from: sql`events e` };

/** Events of the caller's organization, newest first. Those the relay has not numbered yet are among them. */
export async function selectEvents(
  caller: Caller,
  sight: EventSight,
  query: ListEvents,
): Promise<Listed<EventRecord>> {
  const time = countedTime(query.from, query.to);
  const { byKind, bySubject } = seenEvents(sight, query.aggregate_type);
  if (!time) return { data: [], total: 0 };
  const of = { org_id: caller.org_id, kinds: kindsOf(query), time };
  const page = { limit: query.limit, offset: (query.page - 1) * query.limit };
  if (byKind) return read(caller, pageByDays({ ...of, seen: { byKind, bySubject } }, page));
  return bySubject ? read(caller, pageOfFew({ ...of, bySubject }, page)) : { data: [], total: 0 };
}

/** The kinds asked for; the columns are those of `event_counts` too. */
function kindsOf({ aggregate_type, event_type }: ListEvents): Prisma.Sql {
  return sql`true ${aggregate_type ? sql`and e.aggregate_type = ${aggregate_type}` : empty}
    ${event_type ? sql`and e.event_type = ${event_type}` : empty}`;
}

/** Each row carries the total; where a page is empty, one without an event does. */
async function read(caller: Caller, statement: Prisma.Sql): Promise<Listed<EventRecord>> {
  const rows = await readRows<{ total: number } & (EventRecord | { id: null })>(caller, statement);
  const data = rows.flatMap(({ total, ...event }) => (event.id === null ? [] : [event as EventRecord]));
  return { data, total: rows[0]?.total ?? 0 };
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
