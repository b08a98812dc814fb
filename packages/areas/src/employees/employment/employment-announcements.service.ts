import type { Caller } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { z } from 'zod';
import { employeeLeft, employeeReturned } from '../announcements.ts';
import { isEmployed } from './termination.store.ts';

type FieldValues = Readonly<Record<string, unknown>>;
interface EmployeeUser {
  id: number;
  user_id: number | null;
}

/**
 * Announces that an employee has left or is back, where a change that came true says so. It comes last in its
 * transaction: what follows takes the lock of the board.
 *
 * @param by the user who decided it
 * @returns remarks on what does not follow
 */
export async function announceEmployment(
  tx: Transaction,
  employee: EmployeeUser,
  set: FieldValues,
  by: Caller,
): Promise<string[]> {
  if (set.status === 'terminated') return announceLeft(tx, employee, set, by);
  return typeof set.original_hire_date === 'string' ? announceReturned(tx, employee, by) : [];
}

/** @param set the change by which the employee left */
async function announceLeft(
  tx: Transaction,
  { id, user_id }: EmployeeUser,
  set: FieldValues,
  by: Caller,
): Promise<string[]> {
  const named = z.int().optional().parse(set.reassign_tasks_to) ?? null;
  const tasks_to = named !== null && (await isEmployed(tx, by, named)) ? named : null;
  const remarks = await tx.announce(employeeLeft, { employee_id: id, user_id, tasks_to, by });
  const gone = named === null || tasks_to !== null ? [] : ['Who was to get the open tasks has left before'];
  return [...remarks, ...gone];
}

export async function announceReturned(
  tx: Transaction,
  { user_id }: EmployeeUser,
  by: Caller,
): Promise<string[]> {
  return user_id === null ? [] : tx.announce(employeeReturned, { user_id, by });
}
