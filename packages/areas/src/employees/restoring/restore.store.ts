import type { Caller } from '@wfp/shared';
import { type Change, Prisma, type Transaction, updateRows } from '@wfp/shared/db';
import {
  type EmployeeRow,
  employeeColumns,
  employeesTable,
  isDeletedInScope,
  linkedBy,
} from '../rows/employees.store.ts';
import { type ChangeRow, changeColumns, lockTimelines } from '../timeline/timeline.store.ts';

const { sql } = Prisma;

export interface Placement {
  position_id: number | null;
  team_id: number | null;
  manager_id: number | null;
  place_id: number | null;
  work_schedule_id: number | null;
  holiday_calendar_id: number | null;
}

export interface DeletedEmployee extends Placement {
  id: number;
  user_id: number | null;
  status: string;
  hire_date: string;
  time_zone: string | null;
  deleted_at: Date;
}

/** Takes the timeline lock and locks a deleted employee on whom the caller has `employee:manage`. */
export async function lockDeletedEmployee(
  tx: Transaction,
  caller: Caller,
  id: number,
): Promise<DeletedEmployee | undefined> {
  await lockTimelines(tx, caller);
  const [employee] = await tx.rows<DeletedEmployee>(sql`select e.id, e.user_id, e.status::text, e.position_id,
      e.team_id, e.manager_id, e.place_id, e.work_schedule_id, e.holiday_calendar_id, to_char(e.hire_date, 'YYYY-MM-DD') as hire_date, e.time_zone, e.deleted_at
    from employees e where e.org_id = ${caller.org_id} and e.id = ${id} and e.deleted_at is not null
      and ${isDeletedInScope(caller, 'employee:manage', 'e')} for update of e`);
  return employee;
}

/** Returns the changes that the deletion of an employee cancelled. */
export async function findCancelledChanges(
  tx: Transaction,
  caller: Caller,
  { id, deleted_at }: DeletedEmployee,
): Promise<ChangeRow[]> {
  return tx.rows<ChangeRow>(sql`select ${changeColumns('h')} from employee_changes h
    where h.org_id = ${caller.org_id} and h.employee_id = ${id} and h.state = 'cancelled'
      and h.updated_at >= ${deleted_at}::timestamptz order by h.effective_date, h.sequence, h.id`);
}

/** Restores an employee. The link to the user counts as made by the caller, whose authority it needs from now on. */
export function restoreRow(
  caller: Caller,
  { id, user_id }: DeletedEmployee,
  { status, ...placement }: Placement & { status: string },
): Change<EmployeeRow> {
  const values = {
    ...placement,
    status: sql`${status}::employee_status`,
    deleted_at: null,
    ...(user_id !== null && linkedBy(caller)),
  };
  const where = sql`id = ${id} and deleted_at is not null`;
  return {
    table: employeesTable,
    statement: updateRows(caller, employeesTable, values, where),
    select: employeeColumns('c'),
  };
}
