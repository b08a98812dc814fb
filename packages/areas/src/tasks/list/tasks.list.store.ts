import type { Caller } from '@wfp/shared';
import type { ListPage } from '@wfp/shared/contract';
import {
  byKey,
  limitedToPage,
  type OrderValues,
  orderBy,
  orderClause,
  orderValues,
  type PageRequest,
  Prisma,
  type RowRange,
  readPage,
  readRows,
  rowRange,
  takeRange,
  withNext,
} from '@wfp/shared/db';
import { joinColumn } from '../board/board.slots.store.ts';
import type { ListTasks, TaskFilter, TaskStatus } from '../rows/tasks.contract.ts';
import { type TaskRow, taskColumns, tasksInScope } from '../rows/tasks.store.ts';
import { conditions, filterPredicate } from './filters.store.ts';
import { columnLength, countedInList, selectsWholeColumns } from './task-counts.store.ts';
import { row, selectTasks, taskPage, topRow } from './task-pages.store.ts';
import { boardOrder, sortKeys, taskOrder } from './tasks.sort.store.ts';

const { sql, empty, join } = Prisma;

export async function findTasks(
  caller: Caller,
  {
    limit,
    offset,
    after,
    total,
    ids,
    sort = 'board',
    ...filter
  }: TaskFilter & PageRequest & { sort?: string },
): Promise<ListPage<TaskRow>> {
  const page = { limit, offset, after, total };
  if (ids) return findTasksWithIds(caller, { ...page, ids }, filter, sort);
  const isWhole = selectsWholeColumns(caller, filter);
  const orderBy = taskOrder(sort);
  const rows = (range: RowRange) => sql`select ${row}, ${orderValues(orderBy)}
    from ${taskPage(selectTasks(caller, filter, sort, range))} order by ${orderClause(orderBy)}`;
  if (!isWhole) {
    return readPage<TaskRow>(caller, page, { orderBy, rows, counted: countedInList(caller, filter, total) });
  }
  const range = rowRange(page, orderBy);
  if (sort === 'board' && offset === 0 && !after) return findFirstTasks(caller, filter.status, limit);
  const [found, [length]] = await Promise.all([
    takeRange<TaskRow>(range, readRows(caller, limitedToPage(rows(range)))),
    readRows<{ total: number }>(caller, sql`select ${columnLength(caller, filter.status)} as total`),
  ]);
  return withNext(found, orderBy, { total: length?.total ?? 0, total_is_exact: true });
}

/**
 * Reads tasks by their keys, whatever the filter and the order: `offset 0` keeps PostgreSQL from looking for the ids in an
 * index that has the filter or the order.
 */
const findTasksWithIds = (
  caller: Caller,
  page: PageRequest & { ids: readonly number[] },
  filter: TaskFilter,
  sort: string,
) =>
  readPage<TaskRow>(caller, page, {
    columns: row,
    from: sql`(select t.* from tasks t where t.org_id = ${caller.org_id} and t.id = any(${[...page.ids]}) offset 0) t`,
    join: joinColumn('t'),
    where: filterPredicate(caller, filter),
    orderBy: taskOrder(sort),
    id: sql`t.id`,
  });

/** Reads a page of the deleted tasks for which the caller has `task:manage`. They have no order on the board. */
export function findDeletedTasks(
  caller: Caller,
  { limit, offset, after, total, ids, sort, deleted, ...filter }: ListTasks,
): Promise<ListPage<TaskRow>> {
  const conditionsOf = [tasksInScope(caller, 'task:manage'), ...conditions(caller, filter)];
  return readPage<TaskRow>(
    caller,
    { limit, offset, after, total, ids },
    {
      columns: sql`${taskColumns('t')}, 0 as position`,
      from: sql`tasks t`,
      where: sql`t.org_id = ${caller.org_id} and t.deleted_at is not null and ${join(conditionsOf, ' and ')}`,
      orderBy: orderBy(sort, { ...sortKeys, board: sql`t.status` }, sql`t.id`),
    },
  );
}

/** With texts of 64 KiB, more tasks would delay the reads by key of other organizations. */
const maxRowsByKey = 25;

/**
 * The most common read: the first tasks of one column or of all, with the total. Uses only the index of slots, whatever
 * the columns contain, so that the statement is planned once. The total is 0 if no row is returned, because the first
 * page is empty only if there are no tasks.
 */
async function findFirstTasks(
  caller: Caller,
  status: TaskStatus | undefined,
  limit: number,
): Promise<ListPage<TaskRow>> {
  const only = status ? sql`and t.status = ${status}::task_status` : empty;
  const order = orderClause(boardOrder);
  const statement = sql`select ${topRow(status ? 'one' : 'all')}, ${columnLength(caller, status)} as total, ${orderValues(boardOrder)}
      from (
        select t.* from tasks t where t.org_id = ${caller.org_id} ${only} and t.slot is not null
        order by ${order} limit ${Prisma.raw(String(limit))}
      ) t order by ${status ? sql`t.slot` : order}`;
  const rows = await readRows<TaskRow & { total: number; order_values: OrderValues }>(
    caller,
    limitedToPage(limit > maxRowsByKey ? statement : byKey(statement)),
  );
  const data = rows.map(({ total, order_values, ...task }) => task);
  const total = rows[0]?.total ?? 0;
  const last = total > data.length ? rows.at(-1)?.order_values : undefined;
  return withNext({ data, last }, boardOrder, { total, total_is_exact: true });
}
