import type { Caller } from '@wfp/shared';
import { Prisma, type Transaction, WriteConflict } from '@wfp/shared/db';
import {
  type LockedBoard,
  lockTasksInColumns,
  lockWholeBoard,
  rearrangeColumns,
} from '../board/board.store.ts';
import { assigneeColumns, type PatchTask } from './tasks.contract.ts';
import {
  fieldsUpdated,
  findUnchanged,
  type TaskRow,
  taskUpdated,
  updateTasksAndSlots,
} from './tasks.store.ts';

const { sql } = Prisma;

/**
 * Changes locked tasks in one statement, each with its events, in the order in which they were asked for. A status
 * takes them to a position of that column, or, without one, those that are not in it yet to its end. Tasks that are not
 * moved and have all values already are not written.
 */
export async function updateLockedTasks(
  tx: Transaction,
  caller: Caller,
  board: LockedBoard,
  patch: PatchTask,
  position?: number | null,
): Promise<TaskRow[]> {
  const { status } = patch;
  const moving = board.tasks.filter(
    (task) => status !== undefined && (position !== undefined || task.status !== status),
  );
  const slots =
    status === undefined || moving.length === 0
      ? []
      : await rearrangeColumns(
          tx,
          caller,
          { ...board, tasks: moving },
          { status, position: position ?? null },
        );
  const slotOf = new Map(moving.map((task, index) => [task.id, slots[index]]));
  const ids = board.tasks.map((task) => task.id);
  const values = withOneAssignee(patch);
  const change = updateTasksAndSlots(
    caller,
    ids,
    values,
    ids.map((id) => slotOf.get(id) ?? null),
  );
  const changed = await tx.write(change, status === 'done' ? taskUpdated : fieldsUpdated);
  const isChanged = new Set(changed.map((row) => row.id));
  const others = ids.filter((id) => !isChanged.has(id));
  const rows = [...changed, ...(await readUnchangedTasks(tx, caller, others, values))];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * The tasks that an update with these values left out, as they are.
 *
 * @throws WriteConflict if another write changed one since
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

/** Naming one assignee takes the task from the others. */
export function withOneAssignee(patch: PatchTask): PatchTask {
  const named = assigneeColumns.find((column) => patch[column] != null);
  if (!named) return patch;
  const cleared = Object.fromEntries(
    assigneeColumns.filter((column) => column !== named).map((column) => [column, null]),
  );
  return { ...patch, ...cleared };
}

/** Live tasks that have all of this. */
export interface TaskSet {
  ids?: readonly number[];
  assigned_employee_id?: number;
  assigned_team_id?: number;
  assigned_to?: number;
  initiative_id?: number;
  label?: string;
  category_code?: string;
  /** Neither done nor cancelled. */
  open?: true;
  /** Only those with greater ids, the `most` lowest: to go through many in parts. */
  after?: number;
  most?: number;
}

const batchSize = 500;

/**
 * Changes all tasks of a set within an open transaction, each with its event: `task.post_update`, and with a status
 * `task.completed` where that is what happened. A status puts them at the end of its column in the order of the
 * board. What the patch refers to must exist, and whether the caller may is decided before. Waits for nothing that
 * another change of tasks may hold as long as the transaction took its own other locks before.
 *
 * @returns their ids, in the order of the board
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
    await updateLockedTasks(tx, caller, board, patch);
  }
  return ids;
}

async function findTaskIds(tx: Transaction, caller: Caller, { ids, open, after, most, ...fields }: TaskSet) {
  const has = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`t.${Prisma.raw(column)} = ${value}`);
  const rows = await tx.rows<{ id: number }>(sql`select s.id from (
      select t.id, t.status, t.slot from tasks t
      where ${Prisma.join([sql`t.org_id = ${caller.org_id}`, sql`t.deleted_at is null`, ...has], ' and ')}
        ${ids ? sql`and t.id = any(${[...ids]}::int[])` : Prisma.empty}
        ${open ? sql`and t.status not in ('done', 'cancelled')` : Prisma.empty}
        and t.id > ${after ?? 0}::int order by t.id limit ${most ?? null}::int) s
    order by s.status, s.slot`);
  return rows.map((row) => row.id);
}
