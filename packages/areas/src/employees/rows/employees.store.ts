import {
  type Caller,
  type Permission,
  type RecordNaming,
  type RowOwners,
  rowsInScope,
  type ScopedTable,
} from '@wfp/shared';
import type { ListPage } from '@wfp/shared/contract';
import {
  type Change,
  containsPattern,
  insertInto,
  orderBy,
  Prisma,
  readOne,
  readPage,
  recordedTable,
  type SortKey,
  type Transaction,
  updateIfDifferent,
  updateRows,
  wireColumns,
} from '@wfp/shared/db';
import { apiKeyOf } from '../timeline/decisions.store.ts';
import { datedColumns } from '../timeline/timeline.store.ts';
import type {
  CreateEmployee,
  EmployeeFilter,
  employeeSorts,
  ListEmployees,
  PatchEmployee,
} from './employees.contract.ts';

const { sql, empty, raw } = Prisma;

export const employeesTable = recordedTable({
  name: 'employees',
  aggregate: 'employee',
  columns: Prisma.EmployeeScalarFieldEnum,
  record_name: sql`c.first_name || ' ' || c.last_name`,
  subject: { employee: sql`c.id`, team: sql`c.team_id`, users: [sql`c.user_id`] },
  personal: sql`c.user_id`,
});

/** The scope `own` covers the employee linked to the caller's user. */
export const employeeOwners = (alias: 'r' | 'e' | 'employees'): RowOwners => {
  const column = (name: string) => Prisma.raw(`${alias}.${name}`);
  return { users: [column('user_id')], employees: [column('id')], byPrimaryTeam: true };
};

export const employeeNaming: RecordNaming = {
  name: (alias) => raw(`${alias}.first_name || ' ' || ${alias}.last_name`),
  hint: (alias) => raw(`${alias}.job_title`),
};

export const employeeRows: ScopedTable = { table: 'employees', owners: () => employeeOwners('r') };

export interface EmployeeRow {
  id: number;
  org_id: number;
  employee_number: string;
  user_id: number | null;
  first_name: string;
  last_name: string;
  position_id: number | null;
  team_id: number | null;
  manager_id: number | null;
  place_id: number | null;
  work_schedule_id: number | null;
  holiday_calendar_id: number | null;
  status: string;
  hire_date: string;
  original_hire_date: string | null;
}

const linkColumns = ['user_linked_by', 'user_linked_with', 'user_linked_at'];

/** Formats dates in SQL, because the driver would return timestamps, and removes trailing zeros of `fte`. */
export const employeeColumns = (alias: 'c' | 'e') => {
  const column = (name: string) => Prisma.raw(`${alias}.${name}`);
  const days = ['hire_date', 'original_hire_date', 'end_date'];
  const shown = days.map((name) => sql`to_char(${column(name)}, 'YYYY-MM-DD') as ${Prisma.raw(name)}`);
  return sql`${wireColumns(employeesTable, alias, [...days, ...linkColumns, 'fte'])}, ${Prisma.join(shown)},
    trim_scale(${column('fte')})::text as fte`;
};

/**
 * Employees as a table `e`: the rows, or with `as_of` their values on that day. Employees are absent before the day on
 * which they were hired or created, whichever is earlier.
 */
export function employeesAsOf(caller: Caller, as_of: string | undefined): Prisma.Sql {
  if (as_of === undefined) return sql`employees e`;
  const columns = employeesTable.columns.map((name) => `${name in datedColumns ? 'f' : 'p'}.${name}`);
  return sql`(select ${Prisma.raw(columns.join(', '))}
    from employees p join employee_periods f on f.org_id = p.org_id and f.employee_id = p.id
      and f.from_date <= ${as_of}::date and f.until_date > ${as_of}::date
    where p.org_id = ${caller.org_id} and f.org_id = ${caller.org_id} and p.deleted_at is null) e`;
}

const isInScope = (caller: Caller, permission: Permission, alias: 'e' | 'employees') =>
  rowsInScope(caller, permission, employeeOwners(alias));

/**
 * Condition: a deleted employee is in the scope of a permission. The deletion ended reporting lines and memberships, so the
 * scopes `reports` and `team` are those of the manager and the primary team that the employee had.
 */
export function isDeletedInScope(caller: Caller, permission: Permission, alias: 'e'): Prisma.Sql {
  const column = (name: string) => Prisma.raw(`${alias}.${name}`);
  const owners = { ...employeeOwners(alias), teams: [column('team_id')] };
  const { org_id, employee_id } = caller;
  const hasReports = caller.rowScopeFor(permission)?.reports === true && employee_id !== null;
  return sql`(${rowsInScope(caller, permission, owners)} ${
    hasReports
      ? sql`or ${column('manager_id')} = ${employee_id}
      or ${column('manager_id')} = any(array(select employees_below(${org_id}::int, ${employee_id}::int)))`
      : empty
  })`;
}

/** Finds an employee on whom the caller has a permission, with current values or those of a day. */
export async function findEmployee(
  caller: Caller,
  id: number,
  permission: Permission = 'employee:read',
  as_of?: string,
): Promise<EmployeeRow | undefined> {
  return readOne<EmployeeRow>(
    caller,
    sql`select ${employeeColumns('e')} from ${employeesAsOf(caller, as_of)} where e.org_id = ${caller.org_id} and e.id = ${id}
      and e.deleted_at is null and ${isInScope(caller, permission, 'e')} ${changesInScope(caller, as_of)}`,
  );
}

/** Reads an employee within the transaction, regardless of permissions. */
export async function findEmployeeInTransaction(
  tx: Transaction,
  caller: Caller,
  id: number,
): Promise<EmployeeRow | undefined> {
  const [row] = await tx.rows<EmployeeRow>(sql`select ${employeeColumns('e')} from employees e
    where e.org_id = ${caller.org_id} and e.id = ${id} and e.deleted_at is null`);
  return row;
}

/** Values of another day additionally require `employee_change:read` on the employee. */
export const changesInScope = (caller: Caller, as_of: string | undefined) =>
  as_of === undefined ? empty : sql`and ${isInScope(caller, 'employee_change:read', 'e')}`;

/**
 * Condition: the name, the work address or the number of employee `e` contains a text, in any case. The row stores these
 * values in lower case. Names of another day, which `e` has with `as_of`, are not stored in this form.
 */
export function matchesText(q: string, as_of: string | undefined): Prisma.Sql {
  const text =
    as_of === undefined
      ? sql`e.search_text`
      : sql`employee_search_text(e.preferred_name, e.first_name, e.last_name, e.work_email, e.employee_number)`;
  return sql`${text} like lower(${containsPattern(q)})`;
}

/** Condition: employee `e` is live and matches a filter, and the caller has a permission on the employee. */
export const employeesWhere = (
  caller: Caller,
  filter: EmployeeFilter & { as_of?: string | undefined },
  permission: Permission,
): Prisma.Sql =>
  sql`e.org_id = ${caller.org_id} and e.deleted_at is null and ${isInScope(caller, permission, 'e')} ${matchesFilter(filter)}`;

/** Condition: employee `e` is deleted and matches a filter, and the caller may restore the employee. */
const deletedEmployeesWhere = (caller: Caller, filter: EmployeeFilter): Prisma.Sql =>
  sql`e.org_id = ${caller.org_id} and e.deleted_at is not null
    and ${isDeletedInScope(caller, 'employee:manage', 'e')} ${matchesFilter(filter)}`;

const referenceFilters = [
  'team_id',
  'manager_id',
  'position_id',
  'place_id',
  'work_schedule_id',
  'holiday_calendar_id',
] as const satisfies (keyof EmployeeFilter)[];

function matchesFilter(filter: EmployeeFilter & { as_of?: string | undefined }): Prisma.Sql {
  const { status, employment_type, hired_from, hired_to, q, as_of } = filter;
  const references = referenceFilters.flatMap((name) => {
    const id = filter[name];
    return id ? [sql`and e.${Prisma.raw(name)} = ${id}`] : [];
  });
  return sql`
    ${references.length > 0 ? Prisma.join(references, ' ') : empty}
    ${status ? sql`and e.status = ${status}::employee_status` : empty}
    ${employment_type ? sql`and e.employment_type = ${employment_type}::employment_type` : empty}
    ${hired_from ? sql`and e.hire_date >= ${hired_from}::date` : empty}
    ${hired_to ? sql`and e.hire_date <= ${hired_to}::date` : empty}
    ${q ? sql`and ${matchesText(q, as_of)}` : empty}`;
}

export const employeeSortKeys: Record<(typeof employeeSorts)[number], SortKey> = {
  name: [sql`lower(e.last_name)`, sql`lower(e.first_name)`],
  employee_number: sql`e.employee_number`,
  status: sql`e.status`,
  hire_date: sql`e.hire_date`,
  created_at: sql`e.created_at`,
  updated_at: sql`e.updated_at`,
};

export async function findEmployees(caller: Caller, query: ListEmployees): Promise<ListPage<EmployeeRow>> {
  return readPage<EmployeeRow>(caller, query, {
    columns: employeeColumns('e'),
    alias: sql`e`,
    from: employeesAsOf(caller, query.as_of),
    where: query.deleted
      ? deletedEmployeesWhere(caller, query)
      : sql`${employeesWhere(caller, query, 'employee:read')} ${changesInScope(caller, query.as_of)}`,
    orderBy: orderBy(query.sort, employeeSortKeys, sql`e.id`),
  });
}

export type NewEmployee = CreateEmployee & { employee_number: string; status: string };

/** The columns that record who links an employee to a user. */
export const linkedBy = (caller: Caller) => ({
  user_linked_by: caller.user_id,
  user_linked_with: apiKeyOf(caller),
  user_linked_at: sql`clock_timestamp()`,
});

export function insertEmployee(caller: Caller, employee: NewEmployee): Change<EmployeeRow> {
  const { status, employment_type, hire_date, end_date, fte, ...plain } = employee;
  return {
    table: employeesTable,
    statement: insertInto(caller, employeesTable, {
      ...plain,
      status: sql`${status}::employee_status`,
      employment_type: employment_type && sql`${employment_type}::employment_type`,
      hire_date: sql`${hire_date}::date`,
      end_date: end_date && sql`${end_date}::date`,
      fte: fte && sql`${fte}::numeric`,
      ...(plain.user_id != null && linkedBy(caller)),
      created_by: caller.user_id,
      updated_by: caller.user_id,
    }),
    select: employeeColumns('c'),
  };
}

/** True if the caller has a permission on an employee, as stored at this point of the transaction. */
export async function isPermitted(
  tx: Transaction,
  caller: Caller,
  id: number,
  permission: Permission,
): Promise<boolean> {
  if (caller.rowScopeFor(permission)?.org) return true;
  const rows =
    await tx.rows(sql`select e.id from employees e where e.org_id = ${caller.org_id} and e.id = ${id}
    and ${isInScope(caller, permission, 'e')}`);
  return rows.length > 0;
}

/**
 * Updates an employee on whom the caller has `employee:update`.
 *
 * @param condition a further condition
 */
export function updateEmployee(
  caller: Caller,
  id: number,
  patch: PatchEmployee,
  condition = empty,
): Change<EmployeeRow> {
  const where = sql`id = ${id} and deleted_at is null and ${isInScope(caller, 'employee:update', 'employees')} ${condition}`;
  return {
    table: employeesTable,
    statement: updateIfDifferent(caller, employeesTable, { ...patch }, where),
    select: employeeColumns('c'),
  };
}

/** Condition: no change of the employee sets the preferred name, which therefore has no history. */
export const hasUndatedPreferredName = sql`and not exists (
  select from employee_changes h where h.org_id = employees.org_id and h.employee_id = employees.id
    and h.state in ('applied', 'scheduled') and h.set ? 'preferred_name')`;

export function archiveEmployee(caller: Caller, id: number): Change<EmployeeRow> {
  const where = sql`id = ${id} and deleted_at is null and ${isInScope(caller, 'employee:archive', 'employees')}`;
  const values = { deleted_at: sql`now()` };
  return {
    table: employeesTable,
    statement: updateRows(caller, employeesTable, values, where),
    select: employeeColumns('c'),
  };
}
