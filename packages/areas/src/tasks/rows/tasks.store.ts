import {
  type Caller,
  type Permission,
  type RecordNaming,
  type RowOwners,
  rowsInScope,
  type ScopedTable,
} from '@wfp/shared';
import {
  type Change,
  type ColumnValues,
  differs,
  insertInto,
  Prisma,
  readOne,
  readRows,
  recordedTable,
  type Transaction,
  updateRows,
  versionCheck,
  wireColumns,
} from '@wfp/shared/db';
import {
  appendedPosition,
  appendedSlot,
  appendToColumn,
  joinColumn,
  positionOf,
} from '../board/board.slots.store.ts';
import type { CreateTask, PatchTask, TaskStatus } from './tasks.contract.ts';

const { sql, empty } = Prisma;

export const tasksTable = recordedTable({
  name: 'tasks',
  aggregate: 'task',
  columns: Prisma.TaskScalarFieldEnum,
  record_name: sql`c.title`,
  subject: {
    employee: sql`c.assigned_employee_id`,
    team: sql`c.assigned_team_id`,
    users: [sql`c.assigned_to`, sql`c.created_by`],
  },
});

export interface TaskRow {
  id: number;
  org_id: number;
  title: string;
  status: TaskStatus;
  position: number;
  due_at: Date | null;
  reminder_offset: string | null;
  created_by: number;
}

export const taskColumns = (alias: string) => wireColumns(tasksTable, alias, ['slot']);

/** A task is owned by its assignees and its creator. */
const taskOwners = (alias: 't' | 'r'): RowOwners => {
  const column = (name: string) => Prisma.raw(`${alias}.${name}`);
  return {
    users: [column('assigned_to'), column('created_by')],
    employees: [column('assigned_employee_id')],
    teams: [column('assigned_team_id')],
  };
};

export const taskNaming: RecordNaming = {
  name: (alias) => Prisma.raw(`${alias}.title`),
  hint: (alias) => Prisma.raw(`${alias}.status`),
};

export const taskRowScope: ScopedTable = { table: 'tasks', owners: () => taskOwners('r') };

export function tasksInScope(caller: Caller, permission: Permission): Prisma.Sql {
  return rowsInScope(caller, permission, taskOwners('t'));
}

export async function findTask(
  caller: Caller,
  id: number,
  permission: Permission = 'task:read',
): Promise<TaskRow | undefined> {
  return readOne<TaskRow>(caller, taskById(caller, id, permission));
}

export const taskById = (caller: Caller, id: number, permission: Permission) =>
  sql`select ${taskColumns('t')}, ${positionOf('t')} as position from tasks t ${joinColumn('t')}
    where t.org_id = ${caller.org_id} and t.id = ${id} and t.deleted_at is null and ${tasksInScope(caller, permission)}`;

/**
 * Inserts a task at the end of its column.
 *
 * @param rejection check of the references, which runs and locks them before the column is locked
 */
export function insertTask(
  caller: Caller,
  task: CreateTask,
  rejection: Prisma.Sql | null = null,
): Change<TaskRow> {
  const status = task.status ?? 'todo';
  const column = sql`select ${caller.org_id}::int, ${status}::task_status, 1`;
  return {
    table: tasksTable,
    before: rejection
      ? sql`live as materialized (select ${rejection} as is_so), ${appendToColumn(sql`${column} from live where live.is_so`)}`
      : appendToColumn(column),
    statement: insertInto(caller, tasksTable, {
      ...castValues({ ...task, status }),
      slot: sql`(select ${appendedSlot()} from place)`,
      created_by: caller.user_id,
      updated_by: caller.user_id,
    }),
    select: sql`${taskColumns('c')}, ${appendedPosition()} as position`,
    join: sql`cross join place`,
  };
}

/** True if the caller's `task:create` includes a task that was just inserted. */
export async function canCreate(tx: Transaction, caller: Caller, id: number): Promise<boolean> {
  const rows = await tx.rows(sql`select t.id from tasks t where t.org_id = ${caller.org_id} and t.id = ${id}
    and ${tasksInScope(caller, 'task:create')}`);
  return rows.length > 0;
}

/**
 * Updates a task in place. Writes no row if the task already has all values, or if the caller lacks `task:update` for
 * it.
 *
 * @param rejection check of the references, which runs and locks them before the task is locked
 */
export function updateTask(
  caller: Caller,
  id: number,
  patch: PatchTask,
  rejection: Prisma.Sql | null = null,
): Change<TaskRow> {
  const change = changeTask(caller, id, castValues(patch), rejection !== null);
  return rejection ? { ...change, before: sql`live as materialized (select ${rejection} as is_so)` } : change;
}

/**
 * Reads tasks that an update skipped because they already had its values, and checks the version in If-Match.
 * `_differs` is true for a task that another write has changed since.
 */
export async function findUnchanged(
  tx: Transaction,
  caller: Caller,
  ids: readonly number[],
  patch: PatchTask,
): Promise<(TaskRow & { _differs: boolean })[]> {
  const rows = await tx.rows<TaskRow & { _differs: boolean; _version?: unknown }>(sql`
    select ${taskColumns('t')}, ${positionOf('t')} as position, ${differs(castValues(patch), 't')} as _differs
      ${versionCheck(caller, tasksTable, 't')}
    from tasks t ${joinColumn('t')}
    where t.org_id = ${caller.org_id} and t.id = any(${[...ids]}::int[]) and t.deleted_at is null
      and ${tasksInScope(caller, 'task:update')}`);
  return rows.map(({ _version, ...row }) => row);
}

export async function findUnchangedIds(
  caller: Caller,
  ids: readonly number[],
  patch: PatchTask,
): Promise<Set<number>> {
  const rows = await readRows<{ id: number }>(
    caller,
    sql`select t.id from tasks t where t.org_id = ${caller.org_id} and t.id = any(${[...ids]}::int[])
      and t.deleted_at is null and not ${differs(castValues(patch), 't')}`,
  );
  return new Set(rows.map((row) => row.id));
}

/**
 * Restores a deleted task at the end of its column, whose row is locked before the task, as in all writes of the board.
 * Writes no row if the caller lacks `task:manage` for the task. If another write restored the task first, the length of
 * the column is too high by one, and the transaction must be rolled back.
 */
export function restoreTask(caller: Caller, id: number): Change<TaskRow> {
  return {
    table: tasksTable,
    before:
      appendToColumn(sql`select t.org_id, t.status, 1 from tasks t where t.org_id = ${caller.org_id} and t.id = ${id}
      and t.deleted_at is not null and ${tasksInScope(caller, 'task:manage')}`),
    statement: updateRows(
      caller,
      tasksTable,
      { deleted_at: null, slot: sql`(select ${appendedSlot()} from place)` },
      sql`id = ${id} and deleted_at is not null and exists (select from place)`,
    ),
    select: sql`${taskColumns('c')}, ${appendedPosition()} as position`,
    join: sql`cross join place`,
  };
}

export async function findDeletedParent(
  tx: Transaction,
  caller: Caller,
  id: number,
): Promise<{ parent_task_id: number | null } | undefined> {
  const [row] = await tx.rows<{ parent_task_id: number | null }>(
    sql`select t.parent_task_id from tasks t where t.org_id = ${caller.org_id} and t.id = ${id}
      and t.deleted_at is not null and ${tasksInScope(caller, 'task:manage')}`,
  );
  return row;
}

function changeTask(caller: Caller, id: number, values: ColumnValues, isChecked: boolean): Change<TaskRow> {
  const one = sql`id = ${id} and deleted_at is null ${isChecked ? sql`and (select is_so from live)` : empty}
    and ${differs(values, 'tasks')}`;
  const within = sql`${one} and exists (
    select from tasks t where t.org_id = tasks.org_id and t.id = tasks.id and ${tasksInScope(caller, 'task:update')})`;
  return {
    ...changeRows(caller, values, caller.rowScopeFor('task:update')?.org ? one : within),
    select: selectUnlocked,
    join: empty,
  };
}

/** The column is not locked: the task may have been moved since the statement began. */
export const selectUnlocked = sql`${taskColumns('c')}, task_position(c.org_id, c.status, c.slot) as position`;

export function changeRows(caller: Caller, values: ColumnValues, where: Prisma.Sql): Change<TaskRow> {
  // Changes by the system keep the last user: `updated_by` is never null.
  const by = caller.user_id === null ? { updated_by: sql`updated_by` } : {};
  return {
    table: tasksTable,
    statement: updateRows(caller, tasksTable, { ...values, ...by }, where),
    select: sql`${taskColumns('c')}, coalesce(${positionOf('c')}, 0) as position`,
    join: joinColumn('c'),
  };
}

/** Adds a cast to each value whose type PostgreSQL cannot infer. */
export function castValues(task: Partial<CreateTask>): ColumnValues {
  const enums = {
    status: 'task_status',
    priority: 'task_priority',
    effort: 'task_effort',
    task_type: 'task_type',
    due_at: 'timestamptz',
    tags: 'text[]',
  };
  return Object.fromEntries(
    Object.entries(task).map(([name, value]) => {
      const type = (enums as Record<string, string>)[name];
      return [name, type && value !== undefined ? sql`${value}::${Prisma.raw(type)}` : value];
    }),
  );
}
