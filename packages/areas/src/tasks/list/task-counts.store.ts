import type { Caller } from '@wfp/shared';
import {
  countUpTo,
  isCountComplete,
  limitCounted,
  orderClause,
  type PageRequest,
  Prisma,
} from '@wfp/shared/db';
import type { TaskFilter, TaskStatus } from '../rows/tasks.contract.ts';
import {
  assignmentsToCaller,
  filterPredicate,
  placedTasksOf,
  selectMatching,
  undeletedTasksOf,
} from './filters.store.ts';
import { countedTexts } from './task-texts.store.ts';
import { boardOrder } from './tasks.sort.store.ts';

const { sql, empty, join, raw } = Prisma;

/** True if the filter selects all tasks and the caller may read all of them. */
export function isUnfiltered(caller: Caller, filter: TaskFilter): boolean {
  return namesOf(filter).length === 0 && (caller.rowScopeFor('task:read')?.org ?? false);
}

/** True if the caller may read all tasks and the filter selects whole columns. */
export function selectsWholeColumns(caller: Caller, filter: TaskFilter): boolean {
  return isUnfiltered(caller, { ...filter, status: undefined });
}

const namesOf = (filter: TaskFilter) =>
  (Object.keys(filter) as (keyof TaskFilter)[]).filter((name) => filter[name] !== undefined);

/**
 * SQL for the number of tasks in a column, or in all, by stored lengths: reading the tasks would cost more than the
 * page.
 */
export function columnLength({ org_id }: Caller, status: TaskStatus | undefined): Prisma.Sql {
  const only = status ? sql`and k.status = ${status}::task_status` : empty;
  return sql`(select coalesce(sum(k.length), 0)::float8 from task_columns k where k.org_id = ${org_id} ${only})`;
}

/** An index that has all columns of some filters, so that their tasks are counted without reading the tasks. */
interface CountingIndex {
  filters: readonly (keyof TaskFilter)[];
  /** At least one of these filters must be set, to a value for which the function returns true. */
  requires?: Partial<Record<keyof TaskFilter, (value: unknown) => boolean>>;
  /** Condition of live tasks, if the index has no slots. */
  live?: (caller: Caller) => Prisma.Sql;
  orderBy: Prisma.Sql;
}

const always = () => true;
const isTrue = (value: unknown) => value === true;

const orderByValue = (column: string) => raw(`t.${column}, t.deleted_at, t.status`);

/** The index of a column with a value in some tasks. It also contains deleted tasks. */
const indexByValue = (column: keyof TaskFilter): CountingIndex => ({
  filters: [column, 'status'],
  requires: { [column]: always },
  live: undeletedTasksOf,
  orderBy: orderByValue(column),
});

const countingIndexes: readonly CountingIndex[] = [
  { filters: ['priority'], orderBy: sql`t.priority, t.id` },
  { filters: ['created_by', 'status'], orderBy: sql`t.created_by, t.status` },
  {
    filters: ['due_before', 'due_after', 'overdue', 'status'],
    requires: { due_before: always, due_after: always, overdue: isTrue },
    orderBy: sql`t.due_at`,
  },
  { filters: ['updated_after', 'status'], requires: { updated_after: always }, orderBy: sql`t.updated_at` },
  {
    filters: ['task_type', 'effort', 'category_code', 'priority', 'status'],
    orderBy: sql`t.task_type, t.effort, t.category_code, t.priority, t.status`,
  },
  ...(['assigned_employee_id', 'assigned_team_id', 'assigned_to', 'initiative_id', 'label'] as const).map(
    indexByValue,
  ),
  {
    filters: ['unassigned', 'status'],
    requires: { unassigned: isTrue },
    live: undeletedTasksOf,
    orderBy: sql`t.status`,
  },
];

const canReadAll = (caller: Caller) => caller.rowScopeFor('task:read')?.org ?? false;

function findCountingIndex(caller: Caller, filter: TaskFilter): CountingIndex | undefined {
  if (!canReadAll(caller)) return undefined;
  const names = namesOf(filter);
  return countingIndexes.find(({ filters, requires }) => {
    const isRequired = (name: keyof TaskFilter) => requires?.[name]?.(filter[name]) ?? false;
    return names.every((name) => filters.includes(name)) && (!requires || names.some(isRequired));
  });
}

/**
 * Query for the tasks to count, in the order of an index unless the total is exact. Without an order, PostgreSQL
 * prefers to scan the table, in which the tasks of one organization can be anywhere. The default is the order of
 * creation, which is about the order of the table.
 */
export function countedTasks(caller: Caller, filter: TaskFilter, total: PageRequest['total']): Prisma.Sql {
  const { q } = filter;
  if (q !== undefined) return countedMatches(caller, { ...filter, q }, total);
  if (countsAssignments(caller, filter)) return countedAssignments(caller, filter, total);
  const index = findCountingIndex(caller, filter);
  const where = filterPredicate(caller, filter, 'task:read', index?.live?.(caller));
  return selectStatuses(where, index?.orderBy ?? sql`t.created_at`, total);
}

const selectStatuses = (where: Prisma.Sql, orderBy: Prisma.Sql, total: PageRequest['total']) =>
  sql`select t.status from tasks t where ${where} ${total === 'exact' ? empty : sql`order by ${orderBy}`}`;

/** True if the filter selects tasks assigned to the caller, alone or with a status, and the caller may read all tasks. */
const countsAssignments = (caller: Caller, { assigned_to_me, status: _, ...others }: TaskFilter) =>
  assigned_to_me === true && namesOf(others).length === 0 && canReadAll(caller);

/** Selects the tasks assigned to the caller, from one index after the other. No task is in two of them. */
function countedAssignments(caller: Caller, { status }: TaskFilter, total: PageRequest['total']): Prisma.Sql {
  const live = filterPredicate(caller, { status }, 'task:read', undeletedTasksOf(caller));
  const parts = assignmentsToCaller(caller).map(
    ({ column, condition }) =>
      sql`(${selectStatuses(sql`${live} and ${condition}`, orderByValue(column), total)})`,
  );
  return sql`select t.status from (${join(parts, ' union all ')}) t`;
}

/** Selects the tasks that contain words: one after the other, until enough are counted, or by the index of trigrams. */
function countedMatches(
  caller: Caller,
  { q, ...others }: TaskFilter & { q: string },
  total: PageRequest['total'],
): Prisma.Sql {
  const filter = { ...others, q };
  if (total === 'exact') return selectMatching(caller, filter);
  const isWhole = selectsWholeColumns(caller, others);
  return selectMatching(caller, filter, {
    live: isWhole ? placedTasksOf(caller) : undefined,
    orderBy: isWhole ? orderClause(boardOrder) : sql`t.created_at`,
  });
}

/** Selects what is counted for a list: the texts, if the filter has only words and the caller may read all tasks. */
export function countedInList(caller: Caller, filter: TaskFilter, total: PageRequest['total']): Prisma.Sql {
  const { q, ...others } = filter;
  const texts = q !== undefined && isUnfiltered(caller, others) ? countedTexts(caller, q) : undefined;
  return texts ?? countedTasks(caller, filter, total);
}

/** The parts of a statement that counts the columns of a board: CTEs, an expression for each column, and the bound. */
interface ColumnCount {
  ctes: Prisma.Sql;
  totalOf(status: TaskStatus): Prisma.Sql;
  page: PageRequest;
}

/**
 * Counts column by column only if more tasks match than are counted at most: otherwise one scan finds the tasks of all
 * columns. Each column has its own expression, so that its plan suits its length.
 */
export function countColumns(caller: Caller, filter: TaskFilter, total: PageRequest['total']): ColumnCount {
  if (selectsWholeColumns(caller, filter)) {
    return {
      ctes: empty,
      totalOf: (status) => columnLength(caller, status),
      page: { limit: 0, offset: 0, total: 'exact' },
    };
  }
  const page = { limit: 0, offset: 0, total };
  return {
    page,
    ctes: sql`counted as materialized (${limitCounted(countedTasks(caller, filter, total), page)}),
      counts as materialized (select c.status, count(*)::float8 as total from counted c group by c.status),`,
    totalOf: (status) => {
      const ofColumn = countedTasks(caller, { ...filter, status }, total);
      return sql`case when ${isCountComplete(sql`(select sum(c.total) from counts c)`, page)}
        then coalesce((select c.total from counts c where c.status = ${status}::task_status), 0)
        else ${countUpTo(ofColumn, page)} end`;
    },
  };
}
