import { type Caller, type Permission, type RowScope, rowsInReach } from '@wfp/shared';
import type { Listed } from '@wfp/shared/contract';
import {
  type Change,
  insertInto,
  Prisma,
  readByKey,
  readPage,
  recordedTable,
  type Steps,
  updateRows,
  wireColumns,
} from '@wfp/shared/db';
import type { CreateEmployee, EmployeeFilter, ListEmployees, PatchEmployee } from './employees.contract.ts';

const { sql, empty } = Prisma;

export const employeesTable = recordedTable({
  name: 'employees',
  aggregate: 'employee',
  columns: Prisma.EmployeeScalarFieldEnum,
  record_name: sql`c.first_name || ' ' || c.last_name`,
  subject: { employee: sql`c.id`, team: sql`c.team_id`, users: [sql`c.user_id`] },
  personal: sql`c.user_id`,
});

/** One's own is the employee linked to one's user. */
export const employeeRows: RowScope = {
  table: 'employees',
  owners: () => ({ users: [sql`r.user_id`], employees: [sql`r.id`] }),
};

export interface EmployeeRow {
  id: number;
  org_id: number;
  employee_number: string;
  user_id: number | null;
  team_id: number | null;
  manager_id: number | null;
  status: string;
  hire_date: string;
}

/** Dates go out as days: a driver would make moments of them. */
export const employeeColumns = (alias: 'c' | 'e') => {
  const day = (name: string) =>
    sql`to_char(${Prisma.raw(`${alias}.${name}`)}, 'YYYY-MM-DD') as ${Prisma.raw(name)}`;
  return sql`${wireColumns(employeesTable, alias, ['hire_date', 'end_date'])}, ${day('hire_date')}, ${day('end_date')}`;
};

/** The rows of `alias` within reach: one's own is the one linked to one's user. */
const inReach = (caller: Caller, permission: Permission, alias: 'e' | 'employees') => {
  const column = (name: string) => Prisma.raw(`${alias}.${name}`);
  return rowsInReach(caller, permission, { users: [column('user_id')], employees: [column('id')] });
};

/** An employee that the caller reaches with a permission. */
export async function findEmployee(
  caller: Caller,
  id: number,
  permission: Permission = 'employee:read',
): Promise<EmployeeRow | undefined> {
  return readByKey<EmployeeRow>(
    caller,
    sql`select ${employeeColumns('e')} from employees e where e.org_id = ${caller.org_id} and e.id = ${id}
      and e.deleted_at is null and ${inReach(caller, permission, 'e')}`,
  );
}

/** The live employees that the caller reaches with a permission and a filter names, as alias `e`. */
export function employeesWhere(caller: Caller, filter: EmployeeFilter, permission: Permission): Prisma.Sql {
  const { team_id, manager_id, status, q } = filter;
  const pattern = `%${q?.replace(/[\\%_]/g, '\\$&')}%`;
  return sql`e.org_id = ${caller.org_id} and e.deleted_at is null and ${inReach(caller, permission, 'e')}
    ${team_id ? sql`and e.team_id = ${team_id}` : empty}
    ${manager_id ? sql`and e.manager_id = ${manager_id}` : empty}
    ${status ? sql`and e.status = ${status}::employee_status` : empty}
    ${q ? sql`and concat_ws(' ', e.preferred_name, e.first_name, e.last_name, e.work_email, e.employee_number) ilike ${pattern}` : empty}`;
}

export async function findEmployees(caller: Caller, query: ListEmployees): Promise<Listed<EmployeeRow>> {
  return readPage<EmployeeRow>(caller, query, {
    columns: employeeColumns('e'),
    from: sql`employees e`,
    where: employeesWhere(caller, query, 'employee:read'),
    orderBy: sql`lower(e.last_name), lower(e.first_name), e.id`,
  });
}

type NewEmployee = CreateEmployee & { employee_number: string; status: string };

export function insertEmployee(caller: Caller, employee: NewEmployee): Change<EmployeeRow> {
  const { status, employment_type, hire_date, end_date, ...plain } = employee;
  return {
    table: employeesTable,
    statement: insertInto(caller, employeesTable, {
      ...plain,
      status: sql`${status}::employee_status`,
      employment_type: employment_type && sql`${employment_type}::employment_type`,
      hire_date: sql`${hire_date}::date`,
      end_date: end_date && sql`${end_date}::date`,
      created_by: caller.user_id,
      updated_by: caller.user_id,
    }),
    select: employeeColumns('c'),
  };
}

/** Whether an employee just written lies within what the caller's right to create reaches. */
export async function mayCreate(tx: Steps, caller: Caller, id: number): Promise<boolean> {
  if (caller.reach('employee:create')?.org) return true;
  const rows =
    await tx.rows(sql`select e.id from employees e where e.org_id = ${caller.org_id} and e.id = ${id}
    and ${inReach(caller, 'employee:create', 'e')}`);
  return rows.length > 0;
}

/** Changes an employee that the caller's `employee:update` reaches. */
export function updateEmployee(caller: Caller, id: number, patch: PatchEmployee): Change<EmployeeRow> {
  const where = sql`id = ${id} and deleted_at is null and ${inReach(caller, 'employee:update', 'employees')}`;
  return {
    table: employeesTable,
    statement: updateRows(caller, employeesTable, { ...patch }, where),
    select: employeeColumns('c'),
  };
}

export function archiveEmployee(caller: Caller, id: number): Change<EmployeeRow> {
  const where = sql`id = ${id} and deleted_at is null and ${inReach(caller, 'employee:archive', 'employees')}`;
  const values = { deleted_at: sql`now()` };
  return {
    table: employeesTable,
    statement: updateRows(caller, employeesTable, values, where),
    select: employeeColumns('c'),
  };
}
