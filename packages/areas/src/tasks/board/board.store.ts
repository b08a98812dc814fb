import type { Caller, Permission } from '@wfp/shared';
import { byKey, Prisma, type Transaction, WriteConflict } from '@wfp/shared/db';
import { type TaskStatus, taskStatuses } from '../rows/tasks.contract.ts';
import { tasksInReach } from '../rows/tasks.store.ts';
import { type ColumnRuns, type RearrangePlan, rearrange } from './board.plan.ts';

const { sql, join } = Prisma;

interface Column extends ColumnRuns {
  status: TaskStatus;
}

/** A task as it is under the locks of its column and its own. */
export interface LockedTask {
  id: number;
  status: TaskStatus;
  position: number;
  has_due: boolean;
  has_reminder: boolean;
  can_read: boolean;
  can_change: boolean;
}

/** Some tasks and the columns that they are in and may go to, locked until the transaction ends. */
export interface LockedBoard {
  columns: Map<TaskStatus, Column>;
  /** Those that there are, in the order in which they were asked for. */
  tasks: LockedTask[];
}

/**
 * Locks the columns of tasks and the one they go to, then the tasks themselves. WHOEVER CHANGES SEVERAL TASKS IN ONE
 * TRANSACTION DOES THIS FIRST: columns in the order of the board, rows only under the locks of their columns, so
 * that no two of them ever wait for each other. A change of a single task in its place needs only its row.
 *
 * @param permission what `can_change` is about
 * @throws WriteConflict when a task changed its column before the locks were held
 */
export async function lockTasksInColumns(
  tx: Transaction,
  caller: Caller,
  ids: readonly number[],
  { target, permission }: { target?: TaskStatus | undefined; permission: Permission },
): Promise<LockedBoard> {
  const columns = await lockColumns(tx, caller, ids, target);
  // Nothing is joined: of a row that was waited for, PostgreSQL would drop what no longer fits the old other one. A task
  // that left these columns before they were locked is not locked: the holder of its column may wait for another of ours.
  const rows = await tx.rows<Omit<LockedTask, 'position'> & { slot: number }>(
    byKey(sql`
    select t.id, t.status, t.slot, t.due_at is not null as has_due, t.reminder_offset is not null as has_reminder,
      ${tasksInReach(caller, 'task:read')} as can_read, ${tasksInReach(caller, permission)} as can_change
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

/** Fails where a task is live but in no locked column. */
async function rejectMoved(tx: Transaction, caller: Caller, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const moved = await tx.rows(
    byKey(sql`select t.id from tasks t
      where t.org_id = ${caller.org_id} and t.id = any(${[...ids]}::int[]) and t.deleted_at is null`),
  );
  if (moved.length > 0) throw new WriteConflict();
}

/** As `positionOf` has it in SQL. */
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
  const wanted = target ?? null;
  const rows = await tx.rows<Column>(
    byKey(sql`select k.status, k.run_slots, k.run_bases, k.length from task_columns k
    where k.org_id = ${caller.org_id} and (k.status = ${wanted}::task_status or k.status in (
      select t.status from tasks t
      where t.org_id = ${caller.org_id} and t.id = any(${[...ids]}::int[]) and t.deleted_at is null))
    order by k.status for update`),
  );
  const columns = new Map(rows.map((row) => [row.status, row]));
  if (target && !columns.has(target)) columns.set(target, await createColumn(tx, caller, target));
  return columns;
}

/** The first task comes to a column. Nothing is waited for after it, or the order of locks would not hold. */
async function createColumn(tx: Transaction, caller: Caller, status: TaskStatus): Promise<Column> {
  const [column] = await tx.rows<Column>(sql`insert into task_columns (org_id, status)
    values (${caller.org_id}, ${status}::task_status) on conflict do nothing
    returning status, run_slots, run_bases, length`);
  if (!column) throw new WriteConflict();
  return column;
}

/**
 * Locks every column of the board: for changes of tasks that are found only under their locks. Those that no task
 * ever came to are begun, so that none can appear behind the ones that are locked.
 *
 * @throws WriteConflict when another transaction has begun one of them
 */
export async function lockWholeBoard(tx: Transaction, caller: Caller): Promise<void> {
  const held = await tx.rows<Pick<Column, 'status'>>(
    sql`select k.status from task_columns k where k.org_id = ${caller.org_id} order by k.status for update`,
  );
  const missing = taskStatuses.filter((status) => !held.some((column) => column.status === status));
  if (missing.length === 0) return;
  const begun = await tx.rows(sql`insert into task_columns (org_id, status)
    select ${caller.org_id}, s from unnest(${missing}::text[]::task_status[]) s order by s
    on conflict do nothing returning status`);
  if (begun.length < missing.length) throw new WriteConflict();
}

/** Where tasks go: all of them to one column, or out of the board. */
export interface Destination {
  status: TaskStatus;
  /** The first one's position among those that are there already; past the end, or null: the end. */
  position: number | null;
}

/**
 * Takes locked tasks out of their places and makes room for them in one piece, in their order.
 *
 * @param to null where they leave the board
 * @returns the slots they go to, in their order
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
    const leaving = tasks.filter((task) => task.status === column.status).map((task) => task.position);
    const isTarget = to?.status === column.status;
    if (leaving.length === 0 && !isTarget) continue;
    leaving.sort((one, other) => one - other);
    const coming = isTarget ? tasks.length : 0;
    const plan = rearrange(column, leaving, coming, to?.position ?? column.length);
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
    // Lists of lists would come out of unnest as one: each travels as text.
    byKey(sql`update task_columns k
    set run_slots = c.run_slots::int[], run_bases = c.run_bases::int[], length = c.length
    from unnest(${columns.map((one) => one.status)}::text[]::task_status[],
      ${columns.map((one) => `{${one.run_slots}}`)}::text[], ${columns.map((one) => `{${one.run_bases}}`)}::text[],
      ${columns.map((one) => one.length)}::int[]) c(status, run_slots, run_bases, length)
    where k.org_id = ${caller.org_id} and k.status = c.status`),
  );
}

/** Moves of many tasks cut a column into many pieces. In their order, no part shifts what a former one has shifted. */
const maxShiftsPerStatement = 50;

/** Each range stands in the statement by itself: joined to a list of ranges, all tasks would be looked at. */
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
