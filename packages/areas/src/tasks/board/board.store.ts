import type { Caller, Permission } from '@wfp/shared';
import { byKey, Prisma, type Transaction, WriteConflict } from '@wfp/shared/db';
import { type TaskStatus, taskStatuses } from '../rows/tasks.contract.ts';
import { tasksInScope } from '../rows/tasks.store.ts';
import { type ColumnRuns, type RearrangePlan, rearrange } from './board.plan.ts';

const { sql, join } = Prisma;

interface Column extends ColumnRuns {
  status: TaskStatus;
}

export interface LockedTask {
  id: number;
  status: TaskStatus;
  position: number;
  has_due: boolean;
  has_reminder: boolean;
  can_read: boolean;
  can_change: boolean;
}

/** Tasks, their columns and the target column, locked until the transaction ends. */
export interface LockedBoard {
  columns: Map<TaskStatus, Column>;
  /** Existing tasks, in the order of the requested ids. */
  tasks: LockedTask[];
}

/**
 * Locks the columns of tasks and the target column, then the tasks. TRANSACTIONS THAT CHANGE SEVERAL TASKS MUST CALL
 * THIS FIRST: columns are locked in board order, and rows only under the locks of their columns, which prevents
 * deadlocks. A change of a single task in place needs only its row.
 *
 * @param permission checked for `can_change`
 * @throws WriteConflict if a task changed its column before the locks were acquired
 */
export async function lockTasksInColumns(
  tx: Transaction,
  caller: Caller,
  ids: readonly number[],
  { target, permission }: { target?: TaskStatus | undefined; permission: Permission },
): Promise<LockedBoard> {
  const columns = await lockColumns(tx, caller, ids, target);
  // No joins: after waiting for a row lock, PostgreSQL rechecks the join with the old version of the other row and
  // may drop the row. A task that left these columns is not locked: the transaction that holds its column may wait
  // for one of ours.
  const rows = await tx.rows<Omit<LockedTask, 'position'> & { slot: number }>(
    byKey(sql`
    select t.id, t.status, t.slot, t.due_at is not null as has_due, t.reminder_offset is not null as has_reminder,
      ${tasksInScope(caller, 'task:read')} as can_read, ${tasksInScope(caller, permission)} as can_change
    from tasks t where t.org_id = ${caller.org_id} and t.id = any(${[...ids]}::int[]) and t.deleted_at is null
      and t.status = any(${[...columns.keys()]}::text[]::task_status[])
    for no key update`),
  );
  const tasks = new Map<number, LockedTask>();
  for (const { slot, ...row } of rows) {
    const column = columns.get(row.status);
    if (column) tasks.set(row.id, { ...row, position: positionIn(column, slot) });
  }
  await rejectMoved(
    tx,
    caller,
    ids.filter((id) => !tasks.has(id)),
  );
  return { columns, tasks: ids.flatMap((id) => tasks.get(id) ?? []) };
}

async function rejectMoved(tx: Transaction, caller: Caller, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const moved = await tx.rows(
    byKey(sql`select t.id from tasks t
      where t.org_id = ${caller.org_id} and t.id = any(${[...ids]}::int[]) and t.deleted_at is null`),
  );
  if (moved.length > 0) throw new WriteConflict();
}

/** Must agree with `positionOf` in SQL. */
function positionIn({ run_slots, run_bases }: ColumnRuns, slot: number): number {
  const behind = run_slots.findIndex((first) => first > slot);
  return slot - (run_bases.at(behind === -1 ? -1 : behind - 1) ?? 0);
}

async function lockColumns(
  tx: Transaction,
  caller: Caller,
  ids: readonly number[],
  target: TaskStatus | undefined,
): Promise<Map<TaskStatus, Column>> {
  const targetStatus = target ?? null;
  const rows = await tx.rows<Column>(
    byKey(sql`select k.status, k.run_slots, k.run_bases, k.length from task_columns k
    where k.org_id = ${caller.org_id} and (k.status = ${targetStatus}::task_status or k.status in (
      select t.status from tasks t
      where t.org_id = ${caller.org_id} and t.id = any(${[...ids]}::int[]) and t.deleted_at is null))
    order by k.status for update`),
  );
  const columns = new Map(rows.map((row) => [row.status, row]));
  if (target && !columns.has(target)) columns.set(target, await createColumn(tx, caller, target));
  return columns;
}

/** Throws if another transaction created the column first: locking it now would break the lock order. */
async function createColumn(tx: Transaction, caller: Caller, status: TaskStatus): Promise<Column> {
  const [column] = await tx.rows<Column>(sql`insert into task_columns (org_id, status)
    values (${caller.org_id}, ${status}::task_status) on conflict do nothing
    returning status, run_slots, run_bases, length`);
  if (!column) throw new WriteConflict();
  return column;
}

/**
 * Locks every column of the board, for changes whose tasks are found only under the locks. Missing columns are
 * created, so that none can appear after the locks are taken.
 *
 * @throws WriteConflict if another transaction created one of them
 */
export async function lockWholeBoard(tx: Transaction, caller: Caller): Promise<void> {
  const existing = await tx.rows<Pick<Column, 'status'>>(
    sql`select k.status from task_columns k where k.org_id = ${caller.org_id} order by k.status for update`,
  );
  const missing = taskStatuses.filter((status) => !existing.some((column) => column.status === status));
  if (missing.length === 0) return;
  const created = await tx.rows(sql`insert into task_columns (org_id, status)
    select ${caller.org_id}, s from unnest(${missing}::text[]::task_status[]) s order by s
    on conflict do nothing returning status`);
  if (created.length < missing.length) throw new WriteConflict();
}

export interface Destination {
  status: TaskStatus;
  /** Position of the first task among those already there; null or past the end: at the end. */
  position: number | null;
}

/**
 * Removes locked tasks from their slots and makes room for them at the destination, adjacent and in order.
 *
 * @param to null if they leave the board
 * @returns the new slots, in the order of the tasks
 */
export async function rearrangeColumns(
  tx: Transaction,
  caller: Caller,
  { columns, tasks }: LockedBoard,
  to: Destination | null,
): Promise<number[]> {
  const changed: (RearrangePlan & { status: TaskStatus })[] = [];
  let slots: number[] = [];
  for (const column of columns.values()) {
    const removed = tasks.filter((task) => task.status === column.status).map((task) => task.position);
    const isTarget = to?.status === column.status;
    if (removed.length === 0 && !isTarget) continue;
    removed.sort((one, other) => one - other);
    const added = isTarget ? tasks.length : 0;
    const plan = rearrange(column, removed, added, to?.position ?? column.length);
    if (isTarget) slots = plan.slots;
    changed.push({ ...plan, status: column.status });
  }
  await saveColumns(tx, caller, changed);
  const shifts = changed.flatMap(({ status, shifts }) => shifts.map((shift) => ({ status, ...shift })));
  for (let from = 0; from < shifts.length; from += maxShiftsPerStatement) {
    await shiftNeighbours(tx, caller, shifts.slice(from, from + maxShiftsPerStatement));
  }
  return slots;
}

async function saveColumns(tx: Transaction, caller: Caller, columns: readonly Column[]): Promise<void> {
  await tx.executeUnrecorded(
    // `unnest` flattens nested arrays, so each is passed as text.
    byKey(sql`update task_columns k
    set run_slots = c.run_slots::int[], run_bases = c.run_bases::int[], length = c.length
    from unnest(${columns.map((one) => one.status)}::text[]::task_status[],
      ${columns.map((one) => `{${one.run_slots}}`)}::text[], ${columns.map((one) => `{${one.run_bases}}`)}::text[],
      ${columns.map((one) => one.length)}::int[]) c(status, run_slots, run_bases, length)
    where k.org_id = ${caller.org_id} and k.status = c.status`),
  );
}

/** Moving many tasks can need many shifts. Applied in order, no batch shifts what an earlier one has shifted. */
const maxShiftsPerStatement = 50;

/** One condition per range: a join with a list of ranges would read all tasks. */
async function shiftNeighbours(
  tx: Transaction,
  caller: Caller,
  shifts: readonly { status: TaskStatus; low: number; high: number; step: number }[],
): Promise<void> {
  const within = shifts.map(
    ({ status, low, high }) =>
      sql`(t.status = ${status}::task_status and t.slot between ${low}::int and ${high}::int)`,
  );
  const steps = shifts.map(({ step }, index) => sql`when ${within[index]} then ${step}::int`);
  await tx.executeUnrecorded(sql`update tasks t set slot = t.slot + case ${join(steps, ' ')} end
    where t.org_id = ${caller.org_id} and (${join(within, ' or ')})`);
}
