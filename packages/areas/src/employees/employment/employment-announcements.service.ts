import type { Caller } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { z } from 'zod';
import { employeeLeft, employeeReturned } from '../announcements.ts';
import { isEmployed } from './termination.store.ts';

type FieldValues = Readonly<Record<string, unknown>>;

export const endsEmployment = (set: FieldValues) => set.status === 'terminated';
export const isRehire = (set: FieldValues) => typeof set.original_hire_date === 'string';

interface EmployeeUser {
  id: number;
  user_id: number | null;
}

/**
 * Announces an applied termination or rehire. Must be the last step of its transaction: consequences take the lock of
 * the task board.
 *
 * @param by the user who made the change
 * @returns warnings about steps that were skipped
 */
export async function announceEmployment(
  tx: Transaction,
  employee: EmployeeUser,
  set: FieldValues,
  by: Caller,
): Promise<string[]> {
  if (endsEmployment(set)) return announceLeft(tx, employee, set, by);
  return isRehire(set) ? announceReturned(tx, employee, by) : [];
}

async function announceLeft(
  tx: Transaction,
  { id, user_id }: EmployeeUser,
  set: FieldValues,
  by: Caller,
): Promise<string[]> {
  const named = z.int().optional().parse(set.reassign_tasks_to) ?? null;
  const tasks_to = named !== null && (await isEmployed(tx, by, named)) ? named : null;
  const reported = await tx.announce(employeeLeft, { employee_id: id, user_id, tasks_to, by });
  const warnings =
    named === null || tasks_to !== null
      ? []
      : ['Open tasks were not reassigned: the new assignee is no longer employed'];
  return [...reported, ...warnings];
}

export async function announceReturned(
  tx: Transaction,
  { user_id }: EmployeeUser,
  by: Caller,
): Promise<string[]> {
  return user_id === null ? [] : tx.announce(employeeReturned, { user_id, by });
}
