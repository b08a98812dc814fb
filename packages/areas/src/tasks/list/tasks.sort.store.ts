import {
  orderBy,
  type PageRequest,
  Prisma,
  type RowFilter,
  type SortedRows,
  type SortKey,
  selectFilteredPage,
} from '@wfp/shared/db';
import { taskPriorities, type taskSorts } from '../rows/tasks.contract.ts';

const { sql, join } = Prisma;

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
export const boardOrder = sql`t.status, t.slot`;
const boardOrderBySort: Record<string, Prisma.Sql> = {
  board: boardOrder,
  '-board': sql`t.status desc, t.slot desc`,
};

export const orderClause = (sort: string): Prisma.Sql =>
  boardOrderBySort[sort] ?? orderBy(sort, sortKeys, sql`t.id`, 'ascending');

const withoutDueDate: SortedRows = { where: sql`t.due_at is null`, orderBy: sql`t.id` };
const ofEachPriority: SortedRows[] = taskPriorities.map((priority) => ({
  where: sql`t.priority = ${priority}::task_priority`,
  orderBy: sql`t.id`,
}));

/**
 * The parts of sorts for which no single index has the order of all tasks, in the order of the sort: ids ascend in both
 * directions, and tasks without a due date are always last.
 */
const partsBySort: Record<string, readonly SortedRows[]> = {
  due_at: [{ where: sql`t.due_at is not null`, orderBy: sql`t.due_at, t.id` }, withoutDueDate],
  '-due_at': [{ where: sql`t.due_at is not null`, orderBy: sql`t.due_at desc, t.id` }, withoutDueDate],
  priority: ofEachPriority,
  '-priority': ofEachPriority.toReversed(),
};

const indexedSorts = ['board', '-board', 'title', '-title', 'created_at', '-created_at'];

function partsOf(sort: string, { hasDueDate }: Tasks): readonly SortedRows[] | undefined {
  if (indexedSorts.includes(sort)) return [{ where: sql`true`, orderBy: orderClause(sort) }];
  return hasDueDate ? partsBySort[sort]?.filter((part) => part !== withoutDueDate) : partsBySort[sort];
}

/** The tasks `t` of an organization or column. */
export interface Tasks {
  where: Prisma.Sql;
  /** True if all of them have a due date. */
  hasDueDate: boolean;
}

export interface Column {
  status: Prisma.Sql;
  length: Prisma.Sql;
  /** The number of matching tasks, or its lower bound. */
  matches: Prisma.Sql;
}

type Page = Pick<PageRequest, 'limit' | 'offset'>;

const pageOrder = (sort: string, { limit, offset }: Page) =>
  sql`order by ${orderClause(sort)} limit ${limit}::int offset ${offset}::int8`;

/** Query for a page of the tasks `t`. Of each part, it reads at most the tasks up to the end of the page. */
export function selectSorted(from: Tasks, sort: string, page: Page): Prisma.Sql {
  const parts = partsOf(sort, from)?.map(
    (part) => sql`(select t.* from tasks t where ${from.where} and ${part.where}
      order by ${part.orderBy} limit ${page.limit + page.offset}::int8)`,
  );
  if (!parts) return sql`select t.* from tasks t where ${from.where} ${pageOrder(sort, page)}`;
  return sql`select t.* from (${join(parts, ' union all ')}) t ${pageOrder(sort, page)}`;
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
    from: from.where,
    filter,
    orderBy: orderClause(sort),
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
