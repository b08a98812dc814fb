import { type Caller, invalidField, missingReferenceMessage } from '@wfp/shared';
import type { ListPage } from '@wfp/shared/contract';
import { Prisma, readRows, type Transaction, updateRows } from '@wfp/shared/db';
import { lockWholeBoard } from '../board/board.store.ts';
import { findTasks } from '../list/tasks.list.store.ts';
import { taskUpdated } from '../rows/task-recordings.store.ts';
import type { ListTasks, TaskStatus, taskEfforts } from '../rows/tasks.contract.ts';
import { type TaskRow, tasksInScope, tasksTable } from '../rows/tasks.store.ts';
import { changeTasks } from '../writes/task-changes.store.ts';

const { sql } = Prisma;

export function listInitiativeTasks(
  caller: Caller,
  initiative_id: number,
  query: Pick<ListTasks, 'limit' | 'offset' | 'after' | 'total' | 'ids' | 'status' | 'q' | 'sort'>,
): Promise<ListPage<TaskRow>> {
  return findTasks(caller, { ...query, initiative_id });
}

interface LinkedTask {
  id: number;
  initiative_id: number | null;
}

/**
 * Locks tasks for which the caller has `task:update`.
 *
 * @throws AppError `invalid` on `task_ids`, with the ids that do not exist or are not permitted
 */
export async function lockTasks(
  tx: Transaction,
  caller: Caller,
  ids: readonly number[],
): Promise<LinkedTask[]> {
  // Changing several tasks requires the locks of their columns: a concurrent move may lock neighbours in another order.
  await lockWholeBoard(tx, caller);
  const found = await tx.rows<LinkedTask>(sql`select t.id, t.initiative_id from tasks t
    where t.org_id = ${caller.org_id} and t.id = any(${[...ids]}::int[]) and t.deleted_at is null
      and ${tasksInScope(caller, 'task:update')} for no key update`);
  const known = new Set(found.map((task) => task.id));
  const missing = [...new Set(ids)].filter((id) => !known.has(id));
  if (missing.length > 0) throw invalidField('task_ids', `${missingReferenceMessage}: ${missing.join(', ')}`);
  return found;
}

/** Locks the open tasks of an initiative. `can_update` is true if the caller has `task:update`. */
export async function lockOpenTasks(
  tx: Transaction,
  caller: Caller,
  initiative_id: number,
): Promise<(LinkedTask & { can_update: boolean })[]> {
  await lockWholeBoard(tx, caller);
  return tx.rows(sql`select t.id, t.initiative_id, ${tasksInScope(caller, 'task:update')} as can_update from tasks t
    where t.org_id = ${caller.org_id} and t.initiative_id = ${initiative_id} and t.deleted_at is null
      and t.status not in ('done', 'cancelled') order by t.id for no key update`);
}

/**
 * Links locked tasks to an initiative, or to none. Writes the events of {@link taskUpdated}.
 *
 * @returns the number of tasks whose link changed
 */
export async function relinkTasks(
  tx: Transaction,
  caller: Caller,
  tasks: readonly LinkedTask[],
  to: number | null,
): Promise<number> {
  const ids = tasks.filter((task) => task.initiative_id !== to).map((task) => task.id);
  if (ids.length === 0) return 0;
  const link = { initiative_id: to };
  const statement = updateRows(caller, tasksTable, link, sql`id = any(${ids}::int[])`);
  await tx.write({ table: tasksTable, statement, select: sql`c.id` }, taskUpdated(caller, link));
  return ids.length;
}

export { lockWholeBoard as lockBoard };

export async function cancelTasks(tx: Transaction, caller: Caller, ids: readonly number[]): Promise<void> {
  await changeTasks(tx, caller, { ids }, { status: 'cancelled' });
}

type Effort = (typeof taskEfforts)[number];

/** The number of tasks of an initiative with a status and an effort. */
export interface TaskCount {
  status: TaskStatus;
  effort: Effort;
  count: number;
  overdue: number;
}

export function countReadableTasks(caller: Caller, initiative_id: number): Promise<TaskCount[]> {
  return readRows(
    caller,
    sql`select t.status, t.effort, count(*)::int as count,
        count(*) filter (where t.due_at < now() and t.status not in ('done', 'cancelled'))::int as overdue
      from tasks t where t.org_id = ${caller.org_id} and t.initiative_id = ${initiative_id}
        and t.deleted_at is null and ${tasksInScope(caller, 'task:read')} group by t.status, t.effort`,
  );
}

/** The fields that determine what a task contributes to an initiative. */
interface TaskContribution {
  initiative_id: number | null;
  status: TaskStatus;
  effort: Effort;
  deleted_at: string | null;
}

/** The current state of a task that is or was linked to an initiative. */
export type TaskInHistory = TaskContribution & { id: number; created_at: Date };

/** The values that a change replaced. */
export interface TaskHistoryEntry {
  task_id: number;
  occurred_at: Date;
  before: Partial<TaskContribution>;
}

/**
 * The tasks, including deleted ones, that are or were linked to an initiative and that the caller may read.
 *
 * @param linkedBefore query for the ids of tasks that were linked
 */
export function findTasksEverLinked(
  caller: Caller,
  initiative_id: number,
  linkedBefore: Prisma.Sql,
): Promise<TaskInHistory[]> {
  return readRows(
    caller,
    sql`select t.id, t.initiative_id, t.status, t.effort, t.deleted_at::text as deleted_at, t.created_at from tasks t
      where t.org_id = ${caller.org_id} and ${tasksInScope(caller, 'task:read')} and t.id in (
        ${linkedBefore}
        union
        select l.id from tasks l where l.org_id = ${caller.org_id} and l.initiative_id = ${initiative_id})`,
  );
}

/** Changes of the fields of {@link TaskContribution} since a day (UTC), newest first. */
export function listTaskChanges(
  caller: Caller,
  ids: readonly number[],
  since: string,
): Promise<TaskHistoryEntry[]> {
  return readRows(
    caller,
    sql`select a.record_id::int as task_id, a.occurred_at, a.before from audit_log a
      where a.org_id = ${caller.org_id} and a.resource = 'task' and a.record_id = any(${[...ids]}::int8[])
        and a.occurred_at >= (${since}::date)::timestamp at time zone 'UTC'
        and jsonb_exists_any(a.before, array['initiative_id', 'status', 'effort', 'deleted_at'])
      order by a.id desc`,
  );
}
