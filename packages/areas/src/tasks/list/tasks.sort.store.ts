import {
  ascending,
  type Cursor,
  descending,
  isAfter,
  type Order,
  orderBy,
  orderClause,
  Prisma,
  partsByNullable,
  type RowFilter,
  type RowRange,
  type SortedRows,
  type SortKey,
  selectDistantPage,
  selectFilteredPage,
  selectSortedPage,
} from '@wfp/shared/db';
import type { taskSorts } from '../rows/tasks.contract.ts';

const { sql } = Prisma;

export const sortKeys: Record<(typeof taskSorts)[number], SortKey> = {
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
export const boardOrder = ascending(sql`t.status`, sql`t.slot`);
const boardOrderBySort: Record<string, Order> = {
  board: boardOrder,
  '-board': descending(sql`t.status`, sql`t.slot`),
};

export const taskOrder = (sort: string): Order =>
  boardOrderBySort[sort] ?? orderBy(sort, sortKeys, sql`t.id`);

/**
 * The tasks after the cursor in the order of a sort, in parts of which an index has the order. There are none for several
 * sort keys.
 */
function partsOf(sort: string, { after, hasDueDate }: Tasks): readonly SortedRows[] {
  if (sort.includes(',')) return [];
  if (sort !== 'due_at' && sort !== '-due_at') {
    const order = taskOrder(sort);
    return [{ where: after ? isAfter(order, after.values) : sql`true`, orderBy: orderClause(order) }];
  }
  return partsByNullable({
    column: sql`t.due_at`,
    id: sql`t.id`,
    isDescending: sort === '-due_at',
    after: after?.values,
    isNeverNull: hasDueDate,
  });
}

/** The tasks `t` of an organization or column. */
export interface Tasks {
  where: Prisma.Sql;
  /** True if all of them have a due date. */
  hasDueDate: boolean;
  /** Only the tasks after it are selected. */
  after?: Cursor | undefined;
}

export interface Column {
  status: Prisma.Sql;
  length: Prisma.Sql;
  /** The number of matching tasks, or its lower bound. */
  matches: Prisma.Sql;
}

type Page = Pick<RowRange, 'limit' | 'offset'>;

const pageOrder = (sort: string, { limit, offset }: Page) =>
  sql`order by ${orderClause(taskOrder(sort))} limit ${limit}::int offset ${offset}::int8`;

/** Condition for the tasks after the cursor. */
const tasksAfter = ({ where, after }: Tasks, sort: string) =>
  after ? sql`${where} and ${isAfter(taskOrder(sort), after.values)}` : where;

/** Query for a page of the tasks `t`. */
export function selectSorted(from: Tasks, sort: string, page: Page): Prisma.Sql {
  const parts = partsOf(sort, from);
  const tasks = { table: 'tasks', alias: 't', ...page };
  const distant =
    parts.length === 1 && selectDistantPage({ ...tasks, where: from.where, order: taskOrder(sort) });
  if (distant) return distant;
  return selectSortedPage({
    ...tasks,
    // A cursor in both places would not be a bound for an index if the sort has nulls.
    where: parts.length === 0 ? tasksAfter(from, sort) : from.where,
    parts,
    orderBy: orderClause(taskOrder(sort)),
  });
}

/**
 * Query for a page of the tasks `t` that match a filter.
 *
 * @param column the column of the tasks, if its numbers of tasks are known: they tell whether the page can be found
 * early
 */
export function selectFiltered(
  from: Tasks,
  filter: RowFilter,
  sort: string,
  page: Page,
  column?: Column,
): Prisma.Sql {
  const parts = partsOf(sort, from);
  if (parts.length === 0) return sql`select t.* from (${filter.all}) t ${pageOrder(sort, page)}`;
  return selectFilteredPage({
    table: 'tasks',
    alias: 't',
    from: from.where,
    filter,
    orderBy: orderClause(taskOrder(sort)),
    parts,
    ...page,
    ...(column && {
      expected: sql`least(${page.limit}::int, ${column.matches})`,
      // The page is expected among the first `limit * length / matches` tasks. It is early if these are no more than
      // `matches`, all of which would be read otherwise.
      isEarly: sql`${column.matches} * ${column.matches} >= ${page.limit}::int * ${column.length}`,
    }),
  });
}
