import {
  ascending,
  type Cursor,
  descending,
  isAfter,
  type Order,
  type OrderValues,
  orderBy,
  orderClause,
  Prisma,
  type RowFilter,
  type RowRange,
  type SortedRows,
  type SortKey,
  selectFilteredPage,
} from '@wfp/shared/db';
import type { taskSorts } from '../rows/tasks.contract.ts';

const { sql, empty } = Prisma;

export const sortKeys: Record<(typeof taskSorts)[number], SortKey> = {
  board: [sql`t.status`, sql`t.slot`],
  due_at: { nullable: sql`t.due_at` },
  priority: sql`t.priority`,
  created_at: sql`t.created_at`,
  // An expression, because PostgreSQL would read the tasks of all organizations by the BRIN index on the column.
  updated_at: sql`t.updated_at + interval '0'`,
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

type InOrder = typeof ascending;

/** Sorts by due date. Tasks without one come last in both directions. */
const dueDateSorts: Readonly<Record<string, InOrder>> = { due_at: ascending, '-due_at': descending };

/** Sorts for which an index has the order of all tasks. There is none on `updated_at`. */
const indexedSorts = ['board', 'title', 'created_at', 'priority'].flatMap((name) => [name, `-${name}`]);

function partsOf(sort: string, from: Tasks): readonly SortedRows[] | undefined {
  const inOrder = dueDateSorts[sort];
  if (inOrder) return partsByDueDate(inOrder, from);
  return indexedSorts.includes(sort)
    ? [{ where: sql`true`, orderBy: orderClause(taskOrder(sort)) }]
    : undefined;
}

/**
 * The tasks with a due date, in the order of its index, and those without one, in the order of the primary key. A cursor is
 * a bound for an index only within a part.
 */
function partsByDueDate(inOrder: InOrder, { after, hasDueDate }: Tasks): readonly SortedRows[] {
  const isAfterWithin = (order: Order, values: OrderValues | undefined) =>
    values ? sql`and ${isAfter(order, values)}` : empty;
  const byDate = inOrder(sql`t.due_at`, sql`t.id`);
  const byId = inOrder(sql`t.id`);
  const isUndated = after?.values[0] === null;
  const dated = sql`t.due_at is not null ${isAfterWithin(byDate, after?.values)}`;
  const undated = sql`t.due_at is null ${isAfterWithin(byId, isUndated ? after.values.slice(1) : undefined)}`;
  return [
    ...(isUndated ? [] : [{ where: dated, orderBy: orderClause(byDate) }]),
    ...(hasDueDate ? [] : [{ where: undated, orderBy: orderClause(byId) }]),
  ];
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

/**
 * Query for a page of the tasks `t`. Reads at most the tasks up to the end of the page, and the second part only if the page
 * reaches it.
 */
export function selectSorted(from: Tasks, sort: string, page: Page): Prisma.Sql {
  const where = tasksAfter(from, sort);
  const [first, second] = partsOf(sort, from) ?? [];
  if (!first) return sql`select t.* from tasks t where ${where} ${pageOrder(sort, page)}`;
  const most = sql`${page.limit + page.offset}::int8`;
  const select = (part: SortedRows, condition = sql`true`) => sql`(select t.* from tasks t
    where ${where} and ${part.where} and ${condition} order by ${part.orderBy} limit ${most})`;
  if (!second) return sql`select t.* from ${select(first)} t ${pageOrder(sort, page)}`;
  return sql`with first as materialized ${select(first)}
    select t.* from (select * from first union all ${select(second, sql`(select count(*) from first) < ${most}`)}) t
    ${pageOrder(sort, page)}`;
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
  if (!parts) return sql`select t.* from (${filter.all}) t ${pageOrder(sort, page)}`;
  return selectFilteredPage({
    table: 'tasks',
    alias: 't',
    from: tasksAfter(from, sort),
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
