import type { Caller } from '@wfp/shared';
import { lockOrganization, Prisma, type Transaction } from '@wfp/shared/db';
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

/** Condition: kudos of an organization require a value of the company. */
export const requiresKudosValue = (org_id: number): Prisma.Sql =>
  sql`exists (select from company_configurations k
    where k.org_id = ${org_id} and (k.kudos ->> 'require_core_value')::boolean)`;

/**
 * Locks the requirement of kudos and the active values until the end of the transaction: before a write that begins to
 * require one or takes one away. Taken before locks of rows.
 */
export const lockRequiredValue = (tx: Transaction, caller: Caller): Promise<void> =>
  lockOrganization(tx, caller, 'active_core_values');
