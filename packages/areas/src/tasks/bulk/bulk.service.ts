import { AppError, type Call, type Caller, missingReferenceMessage } from '@wfp/shared';
import { completeList, type ListPage } from '@wfp/shared/contract';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import { type LockedBoard, lockTasksInColumns } from '../board/board.store.ts';
import { rejectBrokenReferences } from '../references/references.store.ts';
import { findLoneReminderError } from '../rows/task-rules.service.ts';
import { type BulkTasks, maxBulkBytes, type PatchTask } from '../rows/tasks.contract.ts';
import type { TaskRow } from '../rows/tasks.store.ts';
import { findInvalidChildren, lockTree } from '../tree/task-tree.store.ts';
import { updateLockedTasks } from '../writes/task-changes.store.ts';

/**
 * Changes or moves many tasks in one transaction: all of them or, if one cannot be changed, none. The error lists all
 * failing ids.
 */
export async function changeInBulk({
  caller,
  body,
}: Pick<Call<unknown, unknown, BulkTasks>, 'caller' | 'body'>): Promise<ListPage<TaskRow>> {
  const { ids, move } = body;
  const patch = move ? { status: move.status } : (body.patch ?? {});
  return writeInTransaction(caller, async (tx) => {
    await rejectBrokenReferences(tx, caller, patch, { within: 'patch.' });
    if (patch.parent_task_id != null) await lockTree(tx, caller);
    const board = await lockTasksInColumns(tx, caller, ids, {
      target: patch.status,
      permission: 'task:update',
    });
    const errors = await findErrors(tx, caller, ids, patch, board);
    if (errors.length > 0) {
      throw new AppError('invalid', 'Validation failed', {
        details: { fieldErrors: { ids: errors }, formErrors: [] },
      });
    }
    // A move repositions all tasks in the given order; a patch leaves those that are in the column in place.
    const data = await updateLockedTasks(
      tx,
      caller,
      board,
      patch,
      move ? (move.position ?? null) : undefined,
    );
    return completeList(data);
  });
}

async function findErrors(
  tx: Transaction,
  caller: Caller,
  ids: readonly number[],
  patch: PatchTask,
  { tasks }: LockedBoard,
): Promise<string[]> {
  const seen = new Set(idsOf(tasks.filter((task) => task.can_read || task.can_change)));
  const missingDueDate = idsOf(tasks.filter((task) => findLoneReminderError(patch, task)));
  const invalidParents = patch.parent_task_id
    ? await findInvalidChildren(tx, caller, ids, patch.parent_task_id)
    : { above: [], deep: [] };
  const candidates: [message: string, ids: number[]][] = [
    [missingReferenceMessage, ids.filter((id) => !seen.has(id))],
    ['Requires task:update', idsOf(tasks.filter((task) => task.can_read && !task.can_change))],
    ['Requires due_at because of reminder_offset', missingDueDate.filter((id) => seen.has(id))],
    ['Would be its own ancestor', invalidParents.above.filter((id) => seen.has(id))],
    ['Would be too deep in the tree', invalidParents.deep.filter((id) => seen.has(id))],
  ];
  const failed = candidates
    .filter(([, failing]) => failing.length > 0)
    .map(([message, failing]) => `${message}: ${ids.filter((id) => failing.includes(id)).join(', ')}`);
  return failed.length === 0 && isTooLarge(patch, tasks) ? [tooLarge] : failed;
}

const tooLarge = `The descriptions of the tasks must have at most ${maxBulkBytes} bytes together; change fewer tasks at a time`;

/** The old descriptions count as well as the new one: events and audit entries contain both. */
function isTooLarge({ description = '' }: PatchTask, tasks: LockedBoard['tasks']): boolean {
  const added = Buffer.byteLength(description);
  return tasks.reduce((sum, task) => sum + Math.max(task.description_bytes, added), 0) > maxBulkBytes;
}

const idsOf = (tasks: readonly { id: number }[]) => tasks.map((task) => task.id);
