import type { Caller } from '@wfp/shared';
import type { ListPage } from '@wfp/shared/contract';
import { byKey, orderBy, type PageRequest, Prisma, readPage, readRows } from '@wfp/shared/db';
import type { ListTasks, TaskFilter, TaskStatus } from '../rows/tasks.contract.ts';
import { type TaskRow, taskColumns, tasksInScope } from '../rows/tasks.store.ts';
import { conditions } from './filters.store.ts';
import { columnLength, countedInList, selectsWholeColumns } from './task-counts.store.ts';
import { row, selectTasks, taskPage, topRow } from './task-pages.store.ts';
import { boardOrder, orderClause, sortKeys } from './tasks.sort.store.ts';

const { sql, empty, join } = Prisma;

export async function findTasks(
  caller: Caller,
  { limit, offset, total, sort = 'board', ...filter }: TaskFilter & PageRequest & { sort?: string },
): Promise<ListPage<TaskRow>> {
  const isWhole = selectsWholeColumns(caller, filter);
  if (isWhole && sort === 'board' && offset === 0) return findFirstTasks(caller, filter.status, limit);
  const page = { limit, offset, total };
  const rows = sql`select ${row} from ${taskPage(selectTasks(caller, filter, sort, page))} order by ${orderClause(sort)}`;
  if (!isWhole) {
    return readPage<TaskRow>(caller, page, { rows, counted: countedInList(caller, filter, total) });
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
