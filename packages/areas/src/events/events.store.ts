import { type Caller, type EventRecord, eventRecordColumns } from '@wfp/shared';
import type { ListPage } from '@wfp/shared/contract';
import { Prisma, plannedOnce, readRows } from '@wfp/shared/db';
import { isBounded, splitRange } from './counts/counted-range.ts';
import { selectPageByDays, selectPageBySubject } from './counts/events-by-day.store.ts';
import type { HistoryParams, HistoryQuery, ListEvents } from './events.contract.ts';
import { buildVisibilityPredicates, isVisibleEvent } from './visibility/event-visibility.store.ts';
import type { CallerVisibility } from './visibility/event-visibility.ts';

const { sql } = Prisma;

/** Events of the caller's organization, newest first. Those the relay has not numbered yet are among them. */
export async function selectEvents(
  caller: Caller,
  sight: CallerVisibility,
  query: ListEvents,
): Promise<ListPage<EventRecord>> {
  const time = splitRange(query.from, query.to);
  const seen = buildVisibilityPredicates(sight, query.aggregate_type);
  if (!time || (!seen.hasByKind && seen.bySubject.length === 0)) return { data: [], total: 0 };
  const page = { limit: query.limit, offset: (query.page - 1) * query.limit };
  const statement = (seen.hasByKind ? selectPageByDays : selectPageBySubject)(
    { org_id: caller.org_id, kinds: matchesKind(query), seen, time },
    page,
  );
  // Bounds of time leave most partitions out, which only a plan for these values can.
  return readEventPage(caller, isBounded(time) ? statement : plannedOnce(statement));
}

/** The kinds asked for; the columns are those of `event_counts` too. */
function matchesKind(query: ListEvents): Prisma.Sql {
  const [aggregate_type, event_type] = [query.aggregate_type ?? null, query.event_type ?? null];
  return sql`(${aggregate_type}::text is null or e.aggregate_type = ${aggregate_type}::text)
    and (${event_type}::text is null or e.event_type = ${event_type}::text)`;
}

/** Each row carries the total; where a page is empty, one without an event does. */
async function readEventPage(caller: Caller, statement: Prisma.Sql): Promise<ListPage<EventRecord>> {
  const rows = await readRows<{ total: number } & (EventRecord | { id: null })>(caller, statement);
  const data = rows.flatMap(({ total, ...event }) => (event.id === null ? [] : [event as EventRecord]));
  return { data, total: rows[0]?.total ?? 0 };
}

/**
 * Events of one record, oldest first. Their ids were taken under the lock of the record, so they ascend
 * in the order in which it changed. One index answers, whatever the values, so it is planned once a connection: to plan
 * it for all months costs more than to read it. But histories are as long as they are, so none of it is asked where
 * rows are found by key: the next request's credential would wait behind it.
 */
export async function selectHistory(
  caller: Caller,
  sight: CallerVisibility,
  of: HistoryParams,
  query: HistoryQuery,
): Promise<ListPage<EventRecord>> {
  const where = sql`e.org_id = ${caller.org_id} and e.aggregate_type = ${of.aggregateType}
    and e.aggregate_id = ${of.aggregateId} and ${isVisibleEvent(sight)}`;
  return readEventPage(
    caller,
    plannedOnce(sql`select total, page.* from (select count(*)::float8 as total from events e where ${where}) whole left join (
        select ${eventRecordColumns} from events e where ${where}
        order by e.id limit ${query.limit}::int offset ${query.offset}::int8
      ) page on true order by page.id`),
  );
}
