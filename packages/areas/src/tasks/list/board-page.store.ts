import type { Caller } from '@wfp/shared';
import type { ListPage } from '@wfp/shared/contract';
import {
  type OrderValues,
  orderClause,
  orderValues,
  Prisma,
  readRows,
  toTotal,
  withNext,
} from '@wfp/shared/db';
import { type ShowBoard, type TaskStatus, taskStatuses } from '../rows/tasks.contract.ts';
import type { TaskRow } from '../rows/tasks.store.ts';
import { columnLength, countColumns, selectsWholeColumns } from './task-counts.store.ts';
import { row, selectTasks, taskPage, topRow } from './task-pages.store.ts';
import { taskOrder } from './tasks.sort.store.ts';

const { sql, join } = Prisma;

/** Bytes of text after which a column ends, so that the board is bounded however long the texts of its tasks are. */
const maxColumnBytes = 512 * 1024;

/** The length of a text that is stored outside of its row is known without reading it. */
const textBytes = sql`octet_length(t.title) + octet_length(t.description) + octet_length(array_to_string(t.tags, ''))`;

export interface BoardColumn extends ListPage<TaskRow> {
  status: TaskStatus;
}

/** A task with data of its column; all fields of the task are null if no task of the column is shown. */
interface BoardRow extends TaskRow {
  column_status: TaskStatus;
  column_total: number;
  order_values: OrderValues;
  /** Number of the task in its column, from 1. */
  place: bigint;
  /** Bytes of the texts of the column up to and including this task. */
  bytes: bigint;
}

/**
 * First tasks and total of every column, or of the filtered one, in one statement and so from one snapshot. A column has
 * at least one task, and ends early after {@link maxColumnBytes}.
 */
export async function findBoard(
  caller: Caller,
  { per_column, total, sort, ...filter }: ShowBoard,
): Promise<BoardColumn[]> {
  const statuses = filter.status ? [filter.status] : [...taskStatuses];
  const shown = selectsWholeColumns(caller, filter) && sort === 'board' ? topRow('one') : row;
  const order = taskOrder(sort);
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
        select * from (
          select ${shown}, ${orderValues(order)}, row_number() over in_order as place,
            sum(${textBytes}) over in_order as bytes
          from ${taskPage(shownTasks)}
          window in_order as (order by ${orderClause(order)} rows unbounded preceding)) p
        where p.place = 1 or p.bytes <= ${maxColumnBytes}::int8) r on true
      order by b.status, r.place`,
  );
  return statuses.map((status) => {
    const inColumn = rows.filter((one) => one.column_status === status);
    const shown = inColumn.filter((one) => one.id !== null);
    const total = toTotal(inColumn[0]?.column_total ?? 0, count.page);
    const last = total.total > shown.length ? shown.at(-1)?.order_values : undefined;
    return { status, ...withNext({ data: shown.map(toTask), last }, order, total) };
  });
}

function toTask({ column_status, column_total, order_values, place, bytes, ...task }: BoardRow): TaskRow {
  return task;
}
