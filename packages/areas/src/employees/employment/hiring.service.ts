import { AppError, type Call, type Caller, invalidField, missingReference } from '@wfp/shared';
import { type Recording, type Transaction, writeInTransaction } from '@wfp/shared/db';
import { lockUserAgainstDeletion } from '../../accounts/index.ts';
import { employeeHired } from '../announcements.ts';
import type { CreateEmployee } from '../rows/employees.contract.ts';

import { type EmployeeRow, insertEmployee, isPermitted, type NewEmployee } from '../rows/employees.store.ts';
import { findPrimaryTeamPeriods } from '../teams-and-users/primary-team-periods.store.ts';
import { buildTimeline, hireFault, later } from '../timeline/timeline.policy.ts';
import { requireReferences, requireValidManagers } from '../timeline/timeline.service.ts';
import { findToday, insertChange, lockTimelines, type NewChange } from '../timeline/timeline.store.ts';
import { findNextEmployeeNumber } from './hiring.store.ts';

/** Events of {@link createEmployee}, without those of the reactions to `employeeHired`. */
export const hireEvents = ['employee.post_create', 'employee.hired', 'employee.change_scheduled'] as const;

/** Hires an employee: the row, the timeline, the membership of the home team, and the reactions of other areas. */
export async function createEmployee({
  caller,
  body,
}: Pick<Call<unknown, unknown, CreateEmployee>, 'caller' | 'body'>): Promise<EmployeeRow> {
  return writeInTransaction(caller, (tx) => hireEmployee(tx, caller, body));
}

/** Hires an employee as a part of a transaction, such as that of an import. */
export async function hireEmployee(
  tx: Transaction,
  caller: Caller,
  body: CreateEmployee,
): Promise<EmployeeRow> {
  await lockTimelines(tx, caller);
  const today = await findToday(tx, caller, body.time_zone ?? null);
  const fault = hireFault(body, today);
  if (fault) throw invalidField(...fault);
  if (body.user_id != null && !(await lockUserAgainstDeletion(tx, caller, body.user_id))) {
    throw missingReference('user_id');
  }
  await requireReferences(tx, caller, body);
  const { row, changes } = buildTimeline(body, today);
  const employee_number = body.employee_number ?? (await findNextEmployeeNumber(tx, caller));
  const employee = await insertHire(tx, caller, { ...row, employee_number }, changes);
  if (!(await isPermitted(tx, caller, employee.id, 'employee:create'))) {
    throw new AppError('forbidden', 'Your employee:create does not reach such an employee');
  }
  // An employee who was hired long ago may report to one who was hired later: the file has the present state.
  if (employee.manager_id !== null) {
    await requireValidManagers(tx, caller, employee.id, later(body.hire_date, today), 'manager_id');
  }
  await announceHire(tx, caller, employee);
  return employee;
}

/**
 * Hires who signs an organization up, today, in the transaction that makes it, with their user. Needs
 * `employee.post_create` and `employee.hired`.
 */
export async function hireFounder(
  tx: Transaction,
  caller: Caller,
  founder: { user_id: number; first_name: string; last_name: string },
): Promise<void> {
  const employee_number = await findNextEmployeeNumber(tx, caller);
  const hire_date = await findToday(tx, caller, null);
  const { row, changes } = buildTimeline({ ...founder, hire_date }, hire_date);
  await insertHire(tx, caller, { ...row, employee_number }, changes);
}

/** Writes an employee and the beginning of their timeline, which is part of what their row's entry records. */
async function insertHire(
  tx: Transaction,
  caller: Caller,
  row: NewEmployee,
  changes: readonly (NewChange & { state: 'applied' | 'scheduled' })[],
): Promise<EmployeeRow> {
  const [employee] = await tx.write(insertEmployee(caller, row), hireRecording(row.status));
  if (!employee) throw new Error('An employee was not written');
  for (const change of changes)
    await tx.executeUnrecorded(insertChange(caller, employee.id, change).statement);
  return employee;
}

function hireRecording(status: string): Recording {
  const event = 'employee.post_create';
  if (status === 'terminated') return { event };
  const type = status === 'pre_hire' ? 'employee.change_scheduled' : 'employee.hired';
  return { event, also: [{ type }] };
}

async function announceHire(tx: Transaction, caller: Caller, employee: EmployeeRow): Promise<void> {
  const { id: employee_id, manager_id, position_id, status } = employee;
  await tx.announce(employeeHired, {
    employee_id,
    homes: await findPrimaryTeamPeriods(tx, caller, employee_id),
    manager_id,
    position_id: status === 'pre_hire' ? null : position_id,
  });
}
