import { type Caller, hasVisibleRow } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import { holidayCalendarNamed, holidayCalendarNameOf } from '../../holiday-calendars/index.ts';
import { placePathOf } from '../../places/index.ts';
import { liveTeams, teamOf } from '../../teams/index.ts';
import { workScheduleNamed, workScheduleNameOf } from '../../work-schedules/index.ts';
import type { EmployeeFilter } from './employees.contract.ts';
import { employeeColumns, employeesWhere } from './employees.store.ts';

const { sql } = Prisma;

/**
 * Query for an export. Includes slugs of teams, numbers of managers, paths of places and names of schedules and calendars
 * that the caller can read, which an import accepts.
 */
export function selectExportedEmployees(caller: Caller, filter: EmployeeFilter): Prisma.Sql {
  return sql`select ${employeeColumns('e')}, t.slug as team, m.employee_number as manager,
      case when ${hasVisibleRow(caller, 'place', sql`e.place_id`)} then ${placePathOf('e')} end as place,
      case when ${hasVisibleRow(caller, 'work_schedule', sql`e.work_schedule_id`)} then ${workScheduleNameOf('e')} end as work_schedule,
      case when ${hasVisibleRow(caller, 'holiday_calendar', sql`e.holiday_calendar_id`)}
        then ${holidayCalendarNameOf('e')} end as holiday_calendar
    from employees e
    left join ${teamOf('t', 'e')} and ${hasVisibleRow(caller, 'team', sql`t.id`)}
    left join employees m on m.org_id = e.org_id and m.id = e.manager_id and ${hasVisibleRow(caller, 'employee', sql`m.id`)}
    where ${employeesWhere(caller, filter, 'employee:export')} order by e.id`;
}

export interface ExistingEmployee {
  id: number;
  first_name: string;
  last_name: string;
  hire_date: string;
  employment_type: string;
  team_id: number | null;
  manager_id: number | null;
  place_id: number | null;
  work_schedule_id: number | null;
  holiday_calendar_id: number | null;
}

/** Locks the employee with a number, if the caller may read the employee. */
export async function lockEmployeeByNumber(
  tx: Transaction,
  caller: Caller,
  employee_number: string,
): Promise<ExistingEmployee | undefined> {
  const [row] =
    await tx.rows<ExistingEmployee>(sql`select e.id, e.first_name, e.last_name, e.employment_type::text,
      to_char(e.hire_date, 'YYYY-MM-DD') as hire_date, e.team_id, e.manager_id, e.place_id,
      e.work_schedule_id, e.holiday_calendar_id
    from employees e where e.org_id = ${caller.org_id} and e.employee_number = ${employee_number}
      and e.deleted_at is null and ${hasVisibleRow(caller, 'employee', sql`e.id`)} for no key update of e`);
  return row;
}

export async function findTeamBySlug(
  tx: Transaction,
  caller: Caller,
  slug: string,
): Promise<number | undefined> {
  const [row] = await tx.rows<{ id: number }>(
    sql`select t.id ${liveTeams(caller.org_id)} and t.slug = ${slug} and ${hasVisibleRow(caller, 'team', sql`t.id`)}`,
  );
  return row?.id;
}

export const findScheduleByName = (tx: Transaction, caller: Caller, name: string) =>
  findVisible(tx, caller, 'work_schedule', workScheduleNamed(caller.org_id, name));

export const findCalendarByName = (tx: Transaction, caller: Caller, name: string) =>
  findVisible(tx, caller, 'holiday_calendar', holidayCalendarNamed(caller.org_id, name));

async function findVisible(
  tx: Transaction,
  caller: Caller,
  resource: string,
  id: Prisma.Sql,
): Promise<number | undefined> {
  const [row] = await tx.rows<{ id: number }>(
    sql`select f.id from (select ${id} as id) f where ${hasVisibleRow(caller, resource, sql`f.id`)}`,
  );
  return row?.id;
}

export async function findManagerByNumber(
  tx: Transaction,
  caller: Caller,
  employee_number: string,
): Promise<number | undefined> {
  const [row] = await tx.rows<{ id: number }>(sql`select e.id from employees e
    where e.org_id = ${caller.org_id} and e.employee_number = ${employee_number} and ${hasVisibleRow(caller, 'employee', sql`e.id`)}`);
  return row?.id;
}
