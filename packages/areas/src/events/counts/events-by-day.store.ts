import { eventRecordColumns } from '@wfp/shared';
import { descending, isAfter, orderClause, orderValues, Prisma, type RowRange } from '@wfp/shared/db';
import type { VisibilityPredicates } from '../visibility/event-visibility.store.ts';
import {
  type CountedRange,
  type DayRange,
  isBounded,
  type TimeRange,
  toSqlDate,
  toSqlTimestamp,
} from './counted-range.ts';

const { sql, join, raw, empty } = Prisma;

/** A selection of events of an organization. `kinds`, on alias `e`, uses only columns that `event_counts` has too. */
export interface EventSelection {
  org_id: number;
  seen: VisibilityPredicates;
  kinds: Prisma.Sql;
  time: CountedRange;
}

/** The order of a list of events `e`. */
export const newestFirst = descending(sql`e.occurred_at`, sql`e.id`);

/**
 * Selects a page of events, newest first, and their total, in one statement so that both are consistent. Counts of
 * whole months and days come from `event_counts`. Events without a number, events that are visible because of their
 * subject, and events of partial days are counted one by one. The counts also determine the days of the page, and only
 * those are read, so a late page costs as much as the first.
 *
 * After a cursor, only periods up to its day are read, and only those before its period are counted: the first of them
 * can be read without need.
 *
 * Without time bounds the text depends only on the number of subject predicates and on whether there is a cursor, so that
 * its plan is reused.
 */
export function selectPageByDays(of: EventSelection, { limit, offset, after }: RowRange): Prisma.Sql {
  const [from, to] = [sql`${offset}::int8`, sql`${offset + limit}::int8`];
  const isShown = (n: Prisma.Sql) => sql`${n} > 0 and before < ${to} and before + ${n} > ${from}`;
  const cursorDay = sql`(${after?.values[0]}::timestamptz at time zone 'UTC')::date`;
  const isReached = (start: Prisma.Sql) => (after ? sql`${start} <= ${cursorDay}` : sql`true`);
  /** The events of a period that come before the next period on the page: none of the period of the cursor. */
  const preceding = (n: Prisma.Sql, start: Prisma.Sql, unit: Prisma.Sql) =>
    after ? sql`(case when ${start} < date_trunc(${unit}, ${cursorDay})::date then ${n} else 0 end)` : n;
  const ofPeriod = preceding(
    sql`sum(n)`,
    sql`starts_on`,
    sql`case when is_month then 'month' else 'day' end`,
  );
  const ofDay = preceding(sql`day.n`, sql`day`, sql`'day'`);
  return sql`with single_counts(day, n) as materialized (${selectSingleCounts(of)}),
    periods as (
      select starts_on, is_month, sum(n)::int8 as n,
        (sum(${ofPeriod}) over (order by starts_on desc) - ${ofPeriod})::int8 as before
      from (
        ${selectStoredCounts(of)}
        union all
        select ${countedPeriod(of.time)}, n from single_counts
      ) counted group by starts_on, is_month
    ),
    days as (
      select starts_on as day, n, before from periods where not is_month and ${isReached(sql`starts_on`)}
      union all
      select day, day.n,
        (month.before + sum(${ofDay}) over (partition by month.starts_on order by day desc) - ${ofDay})::int8
      from periods month cross join lateral (${selectDaysOfMonth(of)}) day
      where month.is_month and ${isReached(sql`month.starts_on`)} and ${isReached(sql`day`)} and ${isShown(sql`month.n`)}
    ),
    page as (
      select e.* from days cross join lateral (
        select ${eventRecordColumns}, ${orderValues(newestFirst)} from events e
        where ${matchesEvents(of)} ${after ? sql`and ${isAfter(newestFirst, after.values)}` : empty} and (${isVisibleByKind(of.seen)} ${join(
          of.seen.bySubject.map(({ where }) => sql`or ${where}`),
          ' ',
        )})
          and e.occurred_at >= day::timestamp at time zone 'UTC'
          and e.occurred_at < (day + 1)::timestamp at time zone 'UTC'
        order by e.occurred_at desc, e.id desc
        limit ${to} - greatest(before, ${from}) offset greatest(${from} - before, 0)
      ) e where ${isShown(sql`days.n`)}
      order by e.occurred_at desc, e.id desc limit ${limit}::int8
    )
    select total, page.* from (select coalesce(sum(n), 0)::float8 as total from periods) whole left join page on true
    order by page.occurred_at desc, page.id desc`;
}

/** {@link selectPageByDays} for callers that see no event by kind: their events are few and found by subject. */
export function selectPageBySubject(of: EventSelection, { limit, offset, after }: RowRange): Prisma.Sql {
  return sql`with seen as materialized (${selectVisibleBySubject(of)}),
    shown as (
      select * from seen e ${after ? sql`where ${isAfter(newestFirst, after.values)}` : empty}
      order by ${orderClause(newestFirst)} limit ${limit}::int8 offset ${offset}::int8
    )
    select total, e.* from (select count(*)::float8 as total from seen) whole left join lateral (
      select ${eventRecordColumns}, ${orderValues(newestFirst)} from shown s cross join lateral (${selectEvent('s.id', 's.occurred_at', of.org_id)}) e
    ) e on true
    order by e.occurred_at desc, e.id desc`;
}

/** Selects one event by key. The limit forces a lookup per row instead of a join. */
function selectEvent(id: string, occurredAt: string, org_id: number): Prisma.Sql {
  return sql`select * from events e
    where e.org_id = ${org_id} and e.id = ${raw(id)} and e.occurred_at = ${raw(occurredAt)} limit 1`;
}

function matchesEvents({ org_id, kinds, time }: EventSelection): Prisma.Sql {
  return sql`e.org_id = ${org_id} and ${kinds} ${matchesTime(time)}`;
}

/** Returns no condition if the range has no bounds; with one, a cached plan would use the index on `occurred_at`. */
function matchesTime(time: CountedRange): Prisma.Sql {
  return isBounded(time) ? sql`and ${isWithinTime(time)}` : empty;
}

const isVisibleByKind = ({ byKind }: VisibilityPredicates) => sql`(${byKind} and not e.is_private)`;

/** Finds events by each subject predicate with its own index; `union` removes duplicates. */
function selectVisibleBySubject(of: EventSelection): Prisma.Sql {
  const { org_id, kinds, time, seen } = of;
  const ways = seen.bySubject.map(({ isByUser, where }) => {
    // The `+ 0` excludes indexes that begin with org_id: they would read all events of the organization.
    const inOrganization = isByUser ? sql`e.org_id + 0 = ${org_id}` : sql`e.org_id = ${org_id}`;
    return sql`select e.id, e.occurred_at from events e where ${inOrganization} and ${kinds} ${matchesTime(time)} and ${where}`;
  });
  return join(ways, ' union ');
}

/**
 * Selects counts per day to be added to the stored counts. They are negative for the part of a day that is outside the
 * range although the day is counted as a whole.
 */
function selectSingleCounts(of: EventSelection): Prisma.Sql {
  const { org_id, seen, kinds, time } = of;
  const edges = isBounded(time) ? time.corrections : [];
  return join(
    [
      sql`select ${dayOf}, count(*) from outbox o cross join lateral (${selectEvent('o.event_id', 'o.occurred_at', org_id)}) e
        where o.org_id = ${org_id} and ${kinds} and ${isVisibleByKind(seen)} and ${isWithinDays(dayOf, time.whole)} group by 1`,
      sql`select ${dayOf}, count(*) from (${selectVisibleBySubject(of)}) e group by 1`,
      ...edges.map(
        ({ sign, of: range }) => sql`select ${dayOf}, ${sign}::int * count(*) from events e
          where e.org_id = ${org_id} and ${kinds} and ${isVisibleByKind(seen)} and ${isWithinTime(range)} group by 1`,
      ),
    ],
    ' union all ',
  );
}

const dayOf = sql`(e.occurred_at at time zone 'UTC')::date`;

/** Selects the stored counts of the whole months, and of the whole days around these months. */
function selectStoredCounts(of: EventSelection): Prisma.Sql {
  const counts = [of.time.months, ...of.time.days].map(
    (range, index) => sql`select e.starts_on, e.is_month, e.count as n from event_counts e
      where ${matchesStoredCounts(of, index === 0)} and ${isWithinDays(sql`e.starts_on`, range)}`,
  );
  return join(counts, ' union all ');
}

/** Filters stored counts, of days or of months, on alias `e`. */
function matchesStoredCounts({ org_id, kinds, seen }: EventSelection, isMonth: boolean): Prisma.Sql {
  return sql`e.org_id = ${org_id} and e.is_month = ${isMonth}::boolean and ${kinds} and ${seen.byKind}`;
}

/** Two columns: the first day of the month and true if the month is counted as a whole, otherwise the day and false. */
function countedPeriod({ months }: CountedRange): Prisma.Sql {
  const inMonth = isWithinDays(sql`day`, months);
  return sql`case when ${inMonth} then date_trunc('month', day)::date else day end, ${inMonth}`;
}

/** Selects the days of `month` with their counts. */
function selectDaysOfMonth(of: EventSelection): Prisma.Sql {
  const ofMonth = (day: Prisma.Sql) =>
    sql`${day} >= month.starts_on and ${day} < (month.starts_on + interval '1 month')::date`;
  return sql`select day, sum(n)::int8 as n from (
      select e.starts_on as day, e.count as n from event_counts e where ${matchesStoredCounts(of, false)} and ${ofMonth(sql`e.starts_on`)}
      union all
      select day, n from single_counts where ${ofMonth(sql`day`)}
    ) counted group by day`;
}

function isWithinDays(day: Prisma.Sql, { from, to }: DayRange): Prisma.Sql {
  return sql`(${day} >= ${toSqlDate(from)}::date and ${day} < ${toSqlDate(to)}::date)`;
}

function isWithinTime({ from, to }: TimeRange): Prisma.Sql {
  return sql`(e.occurred_at >= ${toSqlTimestamp(from)}::timestamptz and e.occurred_at < ${toSqlTimestamp(to)}::timestamptz)`;
}
