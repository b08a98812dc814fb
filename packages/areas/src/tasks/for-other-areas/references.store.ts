import type { Caller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import { tasksInScope } from '../rows/tasks.store.ts';

const { sql, raw } = Prisma;

/** `from` item for tasks under an alias, including deleted ones. */
export const tasksAs = (alias: string): Prisma.Sql => raw(`tasks ${alias}`);

/** `from` and `where` clauses for the live tasks `t` of an organization. Further conditions can follow with `and`. */
export const liveTasks = (org_id: number): Prisma.Sql =>
  sql`from tasks t where t.org_id = ${org_id} and t.deleted_at is null`;

/**
 * Condition: a column of another table has the id of a live task. Each live task has a text, whose key has all that is read,
 * whereas `liveTasks` reads the task.
 */
export const isLiveTask = (org_id: number, task: string): Prisma.Sql =>
  sql`exists (select from task_texts s where s.org_id = ${org_id} and s.task_id = ${raw(task)})`;

/** Join target: the task that a row refers to, deleted or not. `join ${taskOf('t', 'c')}` for `c.task_id`. */
export const taskOf = (task: string, row: string, column = 'task_id'): Prisma.Sql =>
  raw(`tasks ${task} on ${task}.org_id = ${row}.org_id and ${task}.id = ${row}.${column}`);

/** `from` and `where` clauses for the live tasks `t` of an initiative `i`. Further conditions can follow with `and`. */
export const initiativeTasks = (initiative: string): Prisma.Sql =>
  raw(
    `from tasks t where t.org_id = ${initiative}.org_id and t.initiative_id = ${initiative}.id and t.deleted_at is null`,
  );

export async function countOpenTasks(
  tx: Transaction,
  caller: Caller,
  initiative_id: number,
): Promise<number> {
  const [row] = await tx.rows<{ open: number }>(sql`select count(*)::int as open from tasks t
    where t.org_id = ${caller.org_id} and t.initiative_id = ${initiative_id} and t.deleted_at is null
      and t.status not in ('done', 'cancelled')`);
  return row?.open ?? 0;
}

/** Query for the labels of the tasks that the caller may read, each with the number of its tasks. */
export const labelsInUse = (
  caller: Caller,
): Prisma.Sql => sql`select t.label, count(*)::int as tasks_count from tasks t
      where t.org_id = ${caller.org_id} and t.deleted_at is null and t.label is not null
        and ${tasksInScope(caller, 'task:read')} group by t.label`;

/** True if a label is on tasks for which the caller lacks `task:update`. */
export async function hasLabelOutOfScope(tx: Transaction, caller: Caller, label: string): Promise<boolean> {
  const rows = await tx.rows(sql`select t.id from tasks t
    where t.org_id = ${caller.org_id} and t.deleted_at is null and t.label = ${label}
      and ${tasksInScope(caller, 'task:update')} is not true limit 1`);
  return rows.length > 0;
}
