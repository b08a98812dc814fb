import { type Call, type Caller, invalidField, permissionError, requirePermission } from '@wfp/shared';
import { type Recording, type Transaction, writeInTransaction } from '@wfp/shared/db';
import { employeeHired, employeeNumberNeeded } from '../announcements.ts';
import { announceName } from '../names/name-announcements.service.ts';
import { requireReachOfUser } from '../reach/reach.service.ts';
import type { CreateEmployee } from '../rows/employees.contract.ts';
import { type EmployeeRow, insertEmployee, isPermitted, type NewEmployee } from '../rows/employees.store.ts';
import { requireUser } from '../teams-and-users/link-user.service.ts';
import { findPrimaryTeamPeriods } from '../teams-and-users/primary-team-periods.store.ts';
import { findToday } from '../timeline/time-zones.store.ts';
import { buildTimeline, hireViolation, later } from '../timeline/timeline.policy.ts';
import {
  announcePosition,
  requireReferences,
  requireValidManagers,
  withWarnings,
} from '../timeline/timeline.service.ts';
import { insertChange, lockTimelines, type NewChange } from '../timeline/timeline.store.ts';

/** Events of {@link createEmployee}, without those of the consequences of `employeeHired`. */
export const hireEvents = ['employee.post_create', 'employee.hired', 'employee.change_scheduled'] as const;

export async function createEmployee({
  caller,
  body,
}: Pick<Call<unknown, unknown, CreateEmployee>, 'caller' | 'body'>): Promise<EmployeeRow> {
  return writeInTransaction(caller, async (tx) => {
    const employee = await hireEmployee(tx, caller, body);
    await announceName(tx, employee);
    return withWarnings(employee, await announcePosition(tx, employee.id, body.position_id));
  });
}

export async function hireEmployee(
  tx: Transaction,
  caller: Caller,
  body: CreateEmployee,
): Promise<EmployeeRow> {
  await lockTimelines(tx, caller);
  const today = await findToday(tx, caller, body);
  const violation = hireViolation(body, today);
  if (violation) throw invalidField(...violation);
  if (body.user_id != null) {
    requirePermission(caller, 'employee:update', 'for the whole organization to link a user');
    await requireUser(tx, caller, body.user_id);
  }
  await requireReferences(tx, caller, body, { employee_id: null });
  const { row, changes } = buildTimeline(body, today);
  const employee_number = body.employee_number ?? (await requestNumber(tx));
  const employee = await insertHire(tx, caller, { ...row, employee_number }, changes);
  if (!(await isPermitted(tx, caller, employee.id, 'employee:create'))) {
    throw permissionError(caller, 'employee:create', 'Employee');
  }
  // Checked from today on: the hire date may be earlier than that of the current manager.
  if (employee.manager_id !== null) {
    await requireValidManagers(tx, caller, employee.id, later(body.hire_date, today), 'manager_id');
  }
  if (body.user_id != null) await requireReachOfUser(tx, caller, employee.id, body.user_id);
  await announceHire(tx, caller, employee, body.team_id != null);
  return employee;
}

/**
 * Hires the founder of an organization as of today. Callers must declare `employee.post_create` and `employee.hired`.
 */
export async function hireFounder(
  tx: Transaction,
  caller: Caller,
  founder: { user_id: number; first_name: string; last_name: string },
): Promise<void> {
  const employee_number = await requestNumber(tx);
  const hire_date = await findToday(tx, caller, {});
  const { row, changes } = buildTimeline({ ...founder, hire_date }, hire_date);
  await insertHire(tx, caller, { ...row, employee_number }, changes);
}

async function requestNumber(tx: Transaction): Promise<string> {
  const assigned: string[] = [];
  await tx.announce(employeeNumberNeeded, { assign: (employee_number) => assigned.push(employee_number) });
  const [employee_number] = assigned;
  if (employee_number === undefined) throw new Error('Invariant: no area assigned an employee number');
  return employee_number;
}

/** Inserts an employee and their first changes, which the audit entry of the employee covers. */
async function insertHire(
  tx: Transaction,
  caller: Caller,
  row: NewEmployee,
  changes: readonly (NewChange & { state: 'applied' | 'scheduled' })[],
): Promise<EmployeeRow> {
  const [employee] = await tx.write(insertEmployee(caller, row), hireRecording(row.status));
  if (!employee) throw new Error('Invariant: the insert returned no row');
  for (const [index, change] of changes.entries()) {
    const first = index === 0 ? { time_zone: row.time_zone ?? null } : undefined;
    await tx.executeUnrecorded(insertChange(caller, employee.id, { ...change, first }).statement);
  }
  return employee;
}

function hireRecording(status: string): Recording {
  const event = 'employee.post_create';
  if (status === 'terminated') return { event };
  const type = status === 'pre_hire' ? 'employee.change_scheduled' : 'employee.hired';
  return { event, also: [{ type }] };
}

/** @param hasTeam true if the employee has or had a primary team */
async function announceHire(
  tx: Transaction,
  caller: Caller,
  employee: EmployeeRow,
  hasTeam: boolean,
): Promise<void> {
  const { id: employee_id, manager_id, position_id, status } = employee;
  await tx.announce(employeeHired, {
    employee_id,
    primary_teams: hasTeam ? await findPrimaryTeamPeriods(tx, caller, employee_id) : [],
    manager_id,
    position_id: status === 'pre_hire' ? null : position_id,
  });
}
