import type { Caller } from '@wfp/shared';
import {
  type CombinableWrite,
  type CombinedRow,
  insertCombined,
  Prisma,
  updateAccepted,
  updateCombined,
} from '@wfp/shared/db';
import { appendedPosition, appendedSlot, appendToColumn } from '../board/board.slots.store.ts';
import { lockAndPlaceAccepted } from '../board/board.store.ts';
import {
  acceptLiveReferences,
  buildReferenceCheck,
  canRestrictLabels,
} from '../references/references.store.ts';
import { taskCreated, tasksCreated, tasksUpdated, taskUpdated } from '../rows/task-recordings.store.ts';
import type { CreateTask, PatchTask, TaskStatus } from '../rows/tasks.contract.ts';
import {
  insertTask,
  selectUnlocked,
  type TaskRow,
  taskColumns,
  tasksTable,
  updateTask,
} from '../rows/tasks.store.ts';
import { withOneAssignee } from './task-changes.store.ts';
import { moveOneTask } from './task-moves.store.ts';

const { sql } = Prisma;

const bodies = (rows: readonly CombinedRow[]) => rows.map(({ values }) => values as PatchTask);

/**
 * A create that can be combined with others in the same column, whose row each statement locks until it is committed.
 * Only for callers who may create tasks in the whole organization and see all references.
 */
export function combinableCreate(caller: Caller, task: CreateTask): CombinableWrite<TaskRow> {
  const status = task.status ?? 'todo';
  return {
    key: `${status} ${canRestrictLabels(caller)}`,
    values: { ...task, status, created_by: caller.user_id, updated_by: caller.user_id },
    recording: taskCreated(caller, task),
    combinedRecording: tasksCreated(caller, task),
    alone: () => insertTask(caller, task, buildReferenceCheck(caller, task, { isNew: true })),
    together: (rows) => {
      const column = sql`select ${caller.org_id}::int, ${status}::task_status, count(*)::int
        from accepted having count(*) > 0`;
      const { before, statement } = insertCombined(tasksTable, rows, {
        ...acceptLiveReferences(caller, bodies(rows)),
        after: [appendToColumn(column)],
        from: sql`cross join place`,
        more: { slot: appendedSlot(sql`a._nth`) },
      });
      return {
        table: tasksTable,
        before,
        statement,
        select: sql`${taskColumns('c')}, ${appendedPosition(sql`a._nth`)} as position`,
        join: sql`join accepted a on a._place = c._place cross join place`,
      };
    },
  };
}

/**
 * An update in place that can be combined with those of other tasks. Only for bodies without a parent, and callers who
 * may update all tasks and see all references.
 */
export function combinableUpdate(caller: Caller, id: number, patch: PatchTask): CombinableWrite<TaskRow> {
  const values = withOneAssignee(patch);
  return {
    key: `${canRestrictLabels(caller)}`,
    values: { ...values, id },
    recording: taskUpdated(caller, patch),
    combinedRecording: tasksUpdated(caller, patch),
    alone: () => updateTask(caller, id, values, buildReferenceCheck(caller, patch, { id })),
    together: (rows) => ({
      table: tasksTable,
      ...updateCombined(tasksTable, rows, {
        ...acceptLiveReferences(caller, bodies(rows)),
        where: sql`tasks.deleted_at is null`,
      }),
      select: selectUnlocked,
    }),
  };
}

/**
 * A move like that of `moveOneTask`, which can be combined with moves of other tasks of the organization, because all
 * of them may leave or enter the same column. Only for bodies without a parent, and callers who may update all tasks
 * and see all references.
 */
export function combinableMove(
  caller: Caller,
  id: number,
  patch: PatchTask & { status: TaskStatus },
  position?: number,
): CombinableWrite<TaskRow> {
  const values = { ...withOneAssignee(patch), status: patch.status };
  return {
    key: `move ${canRestrictLabels(caller)}`,
    values: { ...values, id },
    context: position ?? null,
    recording: taskUpdated(caller, patch),
    combinedRecording: tasksUpdated(caller, patch),
    alone: () =>
      moveOneTask(caller, id, values, { position, check: buildReferenceCheck(caller, patch, { id }) }),
    together: (rows) => ({
      table: tasksTable,
      ...updateAccepted(tasksTable, rows, {
        ...acceptLiveReferences(caller, bodies(rows)),
        after: [
          lockAndPlaceAccepted(
            caller,
            rows.map(({ context }) => context as number | null),
          ),
        ],
        from: sql`join placed p on p._place = g._place`,
        more: { slot: sql`coalesce(p.slot, tasks.slot)` },
        where: (differ) => sql`(p.slot is not null or ${differ})`,
      }),
      select: sql`${taskColumns('c')}, p.position`,
      join: sql`join placed p on p._place = c._place`,
    }),
  };
}
