import type { Caller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';

import { type Levels, type ManagerPeriod, maxManagementLevels } from '../timeline/timeline.policy.ts';
import { isEffective } from '../timeline/timeline.store.ts';

const { sql } = Prisma;

/** An employee whose reporting line is read from a day on. */
export interface ReportPeriod {
  employee_id: number;
  since: string;
}

/** Rows `n`, `employee_id`, `day`: the periods in their order. */
const periodRows = (periods: readonly ReportPeriod[]) =>
  sql`unnest(${periods.map((one) => one.employee_id)}::int[], ${periods.map((one) => one.since)}::date[])
    with ordinality r(employee_id, day, n)`;

export async function findManagersFrom(
  tx: Transaction,
  caller: Caller,
  periods: readonly ReportPeriod[],
): Promise<ManagerPeriod[]> {
  return tx.rows<ManagerPeriod>(sql`
    with led as (
      select r.n, r.employee_id, s.value::int as manager_id, greatest(s.since, r.day) as since, s.until
      from ${periodRows(periods)} cross join lateral employee_spans(${caller.org_id}::int, r.employee_id, 'manager_id') s
      where s.value is not null and s.until > r.day
    )
    select l.employee_id, l.manager_id, to_char(l.since, 'YYYY-MM-DD') as since,
      m.id is null and l.until > ${caller.platform.clock.now()}::date as is_missing,
      (select to_char(min(greatest(t.since, l.since)), 'YYYY-MM-DD')
        from employee_spans(${caller.org_id}::int, l.manager_id, 'status') t
        where t.value = 'terminated' and t.since < l.until and t.until > l.since) as leaves,
      (select to_char(min(t.since), 'YYYY-MM-DD') from employee_spans(${caller.org_id}::int, l.manager_id, 'status') t
        having min(t.since) > l.since) as begins
    from led l left join employees m on m.org_id = ${caller.org_id} and m.id = l.manager_id and m.deleted_at is null
    order by l.n, l.since`);
}

/** Counts the levels of managers of employees who have a manager, from the day of each on. Cycles are first: others have all levels then. */
export async function countLevels(
  tx: Transaction,
  caller: Caller,
  periods: readonly ReportPeriod[],
): Promise<Levels[]> {
  return tx.rows<Levels>(sql`
    with recursive up(n, origin, id, since, until, level) as (
      select r.n, r.employee_id, s.value::int, greatest(s.since, r.day), s.until, 1
      from ${periodRows(periods)} cross join lateral employee_spans(${caller.org_id}::int, r.employee_id, 'manager_id') s
      where s.value is not null and s.until > r.day
      union
      select up.n, up.origin, s.value::int, greatest(s.since, up.since), least(s.until, up.until), up.level + 1
      from up cross join lateral employee_spans(${caller.org_id}::int, up.id, 'manager_id') s
      where up.id <> up.origin and up.level <= ${maxManagementLevels}::int
        and s.value is not null and s.since < up.until and s.until > up.since
    ), down(n, id, since, until, level) as (
      select r.n, r.employee_id, r.day, 'infinity'::date, 0 from ${periodRows(periods)}
      union
      select down.n, h.employee_id, greatest(s.since, down.since), least(s.until, down.until), down.level + 1
      from down join employee_changes h on h.org_id = ${caller.org_id} and h.set ->> 'manager_id' = down.id::text
        and ${isEffective} and h.set ? 'manager_id'
      cross join lateral employee_spans(${caller.org_id}::int, h.employee_id, 'manager_id') s
      where down.level <= ${maxManagementLevels}::int and s.value = down.id::text
        and s.since < down.until and s.until > down.since
    )
    select a.above, a.in_cycle, b.below
    from (select n, max(level)::int as above, bool_or(id = origin) as in_cycle from up group by n) a
    join (select n, max(level)::int as below from down group by n) b using (n) order by in_cycle desc, n`);
}

const reportPeriods = (caller: Caller, manager_id: number) => sql`
  (select distinct h.employee_id from employee_changes h
    join employees r on r.org_id = h.org_id and r.id = h.employee_id and r.deleted_at is null
    where h.org_id = ${caller.org_id} and h.set ->> 'manager_id' = ${manager_id}::int::text
      and ${isEffective} and h.set ? 'manager_id') r
  cross join lateral employee_spans(${caller.org_id}::int, r.employee_id, 'manager_id') s`;

export async function findReportsFrom(
  tx: Transaction,
  caller: Caller,
  manager_id: number,
  { day, limit }: { day: string; limit: number },
): Promise<ReportPeriod[]> {
  return tx.rows<ReportPeriod>(sql`
    select r.employee_id, to_char(greatest(s.since, ${day}::date), 'YYYY-MM-DD') as since
    from ${reportPeriods(caller, manager_id)}
    where s.value = ${manager_id}::int::text and s.until > ${day}::date order by r.employee_id, s.since limit ${limit}::int`);
}

/** Counts reports whose manager is terminated during their reporting period. Ignores periods that ended before today. */
export async function countOrphanedReports(
  tx: Transaction,
  caller: Caller,
  manager_id: number,
): Promise<number> {
  const [found] = await tx.rows<{ reports: number }>(sql`
    select count(distinct r.employee_id)::int as reports
    from ${reportPeriods(caller, manager_id)}
    join employee_spans(${caller.org_id}::int, ${manager_id}::int, 'status') t
      on t.value = 'terminated' and t.since < s.until and t.until > s.since
    where s.value = ${manager_id}::int::text and s.until > ${caller.platform.clock.now()}::date`);
  return found?.reports ?? 0;
}

/** Returns the status of an employee on a day (null before the hire) and their first day. */
export async function findStatusOn(
  tx: Transaction,
  caller: Caller,
  employee_id: number,
  day: string,
): Promise<{ status: string | null; first_day: string }> {
  const [found] = await tx.rows<{ status: string | null; first_day: string }>(sql`
    select (select s.value from employee_spans(${caller.org_id}::int, ${employee_id}::int, 'status') s
        where s.since <= ${day}::date and s.until > ${day}::date) as status,
      (select to_char(min(s.since), 'YYYY-MM-DD') from employee_spans(${caller.org_id}::int, ${employee_id}::int, 'status') s) as first_day`);
  if (!found) throw new Error('Invariant: the query returned no row');
  return found;
}
