import { eventRecordColumns } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
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

/** Which events of an organization. `kinds` on alias `e` reads only columns that `event_counts` has too. */
export interface EventSelection {
  org_id: number;
  seen: VisibilityPredicates;
  kinds: Prisma.Sql;
  time: CountedRange;
}

interface Page {
  limit: number;
  offset: number;
}

/**
 * A page of events, newest first, and how many there are: one statement, so both are of one moment. Whole months and
 * days are counted by `event_counts`, everything else event by event: what is not numbered yet, what is seen because
 * of whom it is about, and the hours at the edges. The same figures tell on which days the page lies, and only those
 * are read, so a page far back costs what the first one does.
 *
 * Where time is not bounded, its text varies with nothing but the number of ways to see an event, and so does its plan.
 */
export function selectPageByDays(of: EventSelection, { limit, offset }: Page): Prisma.Sql {
  const [from, to] = [sql`${offset}::int8`, sql`${offset + limit}::int8`];
  const isShown = (n: Prisma.Sql) => sql`${n} > 0 and before < ${to} and before + ${n} > ${from}`;
  return sql`with counted_singly(day, n) as materialized (${selectSingleCounts(of)}),
    stretches as (
      select starts_on, is_month, sum(n)::int8 as n,
        (sum(sum(n)) over (order by starts_on desc) - sum(n))::int8 as before
      from (
        ${selectStoredCounts(of)}
        union all
        select ${countedPeriod(of.time)}, n from counted_singly
      ) figure group by starts_on, is_month
    ),
    days as (
      select starts_on as day, n, before from stretches where not is_month
      union all
      select day, day.n,
        (month.before + sum(day.n) over (partition by month.starts_on order by day desc) - day.n)::int8
      from stretches month cross join lateral (${selectDaysOfMonth(of)}) day
      where month.is_month and ${isShown(sql`month.n`)}
    ),
    page as (
      select e.* from days cross join lateral (
        select ${eventRecordColumns} from events e
        where ${matchesEvents(of)} and (${isVisibleByKind(of.seen)} ${join(
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
    select total, page.* from (select coalesce(sum(n), 0)::float8 as total from stretches) whole left join page on true
    order by page.occurred_at desc, page.id desc`;
}

/** The same where nothing is seen by its kind alone: the events themselves are few, and found by their subjects. */
export function selectPageBySubject(of: EventSelection, { limit, offset }: Page): Prisma.Sql {
  return sql`with seen as materialized (${selectVisibleBySubject(of)}),
    shown as (
      select * from seen order by occurred_at desc, id desc limit ${limit}::int8 offset ${offset}::int8
    )
    select total, e.* from (select count(*)::float8 as total from seen) whole left join lateral (
      select ${eventRecordColumns} from shown s cross join lateral (${selectEvent('s.id', 's.occurred_at', of.org_id)}) e
    ) e on true
    order by e.occurred_at desc, e.id desc`;
}

/** One event by its key. The limit makes it looked up for each: whatever is thought of the other side, none is joined. */
function selectEvent(id: string, occurredAt: string, org_id: number): Prisma.Sql {
  return sql`select * from events e
    where e.org_id = ${org_id} and e.id = ${raw(id)} and e.occurred_at = ${raw(occurredAt)} limit 1`;
}

/** The events asked for, whoever sees them. */
function matchesEvents({ org_id, kinds, time }: EventSelection): Prisma.Sql {
  return sql`e.org_id = ${org_id} and ${kinds} ${matchesTime(time)}`;
}

/** Bounds that are none would tempt a kept plan to the index by time. */
function matchesTime(time: CountedRange): Prisma.Sql {
  return isBounded(time) ? sql`and ${isWithinTime(time)}` : empty;
}

const isVisibleByKind = ({ byKind }: VisibilityPredicates) => sql`(${byKind} and not e.is_private)`;

/** Each way by the index that it has; some events are seen in several. */
function selectVisibleBySubject(of: EventSelection): Prisma.Sql {
  const { org_id, kinds, time, seen } = of;
  const ways = seen.bySubject.map(({ isByUser, where }) => {
    // The sum keeps the indexes that begin with the organization out: they would read all of its events.
    const inOrganization = isByUser ? sql`e.org_id + 0 = ${org_id}` : sql`e.org_id = ${org_id}`;
    return sql`select e.id, e.occurred_at from events e where ${inOrganization} and ${kinds} ${matchesTime(time)} and ${where}`;
  });
  return join(ways, ' union ');
}

/** By day, what no figure is kept of. Negative where a day is counted whole that is asked for in part. */
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

/** What is kept of the whole months, and of the whole days around them. */
function selectStoredCounts(of: EventSelection): Prisma.Sql {
  const figures = [of.time.months, ...of.time.days].map(
    (range, index) => sql`select e.starts_on, e.is_month, e.count as n from event_counts e
      where ${matchesStoredCounts(of, index === 0)} and ${isWithinDays(sql`e.starts_on`, range)}`,
  );
  return join(figures, ' union all ');
}

/** The figures of days or of months, on alias `e` as the predicates are. */
function matchesStoredCounts({ org_id, kinds, seen }: EventSelection, isMonth: boolean): Prisma.Sql {
  return sql`e.org_id = ${org_id} and e.is_month = ${isMonth}::boolean and ${kinds} and ${seen.byKind}`;
}

/** Where a day is counted: in its month when that is counted as a whole, else by itself. */
function countedPeriod({ months }: CountedRange): Prisma.Sql {
  const inMonth = isWithinDays(sql`day`, months);
  return sql`case when ${inMonth} then date_trunc('month', day)::date else day end, ${inMonth}`;
}

/** The days of `month`, each with how many events it has. */
function selectDaysOfMonth(of: EventSelection): Prisma.Sql {
  const ofMonth = (day: Prisma.Sql) =>
    sql`${day} >= month.starts_on and ${day} < (month.starts_on + interval '1 month')::date`;
  return sql`select day, sum(n)::int8 as n from (
      select e.starts_on as day, e.count as n from event_counts e where ${matchesStoredCounts(of, false)} and ${ofMonth(sql`e.starts_on`)}
      union all
      select day, n from counted_singly where ${ofMonth(sql`day`)}
    ) figure group by day`;
}

function isWithinDays(day: Prisma.Sql, { from, to }: DayRange): Prisma.Sql {
  return sql`(${day} >= ${toSqlDate(from)}::date and ${day} < ${toSqlDate(to)}::date)`;
}

function isWithinTime({ from, to }: TimeRange): Prisma.Sql {
  return sql`(e.occurred_at >= ${toSqlTimestamp(from)}::timestamptz and e.occurred_at < ${toSqlTimestamp(to)}::timestamptz)`;
}
