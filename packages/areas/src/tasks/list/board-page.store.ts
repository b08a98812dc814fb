import type { Caller } from '@wfp/shared';
import type { Total } from '@wfp/shared/contract';
import { orderClause, Prisma, readRows, toTotal } from '@wfp/shared/db';
import { type ShowBoard, type TaskStatus, taskStatuses } from '../rows/tasks.contract.ts';
import type { TaskRow } from '../rows/tasks.store.ts';
import { columnLength, countColumns, selectsWholeColumns } from './task-counts.store.ts';
import { row, selectTasks, taskPage, topRow } from './task-pages.store.ts';
import { taskOrder } from './tasks.sort.store.ts';

const { sql, join } = Prisma;

export interface BoardColumn extends Total {
  status: TaskStatus;
  data: TaskRow[];
}

/** A task with data of its column; all fields of the task are null if no task of the column is shown. */
interface BoardRow extends TaskRow {
  column_status: TaskStatus;
  column_total: number;
  place: bigint;
}

/** First tasks and total of every column, or of the filtered one, in one statement and so from one snapshot. */
export async function findBoard(
  caller: Caller,
  { per_column, total, sort, ...filter }: ShowBoard,
): Promise<BoardColumn[]> {
  const statuses = filter.status ? [filter.status] : [...taskStatuses];
  const shown = selectsWholeColumns(caller, filter) && sort === 'board' ? topRow('one') : row;
  const count = countColumns(caller, filter, total);
  const columns = statuses.map(
    (status) =>
      sql`select ${status}::task_status as status, ${count.totalOf(status)} as total, ${columnLength(caller, status)} as length`,
  );
  const inColumn = { status: sql`b.status`, length: sql`b.length`, matches: sql`b.total` };
  const shownTasks = selectTasks(
    caller,
    { ...filter, status: undefined },
    sort,
    { limit: per_column, offset: 0 },
    inColumn,
  );
  const rows = await readRows<BoardRow>(
    caller,
    sql`with ${count.ctes} columns as materialized (${join(columns, ' union all ')})
      select b.status as column_status, b.total as column_total, r.* from columns b
      left join lateral (
        select ${shown}, row_number() over (order by ${orderClause(taskOrder(sort))}) as place
        from ${taskPage(shownTasks)}) r on true
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
