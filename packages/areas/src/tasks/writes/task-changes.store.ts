import type { Caller } from '@wfp/shared';
import { type Change, Prisma, type Transaction, WriteConflict } from '@wfp/shared/db';
import { type LockedBoard, lockTasksInColumns, lockWholeBoard, placeLocked } from '../board/board.store.ts';
import { taskUpdated } from '../rows/task-recordings.store.ts';
import { assigneeColumns, type PatchTask } from '../rows/tasks.contract.ts';
import { findUnchanged, type TaskRow } from '../rows/tasks.store.ts';
import { updatePlacedTasks, updateTasks } from './task-moves.store.ts';

const { sql, empty } = Prisma;

/**
 * Updates locked tasks in one statement and returns them in the order of `board.tasks`. With a position, or null for
 * the end, all are moved there. With a status only, tasks of other columns are moved to the end of its column. Tasks
 * that are not moved and already have all values are not written.
 */
export async function updateLockedTasks(
  tx: Transaction,
  caller: Caller,
  board: LockedBoard,
  patch: PatchTask,
  position?: number | null,
): Promise<TaskRow[]> {
  const ids = board.tasks.map((task) => task.id);
  const values = withOneAssignee(patch);
  const changed = await tx.write(changeLocked(caller, ids, values, position), taskUpdated(caller, patch));
  const isChanged = new Set(changed.map((row) => row.id));
  const others = ids.filter((id) => !isChanged.has(id));
  const rows = [...changed, ...(await readUnchangedTasks(tx, caller, others, values))];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function changeLocked(
  caller: Caller,
  ids: readonly number[],
  values: PatchTask,
  position?: number | null,
): Change<TaskRow> {
  const { status } = values;
  return status === undefined
    ? updateTasks(caller, ids, values)
    : updatePlacedTasks(caller, ids, values, placeLocked(caller, { ids, status, position }));
}

/** Updates locked tasks like {@link updateLockedTasks}, without the cost of reading the rows with their positions. */
async function writeLockedTasks(tx: Transaction, caller: Caller, ids: readonly number[], patch: PatchTask) {
  const change = changeLocked(caller, ids, withOneAssignee(patch));
  await tx.write({ ...change, select: sql`c.id`, join: empty }, taskUpdated(caller, patch));
}

/**
 * Reads the tasks that an update skipped because they already had its values.
 *
 * @throws WriteConflict if another write has changed one of them
 */
export async function readUnchangedTasks(
  tx: Transaction,
  caller: Caller,
  ids: readonly number[],
  values: PatchTask,
): Promise<TaskRow[]> {
  if (ids.length === 0) return [];
  const rows = await findUnchanged(tx, caller, ids, values);
  return rows.map(({ _differs, ...row }) => {
    if (_differs) throw new WriteConflict('Another write changed the task');
    return row;
  });
}

export function withOneAssignee(patch: PatchTask): PatchTask {
  const named = assigneeColumns.find((column) => patch[column] != null);
  if (!named) return patch;
  const cleared = Object.fromEntries(
    assigneeColumns.filter((column) => column !== named).map((column) => [column, null]),
  );
  return { ...patch, ...cleared };
}

/** Live tasks that meet all of these conditions. */
export interface TaskSet {
  ids?: readonly number[];
  assigned_employee_id?: number;
  assigned_team_id?: number;
  assigned_to?: number;
  initiative_id?: number;
  label?: string;
  category_code?: string;
  open?: true;
  /** For batches: the lowest `max` ids after this one. */
  after?: number;
  max?: number;
}

const batchSize = 500;

/**
 * Updates all tasks of a set within a transaction. Writes `task.post_update` for each changed task and `task.completed`
 * for those whose status becomes done. A status moves the tasks of other columns to the end of its column, in board
 * order. The calling code must have checked references and permissions, and taken all locks that come before board
 * locks.
 *
 * @returns the ids of all tasks of the set, in board order
 */
export async function changeTasks(
  tx: Transaction,
  caller: Caller,
  set: TaskSet,
  patch: PatchTask,
): Promise<number[]> {
  await lockWholeBoard(tx, caller);
  const ids = await findTaskIds(tx, caller, set);
  for (let from = 0; from < ids.length; from += batchSize) {
    const board = await lockTasksInColumns(tx, caller, ids.slice(from, from + batchSize), {
      target: patch.status,
      permission: 'task:update',
    });
    const locked = board.tasks.map((task) => task.id);
    await writeLockedTasks(tx, caller, locked, patch);
  }
  return ids;
}

async function findTaskIds(tx: Transaction, caller: Caller, { ids, open, after, max, ...fields }: TaskSet) {
  const has = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`t.${Prisma.raw(column)} = ${value}`);
  const rows = await tx.rows<{ id: number }>(sql`select s.id from (
      select t.id, t.status, t.slot from tasks t
      where ${Prisma.join([sql`t.org_id = ${caller.org_id}`, sql`t.deleted_at is null`, ...has], ' and ')}
        ${ids ? sql`and t.id = any(${[...ids]}::int[])` : Prisma.empty}
        ${open ? sql`and t.status not in ('done', 'cancelled')` : Prisma.empty}
        and t.id > ${after ?? 0}::int order by t.id limit ${max ?? null}::int) s
    order by s.status, s.slot`);
  return rows.map((row) => row.id);
}
