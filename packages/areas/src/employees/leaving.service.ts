import type { Caller } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { z } from 'zod';
import { employeeLeft, employeeReturned } from './announcements.ts';
import { isAtWork } from './termination.store.ts';

/**
 * Announces that an employee has left or is back, where a change that came true says so. It comes last in its
 * transaction: what follows takes the lock of the board.
 *
 * @param by the user who decided it, where that is not the caller
 * @returns remarks on what does not follow
 */
export async function announceEmployment(
  tx: Transaction,
  caller: Caller,
  { id, user_id }: { id: number; user_id: number | null },
  set: Readonly<Record<string, unknown>>,
  by: Caller = caller,
): Promise<string[]> {
  const isReturn = typeof set.original_hire_date === 'string';
  const returned = isReturn && user_id !== null ? await tx.announce(employeeReturned, { user_id, by }) : [];
  if (set.status !== 'terminated') return returned;
  const named = z.int().optional().parse(set.reassign_tasks_to) ?? null;
  const tasks_to = named !== null && (await isAtWork(tx, caller, named)) ? named : null;
  const left = await tx.announce(employeeLeft, { employee_id: id, user_id, tasks_to, by });
  const gone = named === null || tasks_to !== null ? [] : ['Who was to get the open tasks has left before'];
  return [...returned, ...left, ...gone];
}
