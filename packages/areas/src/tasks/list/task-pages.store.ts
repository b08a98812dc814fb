import type { Caller } from '@wfp/shared';
import { isAfter, Prisma, type RowRange } from '@wfp/shared/db';
import { joinColumn, positionOf } from '../board/board.slots.store.ts';
import type { TaskFilter } from '../rows/tasks.contract.ts';
import { taskColumns } from '../rows/tasks.store.ts';
import { conditions, filterPredicate, liveTasksOf, placedTasksOf, selectMatching } from './filters.store.ts';
import { isUnfiltered } from './task-counts.store.ts';
import { type Column, selectFiltered, selectSorted, taskOrder } from './tasks.sort.store.ts';

const { sql, empty, join } = Prisma;

/** The fields of a task, read from `t` and its column `k`. */
export const row = sql`${taskColumns('t')}, ${positionOf('t')} as position`;

/**
 * The fields of tasks that are read from the top of one or of all whole columns, so that the row number is the
 * position.
 */
export const topRow = (columns: 'one' | 'all') => sql`${taskColumns('t')}, (row_number() over (
    ${columns === 'all' ? sql`partition by t.status` : empty} order by t.slot) - 1)::int as position`;

/**
 * A page of tasks, alias `t`, limited before the columns are joined: otherwise PostgreSQL does not use the order of
 * the index and sorts the whole board.
 */
export const taskPage = (page: Prisma.Sql) => sql`(${page}) t ${joinColumn('t')}`;

/** The filters on the field of each sort. The tasks that match one are adjacent in the index of that sort. */
const filtersBySort: Readonly<Record<string, readonly (keyof TaskFilter)[]>> = {
  board: ['status'],
  priority: ['priority'],
  due_at: ['due_before', 'due_after', 'overdue'],
  updated_at: ['updated_after'],
};

/**
 * Query for a page of the tasks that the caller may read and that match the filter.
 *
 * @param column limits the page to the tasks of this column
 */
export function selectTasks(
  caller: Caller,
  filter: TaskFilter,
  sort: string,
  { after, ...page }: RowRange,
  column?: Column,
): Prisma.Sql {
  const isBoardOrder = sort === 'board' || sort === '-board';
  const ofSort = filtersBySort[sort.replace('-', '')] ?? [];
  const pick = (isOfSort: boolean): TaskFilter =>
    Object.fromEntries(
      Object.entries(filter).filter(([name]) => ofSort.includes(name as keyof TaskFilter) === isOfSort),
    );
  const [adjacent, others] = [pick(true), pick(false)];
  const inColumn = column ? [sql`t.status = ${column.status}`] : [];
  const isByColumn = ofSort.includes('status');
  const where = join(
    [
      isBoardOrder ? placedTasksOf(caller) : liveTasksOf(caller),
      ...conditions(caller, adjacent),
      ...(isByColumn ? inColumn : []),
    ],
    ' and ',
  );
  const { due_before, due_after, overdue } = filter;
  const hasDueDate = due_before !== undefined || due_after !== undefined || overdue === true;
  const from = { where, hasDueDate, after };
  const isWhole = isUnfiltered(caller, others) && (isByColumn || !column);
  if (isWhole) return selectSorted(from, sort, page);
  const inOrder = join([filterPredicate(caller, filter), ...inColumn], ' and ');
  const following = after ? [isAfter(taskOrder(sort), after.values)] : [];
  const all = selectMatching(caller, filter, { and: [...inColumn, ...following] });
  return selectFiltered(from, { inOrder, all }, sort, page, column);
}
