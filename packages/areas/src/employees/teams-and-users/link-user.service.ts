import {
  type Call,
  type Caller,
  invalidField,
  missingReference,
  notFound,
  permissionError,
  requireVisible,
} from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import { lockUserAgainstDeletion } from '../../accounts/index.ts';
import { employeeLinked } from '../announcements.ts';
import { findPendingChanges } from '../changes/changes.store.ts';
import { endsEmployment, isRehire } from '../employment/employment-announcements.service.ts';
import { announceName } from '../names/name-announcements.service.ts';
import { lockReach, requireLinkable, requireReachOfUser } from '../reach/reach.service.ts';
import { requireEmployee } from '../rows/employees.service.ts';
import { type EmployeeRow, findEmployeeInTransaction } from '../rows/employees.store.ts';
import type { LinkUser } from '../timeline/timeline.contract.ts';
import { announcePosition, withWarnings } from '../timeline/timeline.service.ts';
import { lockForLinking, setEmployeeUser } from './link-user.store.ts';

/**
 * Locks an employee who is about to be linked to a user.
 *
 * @throws AppError `invalid` on `employee_id` if the employee does not exist or has a user
 */
export async function lockEmployeeWithoutUser(
  tx: Transaction,
  caller: Caller,
  employee_id: number,
): Promise<{ first_name: string; last_name: string }> {
  await requireVisible(tx, caller, { field: 'employee_id', resource: 'employee', id: employee_id });
  await lockReach(tx, caller);
  const employee = await lockForLinking(tx, caller, employee_id);
  if (!employee) throw missingReference('employee_id');
  if (employee.user_id !== null) throw invalidField('employee_id', 'Is already linked to a user');
  return employee;
}

/** @throws AppError `invalid` on `user_id` if the user does not exist or is hidden */
export async function requireUser(tx: Transaction, caller: Caller, id: number): Promise<void> {
  await requireVisible(tx, caller, { field: 'user_id', resource: 'user', id });
  if (!(await lockUserAgainstDeletion(tx, caller, id))) throw missingReference('user_id');
}

/**
 * Links an employee to a user, who gets the roles that follow from the employee's reports and position. A deleted user
 * who was linked before loses them.
 *
 * @returns warnings for the caller about the role of the position
 * @throws AppError `forbidden`
 */
export async function linkUser(
  tx: Transaction,
  caller: Caller,
  employee_id: number,
  user_id: number,
): Promise<string[]> {
  await requireLinkable(tx, caller, employee_id);
  const [linked] = await tx.write(setEmployeeUser(caller, employee_id, user_id), {
    event: 'employee.post_update',
  });
  if (!linked) throw permissionError(caller, 'employee:update', 'Employee');
  const employee = await findEmployeeInTransaction(tx, caller, employee_id);
  await requireReachOfUser(tx, caller, employee_id, user_id);
  const isThere = employee?.status !== 'pre_hire' && employee?.status !== 'terminated';
  const position_id = (isThere && employee?.position_id) || null;
  const later = await findLaterEmployment(tx, caller, employee_id);
  await tx.announce(employeeLinked, { employee_id, user_id, position_id, later, ...linked });
  return announcePosition(tx, employee_id, employee?.position_id, null, false);
}

async function findLaterEmployment(tx: Transaction, caller: Caller, employee_id: number) {
  const changes = await findPendingChanges(tx, caller, employee_id);
  const sets = changes.filter(({ state }) => state === 'scheduled').map(({ set }) => set);
  return { ends: sets.some(endsEmployment), begins: sets.some(isRehire) };
}

export async function linkEmployeeToUser({
  caller,
  params,
  body,
}: Pick<Call<{ id: number }, unknown, LinkUser>, 'caller' | 'params' | 'body'>): Promise<EmployeeRow> {
  const { id } = params;
  await requireEmployee(caller, id, 'employee:manage');
  return writeInTransaction(caller, async (tx) => {
    await lockReach(tx, caller);
    const employee = await lockForLinking(tx, caller, id);
    if (!employee) throw notFound('Employee');
    if (employee.user_id !== null) throw invalidField('user_id', 'The employee is already linked to a user');
    await requireUser(tx, caller, body.user_id);
    const warnings = await linkUser(tx, caller, id, body.user_id);
    const linked = await findEmployeeInTransaction(tx, caller, id);
    if (!linked) throw notFound('Employee');
    await announceName(tx, linked);
    return withWarnings(linked, warnings);
  });
}
