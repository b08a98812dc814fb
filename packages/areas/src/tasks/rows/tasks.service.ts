import {
  type Call,
  type Caller,
  notFound,
  type Permission,
  permissionError,
  rejectionOf,
  requirePermission,
} from '@wfp/shared';
import { type CombinableWrite, type Transaction, write, writeInTransaction } from '@wfp/shared/db';
import { type LockedBoard, lockTasksInColumns } from '../board/board.store.ts';
import { findBoard } from '../list/board-page.store.ts';
import { findDeletedTasks, findTasks } from '../list/tasks.list.store.ts';
import { rejectBrokenReferences, seesAllReferences } from '../references/references.store.ts';
import { rejectInvalidParent } from '../tree/task-tree.store.ts';
import { combinableCreate, combinableMove, combinableUpdate } from '../writes/combined-tasks.store.ts';
import { readUnchangedTasks, updateLockedTasks, withOneAssignee } from '../writes/task-changes.store.ts';
import { archiveTask } from '../writes/task-moves.store.ts';
import { taskUpdated } from './task-recordings.store.ts';
import { rejectLoneReminder } from './task-rules.service.ts';
import type { CreateTask, ListTasks, MoveTask, PatchTask, ShowBoard, TaskStatus } from './tasks.contract.ts';
import {
  canCreate,
  findDeletedParent,
  findTask,
  restoreTask,
  type TaskRow,
  updateTask,
} from './tasks.store.ts';

type BodyCall<Body> = Pick<Call<unknown, unknown, Body>, 'caller' | 'body'>;
type ById<Body = unknown> = Pick<Call<{ id: number }, unknown, Body>, 'caller' | 'params' | 'body'>;

export async function listTasks({ caller, query }: Call<unknown, ListTasks, unknown>) {
  const { deleted, ...live } = query;
  if (!deleted) return findTasks(caller, live);
  requirePermission(caller, 'task:manage', 'to list deleted tasks', 'any');
  return findDeletedTasks(caller, query);
}

export async function showBoard({ caller, query }: Call<unknown, ShowBoard, unknown>) {
  const columns = await findBoard(caller, query);
  return {
    columns,
    total: columns.reduce((sum, column) => sum + column.total, 0),
    total_is_exact: columns.every((column) => column.total_is_exact),
  };
}

export async function getTask({ caller, params }: ById): Promise<TaskRow> {
  const task = await findTask(caller, params.id);
  if (!task) throw notFound('Task');
  return task;
}

export async function createTask({ caller, body }: BodyCall<CreateTask>): Promise<TaskRow> {
  const one = combinableCreate(caller, body);
  const isOrgWide = caller.rowScopeFor('task:create')?.org === true;
  const task = isOrgWide
    ? (await writeOne(seesAllReferences(caller, body), caller, one))[0]
    : await writeInTransaction(caller, async (tx) => {
        const [created] = await tx.write(one.alone(), one.recording);
        if (!created || (await canCreate(tx, caller, created.id))) return created;
        throw permissionError(caller, 'task:create', 'Task');
      });
  if (!task) throw new Error('Invariant: the insert returned no row');
  return task;
}

export async function patchTask({ caller, params, body }: ById<PatchTask>): Promise<TaskRow> {
  const { id } = params;
  await rejectLoneReminder(caller, id, body);
  if (!body.parent_task_id) {
    const [changed] = await patchInOneStatement(caller, id, body);
    if (changed) return changed;
  }
  const [task] = await writeInTransaction(caller, (tx) => patchWithChecks(tx, caller, id, body));
  return task ?? throwRejection(caller, id, 'task:update');
}

/** Patches a task in a transaction that also records other changes. */
export async function patchTaskInTransaction(
  tx: Transaction,
  caller: Caller,
  id: number,
  patch: PatchTask,
): Promise<TaskRow> {
  await rejectLoneReminder(caller, id, patch);
  const [task] = await patchWithChecks(tx, caller, id, patch);
  return task ?? throwRejection(caller, id, 'task:update');
}

/** Returns no row if nothing has to be changed, or if the caller may not change the task. */
function patchInOneStatement(caller: Caller, id: number, patch: PatchTask): Promise<TaskRow[]> {
  const { status } = patch;
  const one =
    status === undefined
      ? combinableUpdate(caller, id, patch)
      : combinableMove(caller, id, { ...patch, status });
  return writeUpdate(caller, patch, one);
}

const writeUpdate = (caller: Caller, patch: PatchTask, one: CombinableWrite<TaskRow>): Promise<TaskRow[]> =>
  writeOne(caller.rowScopeFor('task:update')?.org === true && seesAllReferences(caller, patch), caller, one);

const writeOne = (canCombine: boolean, caller: Caller, one: CombinableWrite<TaskRow>): Promise<TaskRow[]> =>
  canCombine ? write(caller, one) : write(caller, one.alone(), one.recording);

async function patchWithChecks(
  tx: Transaction,
  caller: Caller,
  id: number,
  patch: PatchTask,
): Promise<TaskRow[]> {
  await rejectBrokenReferences(tx, caller, patch, { id });
  if (patch.parent_task_id) await rejectInvalidParent(tx, caller, id, patch.parent_task_id);
  if (patch.status === undefined) {
    const values = withOneAssignee(patch);
    const changed = await tx.write(updateTask(caller, id, values), taskUpdated(caller, patch));
    return changed.length > 0 ? changed : readUnchangedTasks(tx, caller, [id], values);
  }
  const board = await lockTask(tx, caller, id, 'task:update', patch.status);
  // A PATCH with the current status does not move the task.
  return updateLockedTasks(tx, caller, board, patch);
}

export async function moveTask({ caller, params: { id }, body }: ById<MoveTask>): Promise<TaskRow> {
  const { status, position } = body;
  const [moved] = await writeUpdate(caller, { status }, combinableMove(caller, id, { status }, position));
  return moved ?? throwRejection(caller, id, 'task:update');
}

export async function deleteTask({ caller, params: { id } }: ById): Promise<void> {
  const [deleted] = await write(caller, archiveTask(caller, id), { event: 'task.post_archive' });
  if (!deleted) await throwRejection(caller, id, 'task:archive');
}

/** Restores a deleted task at the end of its column. The task keeps its references, even to deleted rows. */
export async function restoreDeletedTask({ caller, params: { id } }: ById): Promise<TaskRow> {
  return writeInTransaction(caller, async (tx) => {
    const found = await findDeletedParent(tx, caller, id);
    // Its ancestors and descendants may have moved since.
    if (found?.parent_task_id) await rejectInvalidParent(tx, caller, id, found.parent_task_id);
    const [task] = await tx.write(restoreTask(caller, id), { event: 'task.post_restore', action: 'restore' });
    if (!task) throw notFound('Task');
    return task;
  });
}

/** Locks a task for which the caller has a permission, its column and the target column. */
async function lockTask(
  tx: Transaction,
  caller: Caller,
  id: number,
  permission: Permission,
  target?: TaskStatus,
): Promise<LockedBoard> {
  const board = await lockTasksInColumns(tx, caller, [id], { target, permission });
  const [task] = board.tasks;
  if (task?.can_change) return board;
  throw task?.can_read ? permissionError(caller, permission, 'Task') : notFound('Task');
}

/** Throws 404 if the caller cannot read the task, otherwise 403. */
async function throwRejection(caller: Caller, id: number, permission: Permission): Promise<never> {
  const find = () => findTask(caller, id, permission);
  throw await rejectionOf({
    caller,
    find,
    findReadable: () => findTask(caller, id),
    permission,
    noun: 'Task',
  });
}
