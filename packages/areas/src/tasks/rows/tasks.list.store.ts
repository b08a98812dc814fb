import { type Caller, exportable } from '@wfp/shared';
import type { ListPage } from '@wfp/shared/contract';
import { byKey, containsPattern, orderBy, Prisma, readPage, readRows, type SortKey } from '@wfp/shared/db';
import { joinColumn, positionOf } from '../board/board.slots.store.ts';
import {
  type ListTasks,
  type ShowBoard,
  Task,
  TaskFilter,
  type TaskStatus,
  type taskSorts,
  taskStatuses,
} from './tasks.contract.ts';
import { type TaskRow, taskColumns, tasksInScope } from './tasks.store.ts';

const { sql, empty, join } = Prisma;

/**
 * Predicate for the tasks `t` that the caller may read and that match a filter; shared by lists, counts and exports.
 */
export function filterPredicate(
  caller: Caller,
  filter: TaskFilter,
  permission: 'task:read' | 'task:export' = 'task:read',
): Prisma.Sql {
  return sql`t.org_id = ${caller.org_id} and t.deleted_at is null and t.slot is not null
    and ${join([tasksInScope(caller, permission), ...conditions(caller, filter)], ' and ')}`;
}

type Condition = (value: never, caller: Caller) => Prisma.Sql;

const equal = (column: string, type = 'text') => {
  const name = Prisma.raw(`t.${column}`);
  const cast = Prisma.raw(type);
  return (value: string | number) => sql`${name} = ${value}::${cast}`;
};

const conditionBuilders: { [Name in keyof Required<TaskFilter>]: Condition } = {
  status: equal('status', 'task_status'),
  priority: equal('priority', 'task_priority'),
  effort: equal('effort', 'task_effort'),
  task_type: equal('task_type', 'task_type'),
  category_code: equal('category_code'),
  label: equal('label'),
  tag: (tag: string) => sql`${tag}::text = any(t.tags)`,
  assigned_employee_id: equal('assigned_employee_id', 'int'),
  assigned_team_id: equal('assigned_team_id', 'int'),
  assigned_to: equal('assigned_to', 'int'),
  assigned_to_me: (mine: boolean, caller: Caller) =>
    mine ? sql`(${isAssignedToCaller(caller)})` : sql`(${isAssignedToCaller(caller)}) is not true`,
  unassigned: (none: boolean) =>
    sql`${none ? empty : sql`not`} (t.assigned_employee_id is null and t.assigned_team_id is null and t.assigned_to is null)`,
  created_by: equal('created_by', 'int'),
  initiative_id: equal('initiative_id', 'int'),
  parent_task_id: equal('parent_task_id', 'int'),
  due_before: (moment: string) => sql`t.due_at < ${moment}::timestamptz`,
  due_after: (moment: string) => sql`t.due_at >= ${moment}::timestamptz`,
  overdue: (late: boolean, { platform }: Caller) => {
    const isLate = sql`t.due_at < ${platform.clock.now()}::timestamptz and t.status not in ('done', 'cancelled')`;
    return late ? isLate : sql`(${isLate}) is not true`;
  },
  updated_after: (moment: string) => sql`t.updated_at >= ${moment}::timestamptz`,
  q: (words: string) => {
    const pattern = containsPattern(words);
    return sql`(t.title ilike ${pattern} or t.description ilike ${pattern} or t.label ilike ${pattern})`;
  },
};

function conditions(caller: Caller, filter: TaskFilter): Prisma.Sql[] {
  return Object.entries(conditionBuilders).flatMap(([name, meaning]) => {
    const value = filter[name as keyof TaskFilter];
    return value === undefined ? [] : [meaning(value as never, caller)];
  });
}

/** Any of the three assignee columns resolves to the caller: as user, as employee, through a team. */
function isAssignedToCaller({ org_id, user_id, employee_id }: Caller): Prisma.Sql {
  const asUser = sql`t.assigned_to = ${user_id}::int`;
  if (employee_id === null) return asUser;
  return sql`${asUser} or t.assigned_employee_id = ${employee_id}::int
    or t.assigned_team_id = any(array(select member_teams(${org_id}::int, ${employee_id}::int)))`;
}

const sortKeys: Record<(typeof taskSorts)[number], SortKey> = {
  board: [sql`t.status`, sql`t.slot`],
  due_at: { nullable: sql`t.due_at` },
  priority: sql`t.priority`,
  created_at: sql`t.created_at`,
  updated_at: sql`t.updated_at`,
  title: sql`lower(t.title)`,
};

/**
 * Slots are unique within a column. With the id as a further key, PostgreSQL would sort rows that the index returns
 * in order.
 */
const boardOrder = sql`t.status, t.slot`;
const boardOrderBySort: Record<string, Prisma.Sql> = {
  board: boardOrder,
  '-board': sql`t.status desc, t.slot desc`,
};

const orderClause = (sort: string) =>
  boardOrderBySort[sort] ?? orderBy(sort, sortKeys, sql`t.id`, 'ascending');

const row = sql`${taskColumns('t')}, ${positionOf('t')} as position`;

/** Rows of one or of all whole columns, from the top on: they are in the order of their positions. */
const topRow = (columns: 'one' | 'all') => sql`${taskColumns('t')}, (row_number() over (
    ${columns === 'all' ? sql`partition by t.status` : empty} order by t.slot) - 1)::int as position`;

/**
 * A page of tasks, alias `t`, limited before the columns are joined: otherwise PostgreSQL does not use the order of
 * the index and sorts the whole board.
 */
const taskPage = (where: Prisma.Sql, sort: string, limit: number, offset = 0) => sql`(
    select t.* from tasks t where ${where} order by ${orderClause(sort)} limit ${limit}::int offset ${offset}::int8
  ) t ${joinColumn('t')}`;

export async function findTasks(
  caller: Caller,
  { limit, offset, sort = 'board', ...filter }: TaskFilter & { limit: number; offset: number; sort?: string },
): Promise<ListPage<TaskRow>> {
  if (selectsWholeColumns(caller, filter) && sort === 'board' && offset === 0) {
    return findFirstTasks(caller, filter.status, limit);
  }
  const [data, [count]] = await Promise.all([
    readRows<TaskRow>(
      caller,
      sql`select ${row} from ${taskPage(filterPredicate(caller, filter), sort, limit, offset)} order by ${orderClause(sort)}`,
    ),
    readRows<{ total: number }>(
      caller,
      sql`select coalesce(sum(n.total), 0)::float8 as total from (${countByStatus(caller, filter)}) n`,
    ),
  ]);
  return { data, total: count?.total ?? 0 };
}

/** Reads a page of the deleted tasks for which the caller has `task:manage`. They have no order on the board. */
export function findDeletedTasks(
  caller: Caller,
  { limit, offset, sort, deleted, ...filter }: ListTasks,
): Promise<ListPage<TaskRow>> {
  const conditionsOf = [tasksInScope(caller, 'task:manage'), ...conditions(caller, filter)];
  return readPage<TaskRow>(
    caller,
    { limit, offset },
    {
      columns: sql`${taskColumns('t')}, 0 as position`,
      from: sql`tasks t`,
      where: sql`t.org_id = ${caller.org_id} and t.deleted_at is not null and ${join(conditionsOf, ' and ')}`,
      orderBy: orderBy(sort, { ...sortKeys, board: sql`t.status` }, sql`t.id`, 'ascending'),
    },
  );
}

/**
 * The most common read: the first tasks of one column or of all, with the total. Uses only the index of slots,
 * whatever the columns contain, so that the statement is planned once. No row is returned only if there are no tasks.
 */
async function findFirstTasks(
  caller: Caller,
  status: TaskStatus | undefined,
  limit: number,
): Promise<ListPage<TaskRow>> {
  const only = (alias: 'k' | 't') =>
    status ? sql`and ${Prisma.raw(alias)}.status = ${status}::task_status` : empty;
  const rows = await readRows<TaskRow & { total: number }>(
    caller,
    byKey(sql`select ${topRow(status ? 'one' : 'all')}, (
        select sum(k.length)::float8 from task_columns k where k.org_id = ${caller.org_id} ${only('k')}) as total
      from (
        select t.* from tasks t where t.org_id = ${caller.org_id} ${only('t')} and t.slot is not null
        order by ${boardOrder} limit ${Prisma.raw(String(limit))}
      ) t order by ${status ? sql`t.slot` : boardOrder}`),
  );
  return { data: rows.map(({ total, ...task }) => task), total: rows[0]?.total ?? 0 };
}

/** True if the caller may read all tasks and the filter selects whole columns. */
function selectsWholeColumns(caller: Caller, { status, ...others }: TaskFilter): boolean {
  return (
    Object.values(others).every((value) => value === undefined) &&
    (caller.rowScopeFor('task:read')?.org ?? false)
  );
}

/**
 * Counts per status. Whole columns have stored lengths: counting the tasks of a long column would cost more than the
 * rest of its first page.
 */
function countByStatus(caller: Caller, filter: TaskFilter): Prisma.Sql {
  const { status } = filter;
  if (!selectsWholeColumns(caller, filter)) {
    return sql`select t.status, count(*) as total from tasks t where ${filterPredicate(caller, filter)} group by t.status`;
  }
  const only = status ? sql`and k.status = ${status}::task_status` : empty;
  return sql`select k.status, k.length as total from task_columns k where k.org_id = ${caller.org_id} ${only}`;
}

export interface BoardColumn {
  status: TaskStatus;
  total: number;
  data: TaskRow[];
}

/** A task with data of its column; all fields of the task are null if no task of the column is shown. */
interface BoardRow extends TaskRow {
  column_status: TaskStatus;
  column_total: number;
  place: bigint;
}

/** First tasks and total of every column, in one statement and so from one snapshot. */
export async function findBoard(
  caller: Caller,
  { per_column, sort, ...filter }: ShowBoard,
): Promise<BoardColumn[]> {
  const statuses = filter.status ? [filter.status] : [...taskStatuses];
  const shown = selectsWholeColumns(caller, filter) && sort === 'board' ? topRow('one') : row;
  const rows = await readRows<BoardRow>(
    caller,
    sql`select b.status as column_status, coalesce(n.total, 0)::float8 as column_total, r.*
      from unnest(${statuses}::text[]::task_status[]) b(status)
      left join (${countByStatus(caller, filter)}) n on n.status = b.status
      left join lateral (
        select ${shown}, row_number() over (order by ${orderClause(sort)}) as place
        from ${taskPage(sql`${filterPredicate(caller, filter)} and t.status = b.status`, sort, per_column)}) r on true
      order by b.status, r.place`,
  );
  return statuses.map((status) => {
    const inColumn = rows.filter((one) => one.column_status === status);
    const data = inColumn.filter((one) => one.id !== null).map(toTask);
    return { status, total: inColumn[0]?.column_total ?? 0, data };
  });
}

function toTask({ column_status, column_total, place, ...task }: BoardRow): TaskRow {
  return task;
}

/** Query for the tasks to export, in board order. */
export function exportedTasks(caller: Caller, filter: TaskFilter): Prisma.Sql {
  return sql`select ${row} from tasks t ${joinColumn('t')} where ${filterPredicate(caller, filter, 'task:export')}
    order by ${boardOrder}`;
}

const excludedColumns = ['org_id', 'deleted_at'];

export const taskExport = exportable<TaskFilter>({
  resource: 'task',
  path: '/tasks',
  filter: TaskFilter,
  columns: Object.keys(Task.shape).filter((name) => !excludedColumns.includes(name)),
  statement: exportedTasks,
});
