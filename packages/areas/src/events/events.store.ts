import { type Caller, type EventRecord, eventRecordColumns } from '@wfp/shared';
import { completeList, type ListPage } from '@wfp/shared/contract';
import {
  ascending,
  countUpTo,
  isAfter,
  orderClause,
  orderValues,
  Prisma,
  plannedOnce,
  type RowRange,
  readRows,
  rowRange,
  takeRange,
  toTotal,
  withNext,
} from '@wfp/shared/db';
import { isBounded, splitRange } from './counts/counted-range.ts';
import { newestFirst, selectPageByDays, selectPageBySubject } from './counts/events-by-day.store.ts';
import type { HistoryParams, HistoryQuery, ListEvents } from './events.contract.ts';
import { buildVisibilityPredicates, isVisibleEvent } from './visibility/event-visibility.store.ts';
import type { CallerVisibility } from './visibility/event-visibility.ts';

const { sql, empty } = Prisma;

/** Lists the events that the caller may see, newest first, including those that the relay has not numbered yet. */
export async function selectEvents(
  caller: Caller,
  visibility: CallerVisibility,
  query: ListEvents,
): Promise<ListPage<EventRecord>> {
  const { limit, after } = query;
  const range = rowRange({ limit, offset: (query.page - 1) * limit, after }, newestFirst);
  const time = splitRange(query.from, query.to);
  const seen = buildVisibilityPredicates(visibility, query.aggregate_type);
  if (!time || (!seen.hasByKind && seen.bySubject.length === 0)) return completeList([]);
  const statement = (seen.hasByKind ? selectPageByDays : selectPageBySubject)(
    { org_id: caller.org_id, kinds: matchesKind(query), seen, time },
    range,
  );
  // With time bounds, only a plan for the actual values prunes partitions.
  const { total, ...found } = await readEventPage(
    caller,
    range,
    isBounded(time) ? statement : plannedOnce(statement),
  );
  return withNext(found, newestFirst, { total, total_is_exact: true });
}

/** Filters by type. Uses only columns that `event_counts` has too. */
function matchesKind(query: ListEvents): Prisma.Sql {
  const [aggregate_type, event_type] = [query.aggregate_type ?? null, query.event_type ?? null];
  return sql`(${aggregate_type}::text is null or e.aggregate_type = ${aggregate_type}::text)
    and (${event_type}::text is null or e.event_type = ${event_type}::text)`;
}

/** Each row contains the total. An empty page has one row without an event. */
async function readEventPage(caller: Caller, range: RowRange, statement: Prisma.Sql) {
  type Row = { total: number } & (EventRecord | { id: null });
  const { data: rows, last } = await takeRange<Row>(range, readRows(caller, statement));
  const data = rows.flatMap(({ total, ...event }) => (event.id === null ? [] : [event as EventRecord]));
  return { data, last, total: rows[0]?.total ?? 0 };
}

const oldestFirst = ascending(sql`e.id`);

/**
 * Lists the events of one record, oldest first. Ids are taken under the record's lock, so they ascend in the order of
 * its changes. Planned once per connection: planning over all months costs more than reading one index. Not
 * `byKey`, since histories can be long and would delay the credential checks on the connections for reads by key.
 */
export async function selectHistory(
  caller: Caller,
  visibility: CallerVisibility,
  of: HistoryParams,
  query: HistoryQuery,
): Promise<ListPage<EventRecord>> {
  const where = sql`e.org_id = ${caller.org_id} and e.aggregate_type = ${of.aggregateType}
    and e.aggregate_id = ${of.aggregateId} and ${isVisibleEvent(visibility)}`;
  const range = rowRange(query, oldestFirst);
  const { limit, offset, after } = range;
  const { total, ...found } = await readEventPage(
    caller,
    range,
    plannedOnce(sql`select total, page.* from (select ${countUpTo(sql`select from events e where ${where}`, query)} as total) whole
      left join (
        select ${eventRecordColumns}, ${orderValues(oldestFirst)} from events e
        where ${where} ${after ? sql`and ${isAfter(oldestFirst, after.values)}` : empty}
        order by ${orderClause(oldestFirst)} limit ${limit}::int offset ${offset}::int8
      ) page on true order by page.id`),
  );
  return withNext(found, oldestFirst, toTotal(total, query));
}
