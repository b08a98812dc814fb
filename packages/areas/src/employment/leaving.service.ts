import type { Caller } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { changeTasks } from '../tasks/index.ts';
import { deactivateLeaver, leaverEvents } from '../users/index.ts';
import { isAtWork } from './employment.store.ts';

/** What {@link leave} writes. */
export const leavingEvents = [...leaverEvents, 'task.post_update'] as const;

/**
 * What follows when somebody has left, in the transaction in which they do: their user has no access any more, their
 * open tasks go to whoever was named. `by`: who decided it.
 *
 * @returns what does not follow, and why
 */
export async function leave(
  tx: Transaction,
  caller: Caller,
  leaver: { id: number; user_id: number | null; tasks_to: number | undefined },
  by: Caller = caller,
): Promise<string[]> {
  const { id, user_id, tasks_to } = leaver;
  const kept = user_id === null ? null : await deactivateLeaver(tx, caller, user_id, by);
  const left = kept === null ? [] : [kept];
  if (tasks_to === undefined) return left;
  if (!(await isAtWork(tx, caller, tasks_to)))
    return [...left, 'Who was to get the open tasks has left before'];
  const heir = { assigned_employee_id: tasks_to };
  await changeTasks(tx, caller, { assigned_employee_id: id, open: true }, heir);
  if (user_id !== null) await changeTasks(tx, caller, { assigned_to: user_id, open: true }, heir);
  return left;
}
