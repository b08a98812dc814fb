import type { Caller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';

import { maxManagementLevels } from '../timeline/timeline.policy.ts';
import { isEffective } from '../timeline/timeline.store.ts';

const { sql } = Prisma;

export interface ManagerPeriod {
  manager_id: number;
  since: string;
  /** True if the manager is deleted and the period ends in the future. */
  is_missing: boolean;
  /** First day in the period on which the manager is not employed. */
  leaves: string | null;
  /** The manager's first day of employment, if it is after `since`. */
  begins: string | null;
}

export async function findManagersFrom(
  tx: Transaction,
  caller: Caller,
  employee_id: number,
  day: string,
): Promise<ManagerPeriod[]> {
  return tx.rows<ManagerPeriod>(sql`
    with led as (
      select s.value::int as manager_id, greatest(s.since, ${day}::date) as since, s.until
      from employee_spans(${caller.org_id}::int, ${employee_id}::int, 'manager_id') s
      where s.value is not null and s.until > ${day}::date
    )
    select l.manager_id, to_char(l.since, 'YYYY-MM-DD') as since, m.id is null and l.until > ${caller.platform.clock.now()}::date as is_missing,
      (select to_char(min(greatest(t.since, l.since)), 'YYYY-MM-DD')
        from employee_spans(${caller.org_id}::int, l.manager_id, 'status') t
        where t.value = 'terminated' and t.since < l.until and t.until > l.since) as leaves,
      (select to_char(min(t.since), 'YYYY-MM-DD') from employee_spans(${caller.org_id}::int, l.manager_id, 'status') t
        having min(t.since) > l.since) as begins
    from led l left join employees m on m.org_id = ${caller.org_id} and m.id = l.manager_id and m.deleted_at is null
    order by l.since`);
}

/**
 * Returns the maximum number of managers above an employee on any day from `day` on, and whether one of them is the
 * employee.
 */
export async function countLevelsAbove(
  tx: Transaction,
  caller: Caller,
  employee_id: number,
  day: string,
): Promise<{ levels: number; in_cycle: boolean }> {
  const [found] = await tx.rows<{ levels: number; in_cycle: boolean }>(sql`
    with recursive up(id, since, until, level) as (
      select s.value::int, greatest(s.since, ${day}::date), s.until, 1
      from employee_spans(${caller.org_id}::int, ${employee_id}::int, 'manager_id') s
      where s.value is not null and s.until > ${day}::date
      union
      select s.value::int, greatest(s.since, up.since), least(s.until, up.until), up.level + 1
      from up cross join lateral employee_spans(${caller.org_id}::int, up.id, 'manager_id') s
      where up.id <> ${employee_id} and up.level <= ${maxManagementLevels}::int
        and s.value is not null and s.since < up.until and s.until > up.since
    )
    select coalesce(max(level), 0)::int as levels, coalesce(bool_or(id = ${employee_id}), false) as in_cycle from up`);
  return found ?? { levels: 0, in_cycle: false };
}

/** Returns the maximum number of levels of reports below an employee, on any day from `day` on. */
export async function countLevelsBelow(
  tx: Transaction,
  caller: Caller,
  employee_id: number,
  day: string,
): Promise<number> {
  const [found] = await tx.rows<{ levels: number }>(sql`
    with recursive down(id, since, until, level) as (
      select ${employee_id}::int, ${day}::date, 'infinity'::date, 0
      union
      select h.employee_id, greatest(s.since, down.since), least(s.until, down.until), down.level + 1
      from down join employee_changes h on h.org_id = ${caller.org_id} and h.set ->> 'manager_id' = down.id::text
        and ${isEffective} and h.set ? 'manager_id'
      cross join lateral employee_spans(${caller.org_id}::int, h.employee_id, 'manager_id') s
      where down.level <= ${maxManagementLevels}::int and s.value = down.id::text
        and s.since < down.until and s.until > down.since
    )
    select max(level)::int as levels from down`);
  return found?.levels ?? 0;
}

export interface ReportPeriod {
  employee_id: number;
  since: string;
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
  day: string,
): Promise<ReportPeriod[]> {
  return tx.rows<ReportPeriod>(sql`
    select r.employee_id, to_char(greatest(s.since, ${day}::date), 'YYYY-MM-DD') as since
    from ${reportPeriods(caller, manager_id)}
    where s.value = ${manager_id}::int::text and s.until > ${day}::date order by r.employee_id, s.since`);
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
