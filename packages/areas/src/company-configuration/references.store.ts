import { Prisma } from '@wfp/shared/db';
import { organizationsAs } from '../organizations/index.ts';

const { sql, raw } = Prisma;

/** Expression: `enforce_headcount` of the organization of a row. */
export const headcountPolicyOf = (row: string): Prisma.Sql =>
  raw(
    `coalesce((select k.enforce_headcount from company_configurations k where k.org_id = ${row}.org_id), 'off')`,
  );

export interface CompanyDefaults {
  time_zone: string;
  work_schedule_id: number | null;
  holiday_calendar_id: number | null;
}

/** Query for the {@link CompanyDefaults} of an organization. */
export const selectCompanyDefaults = (org_id: number): Prisma.Sql =>
  sql`select o.time_zone, k.default_work_schedule_id as work_schedule_id,
      k.default_holiday_calendar_id as holiday_calendar_id
    from ${organizationsAs('o')} left join company_configurations k on k.org_id = o.id where o.id = ${org_id}`;
