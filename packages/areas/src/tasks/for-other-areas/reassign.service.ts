import type { Caller } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { changeTasks } from '../rows/task-changes.store.ts';

/**
 * Gives the open tasks that are assigned to one user to another, each with its event, in the transaction in
 * which the first one leaves. Needs the event `task.post_update`.
 */
export async function reassignTasks(
  tx: Transaction,
  caller: Caller,
  from: number,
  to: number,
): Promise<number> {
  const moved = await changeTasks(tx, caller, { assigned_to: from, open: true }, { assigned_to: to });
  return moved.length;
}
