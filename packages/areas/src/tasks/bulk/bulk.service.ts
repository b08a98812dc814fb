import { AppError, type Call, type Caller, missingReferenceMessage } from '@wfp/shared';
import type { ListPage } from '@wfp/shared/contract';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import { type LockedBoard, lockTasksInColumns } from '../board/board.store.ts';
import { rejectBrokenReferences } from '../references/references.store.ts';
import { updateLockedTasks } from '../rows/task-changes.store.ts';
import { findLoneReminderError } from '../rows/task-rules.service.ts';
import type { BulkTasks, PatchTask } from '../rows/tasks.contract.ts';
import type { TaskRow } from '../rows/tasks.store.ts';
import { findInvalidChildren, lockTree } from '../tree/task-tree.store.ts';

/**
 * Changes or moves many tasks in one transaction, each with its events. When one of them cannot be changed so, none
 * is, and all that cannot are named.
 */
export async function changeInBulk({
  caller,
  body,
  review,
}: Pick<Call<unknown, unknown, BulkTasks>, 'caller' | 'body' | 'review'>): Promise<ListPage<TaskRow>> {
  const { ids, move } = body;
  const patch = move ? { status: move.status } : (body.patch ?? {});
  return writeInTransaction(caller, async (tx) => {
    await rejectBrokenReferences(tx, caller, patch, { within: 'patch.' });
    if (patch.parent_task_id != null) await lockTree(tx, caller);
    const board = await lockTasksInColumns(tx, caller, ids, {
      target: patch.status,
      permission: 'task:update',
    });
    const faults = await findFaults(tx, caller, ids, patch, board);
    if (faults.length > 0) {
      throw new AppError('invalid', 'Validation failed', {
        details: { fieldErrors: { ids: faults }, formErrors: [] },
      });
    }
    // Moved, all take their new places in the order given; patched, those that are in the column stay.
    const data = await updateLockedTasks(
      tx,
      caller,
      board,
      patch,
      move ? (move.position ?? null) : undefined,
    );
    await review?.save(tx, ids);
    return { data, total: data.length };
  });
}

async function findFaults(
  tx: Transaction,
  caller: Caller,
  ids: readonly number[],
  patch: PatchTask,
  { tasks }: LockedBoard,
): Promise<string[]> {
  const seen = new Set(idsOf(tasks.filter((task) => task.can_read || task.can_change)));
  const lone = idsOf(tasks.filter((task) => findLoneReminderError(patch, task)));
  const misfits = patch.parent_task_id
    ? await findInvalidChildren(tx, caller, ids, patch.parent_task_id)
    : { above: [], deep: [] };
  const named: [message: string, ids: number[]][] = [
    [missingReferenceMessage, ids.filter((id) => !seen.has(id))],
    [
      'Beyond the reach of your task:update',
      idsOf(tasks.filter((task) => task.can_read && !task.can_change)),
    ],
    ['A reminder needs a due date', lone.filter((id) => seen.has(id))],
    ['A task cannot be below itself', misfits.above.filter((id) => seen.has(id))],
    ['Would be too many levels deep', misfits.deep.filter((id) => seen.has(id))],
  ];
  return named
    .filter(([, those]) => those.length > 0)
    .map(([message, those]) => `${message}: ${ids.filter((id) => those.includes(id)).join(', ')}`);
}

const idsOf = (tasks: readonly { id: number }[]) => tasks.map((task) => task.id);
