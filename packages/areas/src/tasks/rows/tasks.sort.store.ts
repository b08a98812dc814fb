import { orderBy, type PageRequest, Prisma, type SortKey } from '@wfp/shared/db';
import { taskPriorities, type taskSorts } from './tasks.contract.ts';

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

/** A part of all tasks, in an order that an index has. */
interface SortedPart {
  where: Prisma.Sql;
  orderBy: Prisma.Sql;
}

const withoutDueDate: SortedPart = { where: sql`t.due_at is null`, orderBy: sql`t.id` };
const ofEachPriority: SortedPart[] = taskPriorities.map((priority) => ({
  where: sql`t.priority = ${priority}::task_priority`,
  orderBy: sql`t.id`,
}));

/**
 * The parts of sorts for which no single index has the order of all tasks: ids ascend in both directions, and tasks
 * without a due date are always last.
 */
const partsBySort: Record<string, readonly SortedPart[]> = {
  due_at: [{ where: sql`t.due_at is not null`, orderBy: sql`t.due_at, t.id` }, withoutDueDate],
  '-due_at': [{ where: sql`t.due_at is not null`, orderBy: sql`t.due_at desc, t.id` }, withoutDueDate],
  priority: ofEachPriority,
  '-priority': ofEachPriority,
};

/** Selects a page of the tasks `t`. Of each part, it reads only as many as the page could contain. */
export function selectSorted(
  where: Prisma.Sql,
  sort: string,
  { limit, offset }: Pick<PageRequest, 'limit' | 'offset'>,
): Prisma.Sql {
  const page = sql`order by ${orderClause(sort)} limit ${limit}::int offset ${offset}::int8`;
  const parts = partsBySort[sort]?.map(
    (part) => sql`(select t.* from tasks t where ${where} and ${part.where}
      order by ${part.orderBy} limit ${limit + offset}::int8)`,
  );
  if (!parts) return sql`select t.* from tasks t where ${where} ${page}`;
  return sql`select t.* from (${join(parts, ' union all ')}) t ${page}`;
}
