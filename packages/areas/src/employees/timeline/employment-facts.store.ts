import { Prisma } from '@wfp/shared/db';
import { timeZonePlaceOn } from './time-zones.store.ts';
import { isEffective } from './timeline.store.ts';

const { sql } = Prisma;

/** The values of a change that the working time depends on; absent if the change does not set them. */
export interface EmploymentValues {
  status?: string;
  fte?: string | number;
  hire_date?: string;
  place_id?: number | null;
  work_schedule_id?: number | null;
  holiday_calendar_id?: number | null;
}

export interface EmploymentFacts {
  id: number;
  time_zone: string | null;
  /** The place whose time zone applies on the first day: also after the employment. */
  time_zone_place_id: number | null;
  /** The values on the first day; null before the employment. */
  initial: EmploymentValues | null;
  /** Later changes up to the last day, in order. */
  changes: { day: string; set: EmploymentValues }[];
}

/** Query for the {@link EmploymentFacts} of live employees, with applied and scheduled changes. */
export const selectEmploymentFacts = (
  org_id: number,
  ids: readonly number[],
  { from, to }: { from: string; to: string },
): Prisma.Sql => {
  const isOfEmployee = sql`h.org_id = e.org_id and h.employee_id = e.id and ${isEffective}`;
  return sql`select e.id, e.time_zone, ${timeZonePlaceOn('e', sql`${from}::date`)} as time_zone_place_id,
      (select nullif(jsonb_merge(h.set order by h.effective_date, h.sequence), '{}') from employee_changes h
        where ${isOfEmployee} and h.effective_date <= ${from}::date) as initial,
      (select coalesce(jsonb_agg(jsonb_build_object('day', h.effective_date, 'set', h.set)
          order by h.effective_date, h.sequence), '[]') from employee_changes h
        where ${isOfEmployee} and h.effective_date > ${from}::date and h.effective_date <= ${to}::date) as changes
    from employees e where e.org_id = ${org_id} and e.id = any(${[...ids]}::int[]) and e.deleted_at is null`;
};
