import { type Caller, hasVisibleRow } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import { placePathOf } from '../../places/index.ts';
import { liveTeams, teamOf } from '../../teams/index.ts';
import type { EmployeeFilter } from './employees.contract.ts';
import { employeeColumns, employeesWhere } from './employees.store.ts';

const { sql } = Prisma;

/** Query for an export. Includes slugs of teams, numbers of managers and paths of places that the caller can read, which an import accepts. */
export function selectExportedEmployees(caller: Caller, filter: EmployeeFilter): Prisma.Sql {
  return sql`select ${employeeColumns('e')}, t.slug as team, m.employee_number as manager,
      case when ${hasVisibleRow(caller, 'place', sql`e.place_id`)} then ${placePathOf('e')} end as place
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
}

export async function lockEmployeeByNumber(
  tx: Transaction,
  caller: Caller,
  employee_number: string,
): Promise<ExistingEmployee | undefined> {
  const [row] =
    await tx.rows<ExistingEmployee>(sql`select e.id, e.first_name, e.last_name, e.employment_type::text,
      to_char(e.hire_date, 'YYYY-MM-DD') as hire_date, e.team_id, e.manager_id, e.place_id
    from employees e where e.org_id = ${caller.org_id} and e.employee_number = ${employee_number}
      and e.deleted_at is null for update of e`);
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

export async function findManagerByNumber(
  tx: Transaction,
  caller: Caller,
  employee_number: string,
): Promise<number | undefined> {
  const [row] = await tx.rows<{ id: number }>(sql`select e.id from employees e
    where e.org_id = ${caller.org_id} and e.employee_number = ${employee_number} and ${hasVisibleRow(caller, 'employee', sql`e.id`)}`);
  return row?.id;
}
