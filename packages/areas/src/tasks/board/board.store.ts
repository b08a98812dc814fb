import type { Caller, Permission } from '@wfp/shared';
import { byKey, Prisma, type Transaction, WriteConflict } from '@wfp/shared/db';
import { type TaskStatus, taskStatuses } from '../rows/tasks.contract.ts';
import { tasksInScope } from '../rows/tasks.store.ts';

const { sql } = Prisma;

export interface LockedTask {
  id: number;
  status: TaskStatus;
  has_due: boolean;
  has_reminder: boolean;
  description_bytes: number;
  can_read: boolean;
  can_change: boolean;
}

/** Tasks that are locked until the transaction ends, as are their columns and the target column. */
export interface LockedBoard {
  /** Existing tasks, in the order of the requested ids. */
  tasks: LockedTask[];
}

/**
 * Locks the columns of tasks and the target column, then the tasks. TRANSACTIONS THAT CHANGE SEVERAL TASKS MUST TAKE
 * THESE LOCKS BEFORE THEY LOCK ANY TASK, here, by {@link lockWholeBoard} or by {@link lockAndPlaceAccepted}: columns
 * are locked in board order, and rows only under the locks of their columns, which prevents deadlocks. Changes in place
 * do not need the locks of columns if they lock a single row or skip locked rows. If a task changes its column before
 * the locks are acquired, the transaction is retried.
 *
 * @param permission checked for `can_change`
 */
export async function lockTasksInColumns(
  tx: Transaction,
  caller: Caller,
  ids: readonly number[],
  { target, permission }: { target?: TaskStatus | undefined; permission: Permission },
): Promise<LockedBoard> {
  const rows = await tx.rows<LockedTask>(
    byKey(sql`
    select t.id, t.status, t.due_at is not null as has_due, t.reminder_offset is not null as has_reminder,
      octet_length(t.description) as description_bytes,
      ${tasksInScope(caller, 'task:read')} as can_read, ${tasksInScope(caller, permission)} as can_change
    from ${lockedTasks(caller, ids, target)} t`),
  );
  const tasks = new Map(rows.map((row) => [row.id, row]));
  return { tasks: ids.flatMap((id) => tasks.get(id) ?? []) };
}

const lockedTasks = (caller: Caller, ids: readonly number[], target: TaskStatus | undefined) =>
  sql`lock_board_tasks(${caller.org_id}::int, ${[...ids]}::int[], ${target ?? null}::task_status)`;

/**
 * Locks every column of the board, for changes whose tasks are found only under the locks. Missing columns are created,
 * so that none can appear after the locks are taken.
 *
 * @throws WriteConflict if another transaction created one of the missing columns
 */
export async function lockWholeBoard(tx: Transaction, caller: Caller): Promise<void> {
  const existing = await tx.rows<{ status: TaskStatus }>(
    sql`select k.status from task_columns k where k.org_id = ${caller.org_id} order by k.status for update`,
  );
  const missing = taskStatuses.filter((status) => !existing.some((column) => column.status === status));
  if (missing.length === 0) return;
  const created = await tx.rows(sql`insert into task_columns (org_id, status)
    select ${caller.org_id}, s from unnest(${missing}::text[]::task_status[]) s order by s
    on conflict do nothing returning status`);
  if (created.length < missing.length) throw new WriteConflict();
}

export interface BoardChange {
  ids: readonly number[];
  /** The column to move the tasks to; null if they leave the board. */
  status: TaskStatus | null;
  /**
   * Position of the first task among the other tasks of the column; null or past the end: at the end. If undefined,
   * tasks that are in the column stay in place, and the others are moved to its end.
   */
  position?: number | null | undefined;
}

/** The CTE `placed` for locked tasks: updates their columns, and returns one row with the new slots and positions. */
export const placeLocked = (caller: Caller, change: BoardChange) =>
  sql`placed as materialized (select p.slots, p.positions from ${placement(caller, sql`${[...change.ids]}::int[]`, change)} p)`;

/**
 * The CTE `placed` for one task that is not locked yet: locks its columns and then the task, and updates the columns.
 * Returns no row, and updates nothing, if the caller lacks the permission for the task. Because the CTE is part of the
 * statement that writes the task, the locks are held for one round trip only. The functions have snapshots of their
 * own, taken after the locks. The statement itself does not see that a task was restored since it began, and would not
 * write it, so the task must have been live then.
 *
 * @param from clauses FROM and WHERE; nothing is locked if they select no row
 */
export const lockAndPlace = (
  caller: Caller,
  id: number,
  change: Omit<BoardChange, 'ids'>,
  { permission, from = Prisma.empty }: { permission: Permission; from?: Prisma.Sql },
) => sql`locked as materialized (
  select array_agg(t.id) as ids from (select ${id}::int as id ${from}) one
  join tasks was on was.org_id = ${caller.org_id} and was.id = one.id and was.deleted_at is null
  cross join lateral ${lockedTasks(caller, [id], change.status ?? undefined)} t
  where ${tasksInScope(caller, permission)}
),
placed as materialized (
  select p.slots, p.positions from locked l cross join lateral ${placement(caller, sql`l.ids`, change)} p
  where l.ids is not null
)`;

/**
 * The CTE `placed` for moves of the tasks of accepted rows in one statement: locks the columns and then the tasks, and
 * moves the tasks one after the other, in the order of the requests. Returns the rows whose tasks have a place; others
 * must be written by a statement of their own. A task that was restored since the statement began violates the constraint
 * that deleted tasks have no slot, so that all are written alone.
 *
 * @param positions by `_place`; null: the end of the column, but a task of this column stays in place
 */
export const lockAndPlaceAccepted = (caller: Caller, positions: readonly (number | null)[]) =>
  sql`placed as materialized (
  select m.places[p.place] as _place, p.slot, p.position
  from (
    select array_agg(a._place order by a._nth) as places, array_agg(a.id order by a._nth) as ids,
      array_agg(a.status order by a._nth) as targets,
      array_agg((${[...positions]}::int[])[a._place] order by a._nth) as positions
    from accepted a having count(*) > 0
  ) m cross join lateral move_board_tasks(${caller.org_id}::int, m.ids, m.targets, m.positions) p
)`;

function placement(caller: Caller, ids: Prisma.Sql, { status, position }: Omit<BoardChange, 'ids'>) {
  return sql`place_board_tasks(${caller.org_id}::int, ${ids}, ${status}::task_status, ${position ?? null}::int,
    ${position !== undefined}::boolean)`;
}

const indexOf = (ids: readonly number[], alias: 'c' | 'tasks') =>
  sql`array_position(${[...ids]}::int[], ${Prisma.raw(alias)}.id)`;

/**
 * SQL for the new slot of a task, null if it stays in place. The subquery does not refer to the row: PostgreSQL would
 * evaluate a correlated one again, and `placed` with it, for a row that another transaction has changed.
 */
export const placedSlot = (ids: readonly number[]) =>
  sql`(select placed.slots from placed)[${indexOf(ids, 'tasks')}]`;

/** SQL for the position of a changed task after the change. */
export const placedPosition = (ids: readonly number[]) =>
  sql`(select placed.positions from placed)[${indexOf(ids, 'c')}]`;
