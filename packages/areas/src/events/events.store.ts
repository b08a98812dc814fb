import { type Caller, type EventRecord, eventRecordColumns } from '@wfp/shared';
import { completeList, type ListPage } from '@wfp/shared/contract';
import {
  ascending,
  countUpTo,
  limitedToPage,
  type OrderValues,
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
  const { data: rows, last } = await takeRange<Row>(range, readRows(caller, limitedToPage(statement)));
  const data = rows.flatMap(({ total, ...event }) => (event.id === null ? [] : [event as EventRecord]));
  return { data, last, total: rows[0]?.total ?? 0 };
}

/**
 * The position of an event in a history, as a cursor contains it. It has no sequence number, because the event may get one
 * before the next page is read.
 */
const position = ascending(sql`e.occurred_at`, sql`e.id`);

/** The sequence number of an event of the organization; none if it has no number yet. Found by key in one partition. */
const numberOf = (org_id: number, id: Prisma.Sql, occurred_at: Prisma.Sql) =>
  sql`select l.seq from event_log l where l.org_id = ${org_id} and l.event_id between ${id} and ${id}
    and l.occurred_at = ${occurred_at} order by l.event_id limit 1`;

/** Condition: event `e` with number `n.seq` follows the event of a cursor, whose number is read now. */
function followsEvent(org_id: number, [occurred_at, id]: OrderValues): Prisma.Sql {
  const seq = sql`(${numberOf(org_id, sql`${id}::int8`, sql`${occurred_at}::timestamptz`)})`;
  return sql`case when ${seq} is null then n.seq is null and e.id > ${id}::int8 else n.seq is null or n.seq > ${seq} end`;
}

/**
 * Lists the events of one record in the order of their sequence numbers, as streams send them. Events without a number
 * come last, by id: ids alone do not have this order, because events of different parts of a record are written at the
 * same time. The cost grows with the history, whose numbers are all read, but not with the organization.
 *
 * Planned once per connection: planning over all months costs more than reading one index. Not `byKey`, since histories
 * can be long and would delay the credential checks on the connections for reads by key.
 */
export async function selectHistory(
  caller: Caller,
  visibility: CallerVisibility,
  of: HistoryParams,
  query: HistoryQuery,
): Promise<ListPage<EventRecord>> {
  const { org_id } = caller;
  const where = sql`e.org_id = ${org_id} and e.aggregate_type = ${of.aggregateType}
    and e.aggregate_id = ${of.aggregateId} and ${isVisibleEvent(visibility)}`;
  const range = rowRange(query, position);
  const { limit, offset, after } = range;
  const { total, ...found } = await readEventPage(
    caller,
    range,
    plannedOnce(sql`select total, ${eventRecordColumns}, e.order_values
      from (select ${countUpTo(sql`select from events e where ${where}`, query)} as total) whole
      left join (
        select e.*, n.seq, ${orderValues(position)} from events e
        left join lateral (${numberOf(org_id, sql`e.id`, sql`e.occurred_at`)}) n on true
        where ${where} ${after ? sql`and ${followsEvent(org_id, after.values)}` : empty}
        order by n.seq, e.id limit ${limit}::int offset ${offset}::int8
      ) e on true order by e.seq, e.id`),
  );
  return withNext(found, position, toTotal(total, query));
}
