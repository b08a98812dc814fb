import { AppError, type Call, type Caller, invalidField, notFound, type Permission } from '@wfp/shared';
import { type Steps, write, writeSteps } from '@wfp/shared/db';
import { closePlace, lockPlace, makePlace } from './board.store.ts';
import { refuseCycle } from './task-tree.store.ts';
import {
  assigneeColumns,
  type CreateTask,
  type ListTasks,
  type MoveTask,
  type PatchTask,
  type TaskStatus,
} from './tasks.contract.ts';
import {
  archiveTask,
  findBrokenReferences,
  findTask,
  findTasks,
  insertTask,
  placeTask,
  type TaskRow,
  taskUpdated,
  updateTask,
} from './tasks.store.ts';

type Sent<Body> = Pick<Call<unknown, unknown, Body>, 'caller' | 'body'>;
type ById<Body = unknown> = Pick<Call<{ id: number }, unknown, Body>, 'caller' | 'params' | 'body'>;

/** Past every end of a column: the end. */
const atTheEnd = 0x7fff_ffff;

export async function listTasks({ caller, query }: Call<unknown, ListTasks, unknown>) {
  return findTasks(caller, query);
}

export async function getTask({ caller, params }: ById): Promise<TaskRow> {
  const task = await findTask(caller, params.id);
  if (!task) throw notFound('Task');
  return task;
}

export async function createTask({ caller, body }: Sent<CreateTask>): Promise<TaskRow> {
  await refuseBrokenReferences(caller, body);
  const [task] = await write(caller, insertTask(caller, body), { event: 'task.post_create' });
  if (!task) throw new Error('A task was not written');
  return task;
}

export async function patchTask({ caller, params, body }: ById<PatchTask>): Promise<TaskRow> {
  const patch = withOneAssignee(body);
  await refuseBrokenReferences(caller, patch, params.id);
  await refuseLoneReminder(caller, params.id, patch);
  const [task] =
    patch.status === undefined && !patch.parent_task_id
      ? await write(caller, updateTask(caller, params.id, patch), taskUpdated)
      : await writeSteps(caller, (tx) => patchInSteps(tx, caller, params.id, patch));
  return task ?? refuse(caller, params.id, 'task:update');
}

async function patchInSteps(tx: Steps, caller: Caller, id: number, patch: PatchTask): Promise<TaskRow[]> {
  if (patch.parent_task_id) await refuseCycle(tx, caller, id, patch.parent_task_id);
  const { status } = patch;
  if (status === undefined) return tx.write(updateTask(caller, id, patch), taskUpdated);
  return placeInSteps(tx, caller, id, { ...patch, status }, null);
}

/** Puts a task at a position, the adjacent ones making room in the same transaction. */
export async function moveTask({ caller, params, body }: ById<MoveTask>): Promise<TaskRow> {
  const { status, position } = body;
  const [task] = await writeSteps(caller, (tx) => placeInSteps(tx, caller, params.id, { status }, position));
  return task ?? refuse(caller, params.id, 'task:update');
}

async function placeInSteps(
  tx: Steps,
  caller: Caller,
  id: number,
  patch: PatchTask & { status: TaskStatus },
  position: number | null,
): Promise<TaskRow[]> {
  const place = await lockPlace(tx, caller, id, patch.status);
  if (!place) throw notFound('Task');
  // A PATCH that names the column a task is in already leaves it where it is.
  const stays = position === null && place.from.status === place.to.status;
  const slot = stays
    ? place.from.first_slot + place.position
    : await makePlace(tx, caller, place, position ?? atTheEnd);
  const rows = await tx.write(placeTask(caller, id, patch, slot), taskUpdated);
  // Nobody may make room for a task that they cannot change.
  if (rows.length === 0) await refuse(caller, id, 'task:update');
  return rows;
}

export async function deleteTask({ caller, params }: ById): Promise<void> {
  await writeSteps(caller, async (tx) => {
    const place = await lockPlace(tx, caller, params.id, null);
    if (!place) throw notFound('Task');
    await closePlace(tx, caller, place);
    const rows = await tx.write(archiveTask(caller, params.id), { event: 'task.post_archive' });
    if (rows.length === 0) await refuse(caller, params.id, 'task:archive');
  });
}

/** A task that was not changed: 404 when the caller cannot see it, 403 when they only can. */
async function refuse(caller: Caller, id: number, permission: Permission): Promise<never> {
  if (!(await findTask(caller, id))) throw notFound('Task');
  throw new AppError('forbidden', `Your ${permission} does not reach this task`);
}

/** Naming one assignee takes the task from the others. */
function withOneAssignee(body: PatchTask): PatchTask {
  const named = assigneeColumns.find((column) => body[column] != null);
  if (!named) return body;
  const cleared = Object.fromEntries(
    assigneeColumns.filter((column) => column !== named).map((column) => [column, null]),
  );
  return { ...body, ...cleared };
}

async function refuseBrokenReferences(caller: Caller, body: PatchTask, id?: number): Promise<void> {
  const broken = await findBrokenReferences(caller, body, id);
  if (broken.length === 0) return;
  throw new AppError('invalid', 'Validation failed', {
    details: {
      fieldErrors: Object.fromEntries(broken.map((field) => [field, ['Refers to nothing that exists']])),
      formErrors: [],
    },
  });
}

/** A reminder needs a due date, whichever of the two the patch brings or takes. */
async function refuseLoneReminder(caller: Caller, id: number, patch: PatchTask): Promise<void> {
  const setsReminder = patch.reminder_offset != null && patch.due_at === undefined;
  const dropsDate = patch.due_at === null && patch.reminder_offset === undefined;
  if (patch.reminder_offset != null && patch.due_at === null)
    throw invalidField('reminder_offset', 'Needs due_at');
  if (!setsReminder && !dropsDate) return;
  const task = await findTask(caller, id);
  if (!task) throw notFound('Task');
  if (setsReminder && task.due_at === null) throw invalidField('reminder_offset', 'Needs due_at');
  if (dropsDate && task.reminder_offset !== null) {
    throw invalidField('due_at', 'A reminder needs it; set reminder_offset to null as well');
  }
}
