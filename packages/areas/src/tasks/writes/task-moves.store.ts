import type { Caller } from '@wfp/shared';
import { type Change, differs, Prisma } from '@wfp/shared/db';
import { lockAndPlace, placedPosition, placedSlot } from '../board/board.store.ts';
import type { PatchTask, TaskStatus } from '../rows/tasks.contract.ts';
import { castValues, changeRows, type TaskRow, taskColumns } from '../rows/tasks.store.ts';

const { sql, empty } = Prisma;

/** Updates fields of several locked tasks in place. Tasks that already have all values are skipped. */
export function updateTasks(caller: Caller, ids: readonly number[], patch: PatchTask): Change<TaskRow> {
  const values = castValues(patch);
  return changeRows(
    caller,
    values,
    sql`id = any(${[...ids]}::int[]) and deleted_at is null and ${differs(values, 'tasks')}`,
  );
}

/**
 * Updates fields of several tasks together with their slots, which the CTE `placed` chooses. Tasks that are not moved
 * and already have all values are skipped.
 */
export function updatePlacedTasks(
  caller: Caller,
  ids: readonly number[],
  patch: PatchTask,
  placed: Prisma.Sql,
): Change<TaskRow> {
  const values = castValues(patch);
  const slot = placedSlot(ids);
  // PostgreSQL estimates an unknown array at ten elements. For one task, it would find the generic plan too expensive
  // and plan each execution.
  const matches = ids.length === 1 ? sql`id = ${ids[0]}::int` : sql`id = any(${[...ids]}::int[])`;
  return {
    ...changeRows(
      caller,
      { ...values, slot: sql`coalesce(${slot}, slot)` },
      sql`${matches} and deleted_at is null and exists (select from placed)
        and (${slot} is not null or ${differs(values, 'tasks')})`,
    ),
    before: placed,
    select: sql`${taskColumns('c')}, ${placedPosition(ids)} as position`,
    join: empty,
  };
}

/**
 * Moves one task to a position of a column and updates its fields. Without a position, a task of another column is
 * moved to the end, and a task of this column stays in place. Returns no row if nothing has to be changed, or if the
 * caller lacks `task:update` for the task.
 *
 * @param check of the references, which runs and locks them before the board is locked
 */
export function moveOneTask(
  caller: Caller,
  id: number,
  patch: PatchTask & { status: TaskStatus },
  { position, check }: { position?: number; check?: Prisma.Sql | null },
): Change<TaskRow> {
  const from = check ? sql`from live where live.is_so` : empty;
  const to = { status: patch.status, position };
  const placed = lockAndPlace(caller, id, to, { permission: 'task:update', from });
  const before = check ? sql`live as materialized (select ${check} as is_so), ${placed}` : placed;
  return updatePlacedTasks(caller, [id], patch, before);
}

/** Deletes one task, which takes it off the board. Returns no row if the caller lacks `task:archive` for the task. */
export function archiveTask(caller: Caller, id: number): Change<TaskRow> {
  const where = sql`id = ${id} and deleted_at is null and exists (select from placed)`;
  return {
    ...changeRows(caller, { deleted_at: sql`now()`, slot: null }, where),
    before: lockAndPlace(caller, id, { status: null }, { permission: 'task:archive' }),
    select: sql`${taskColumns('c')}, 0 as position`,
    join: empty,
  };
}
