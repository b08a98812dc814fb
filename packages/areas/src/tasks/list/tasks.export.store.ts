import { type Caller, exportable } from '@wfp/shared';
import { orderClause, Prisma } from '@wfp/shared/db';
import { joinColumn } from '../board/board.slots.store.ts';
import { Task, TaskFilter } from '../rows/tasks.contract.ts';
import { selectMatching } from './filters.store.ts';
import { row } from './task-pages.store.ts';
import { boardOrder } from './tasks.sort.store.ts';

const { sql } = Prisma;

/** Query for the tasks to export, in board order. */
export function exportedTasks(caller: Caller, filter: TaskFilter): Prisma.Sql {
  return sql`select ${row} from (${selectMatching(caller, filter, { permission: 'task:export' })}) t ${joinColumn('t')}
    order by ${orderClause(boardOrder)}`;
}

const excludedColumns = ['org_id', 'deleted_at'];

export const taskExport = exportable<TaskFilter>({
  resource: 'task',
  path: '/tasks',
  filter: TaskFilter,
  columns: Object.keys(Task.shape).filter((name) => !excludedColumns.includes(name)),
  statement: exportedTasks,
});
