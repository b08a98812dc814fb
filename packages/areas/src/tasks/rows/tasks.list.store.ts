import { type Caller, exportable } from '@wfp/shared';
import type { ListPage } from '@wfp/shared/contract';
import {
  byKey,
  containsPattern,
  countUpTo,
  isCountComplete,
  limitCounted,
  orderBy,
  type PageRequest,
  Prisma,
  readPage,
  readRows,
  toTotal,
} from '@wfp/shared/db';
import { joinColumn, positionOf } from '../board/board.slots.store.ts';
import {
  type ListTasks,
  type ShowBoard,
  Task,
  TaskFilter,
  type TaskStatus,
  taskStatuses,
} from './tasks.contract.ts';
import { boardOrder, orderClause, selectSorted, sortKeys } from './tasks.sort.store.ts';
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

const row = sql`${taskColumns('t')}, ${positionOf('t')} as position`;

/** Rows of one or of all whole columns, read from the top, so that the row number is the position. */
const topRow = (columns: 'one' | 'all') => sql`${taskColumns('t')}, (row_number() over (
    ${columns === 'all' ? sql`partition by t.status` : empty} order by t.slot) - 1)::int as position`;

/**
 * A page of tasks, alias `t`, limited before the columns are joined: otherwise PostgreSQL does not use the order of
 * the index and sorts the whole board.
 */
const taskPage = (where: Prisma.Sql, sort: string, limit: number, offset = 0) =>
  sql`(${selectSorted(where, sort, { limit, offset })}) t ${joinColumn('t')}`;

export async function findTasks(
  caller: Caller,
  { limit, offset, total, sort = 'board', ...filter }: TaskFilter & PageRequest & { sort?: string },
): Promise<ListPage<TaskRow>> {
  const isWhole = selectsWholeColumns(caller, filter);
  if (isWhole && sort === 'board' && offset === 0) return findFirstTasks(caller, filter.status, limit);
  const where = filterPredicate(caller, filter);
  const rows = sql`select ${row} from ${taskPage(where, sort, limit, offset)} order by ${orderClause(sort)}`;
  if (!isWhole) {
    const page = { limit, offset, total };
    return readPage<TaskRow>(caller, page, { rows, counted: countedTasks(where, page, filter) });
  }
  const [data, [length]] = await Promise.all([
    readRows<TaskRow>(caller, rows),
    readRows<{ total: number }>(caller, sql`select ${columnLength(caller, filter.status)} as total`),
  ]);
  return { data, total: length?.total ?? 0, total_is_exact: true };
}

/** Reads a page of the deleted tasks for which the caller has `task:manage`. They have no order on the board. */
export function findDeletedTasks(
  caller: Caller,
  { limit, offset, total, sort, deleted, ...filter }: ListTasks,
): Promise<ListPage<TaskRow>> {
  const conditionsOf = [tasksInScope(caller, 'task:manage'), ...conditions(caller, filter)];
  return readPage<TaskRow>(
    caller,
    { limit, offset, total },
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
  const only = status ? sql`and t.status = ${status}::task_status` : empty;
  const rows = await readRows<TaskRow & { total: number }>(
    caller,
    byKey(sql`select ${topRow(status ? 'one' : 'all')}, ${columnLength(caller, status)} as total
      from (
        select t.* from tasks t where t.org_id = ${caller.org_id} ${only} and t.slot is not null
        order by ${boardOrder} limit ${Prisma.raw(String(limit))}
      ) t order by ${status ? sql`t.slot` : boardOrder}`),
  );
  const data = rows.map(({ total, ...task }) => task);
  return { data, total: rows[0]?.total ?? 0, total_is_exact: true };
}

/** True if the caller may read all tasks and the filter selects whole columns. */
function selectsWholeColumns(caller: Caller, { status, ...others }: TaskFilter): boolean {
  return (
    Object.values(others).every((value) => value === undefined) &&
    (caller.rowScopeFor('task:read')?.org ?? false)
  );
}

/** The number of tasks in a column, or in all, by stored lengths: reading the tasks would cost more than the page. */
function columnLength({ org_id }: Caller, status: TaskStatus | undefined): Prisma.Sql {
  const only = status ? sql`and k.status = ${status}::task_status` : empty;
  return sql`(select coalesce(sum(k.length), 0)::float8 from task_columns k where k.org_id = ${org_id} ${only})`;
}

/**
 * Selects the tasks to count. A count that ends early follows the board: without an order, PostgreSQL prefers to scan
 * the table, in which the tasks of one organization can be anywhere. Those of one priority follow its index, which
 * counts them without reading them.
 */
function countedTasks(where: Prisma.Sql, { total }: PageRequest, { priority }: TaskFilter): Prisma.Sql {
  const order = priority === undefined ? boardOrder : sql`t.priority, t.id`;
  return sql`select from tasks t where ${where} ${total === 'exact' ? empty : sql`order by ${order}`}`;
}

/** The parts of a statement that counts the columns of a board: CTEs, an expression for each column, and the bound. */
interface ColumnCount {
  ctes: Prisma.Sql;
  totalOf(status: TaskStatus): Prisma.Sql;
  page: PageRequest;
}

/**
 * Counts column by column only if the whole board has more tasks than are counted: otherwise one scan finds the tasks
 * of all columns. Each column has its own expression, so that its plan suits its length.
 */
function countColumns(caller: Caller, filter: TaskFilter, total: PageRequest['total']): ColumnCount {
  if (selectsWholeColumns(caller, filter)) {
    return {
      ctes: empty,
      totalOf: (status) => columnLength(caller, status),
      page: { limit: 0, offset: 0, total: 'exact' },
    };
  }
  const page = { limit: 0, offset: 0, total };
  const where = filterPredicate(caller, filter);
  const ofBoard = sql`select t.status from tasks t where ${where} ${total === 'exact' ? empty : sql`order by ${boardOrder}`}`;
  return {
    page,
    ctes: sql`counted as materialized (${limitCounted(ofBoard, page)}),
      counts as materialized (select c.status, count(*)::float8 as total from counted c group by c.status),`,
    totalOf: (status) => {
      const ofColumn = countedTasks(sql`${where} and t.status = ${status}::task_status`, page, {});
      return sql`case when ${isCountComplete(sql`(select sum(c.total) from counts c)`, page)}
        then coalesce((select c.total from counts c where c.status = ${status}::task_status), 0)
        else ${countUpTo(ofColumn, page)} end`;
    },
  };
}

export interface BoardColumn extends ListPage<TaskRow> {
  status: TaskStatus;
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
  { per_column, total, sort, ...filter }: ShowBoard,
): Promise<BoardColumn[]> {
  const statuses = filter.status ? [filter.status] : [...taskStatuses];
  const shown = selectsWholeColumns(caller, filter) && sort === 'board' ? topRow('one') : row;
  const count = countColumns(caller, filter, total);
  const columns = statuses.map(
    (status) => sql`select ${status}::task_status as status, ${count.totalOf(status)} as total`,
  );
  const rows = await readRows<BoardRow>(
    caller,
    sql`with ${count.ctes} columns as materialized (${join(columns, ' union all ')})
      select b.status as column_status, b.total as column_total, r.* from columns b
      left join lateral (
        select ${shown}, row_number() over (order by ${orderClause(sort)}) as place
        from ${taskPage(sql`${filterPredicate(caller, filter)} and t.status = b.status`, sort, per_column)}) r on true
      order by b.status, r.place`,
  );
  return statuses.map((status) => {
    const inColumn = rows.filter((one) => one.column_status === status);
    const data = inColumn.filter((one) => one.id !== null).map(toTask);
    return { status, data, ...toTotal(inColumn[0]?.column_total ?? 0, count.page) };
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
