import { type Caller, invalidField } from '@wfp/shared';
import { lockOrganization, lockShared, Prisma, type Transaction, tryLockShared } from '@wfp/shared/db';

const { sql } = Prisma;

/** Max levels, including the root. */
export const maxDepth = 20;

/** Recursive query `up` for a task and its ancestors, including deleted ones: children keep a deleted parent. */
const ancestorsQuery = (caller: Caller, id: number) => sql`up(id, parent_task_id) as (
    select t.id, t.parent_task_id from tasks t where t.org_id = ${caller.org_id} and t.id = ${id}
    union
    select t.id, t.parent_task_id from tasks t join up on t.id = up.parent_task_id where t.org_id = ${caller.org_id}
  )`;

/** Locks the organization's task tree until the transaction ends. Must be taken before board locks. */
export async function lockTree(tx: Transaction, caller: Caller): Promise<void> {
  await lockOrganization(tx, caller, 'task_tree');
}

/**
 * Finds the tasks among `ids` that cannot become children of a task: the task itself and its ancestors (`above`), and
 * tasks that would be too deep in the tree, or whose descendants would (`deep`). The tree must be locked.
 */
export async function findInvalidChildren(
  tx: Transaction,
  caller: Caller,
  ids: readonly number[],
  parent_id: number,
): Promise<{ above: number[]; deep: number[] }> {
  const rows = await tx.rows<{ id: number; is_above: boolean }>(sql`
    with recursive ${ancestorsQuery(caller, parent_id)},
    down(id, top, level) as (
      select t.id, t.id, 1 from tasks t where t.org_id = ${caller.org_id} and t.id = any(${[...ids]}::int[])
      union all
      select t.id, d.top, d.level + 1 from tasks t join down d on t.parent_task_id = d.id
      where t.org_id = ${caller.org_id} and d.level < ${maxDepth} and t.deleted_at is null
        and d.id not in (select id from up)
    )
    select d.top as id, d.top in (select id from up) as is_above from down d group by d.top
    having d.top in (select id from up) or max(d.level) + (select count(*) from up) > ${maxDepth}`);
  return {
    above: rows.filter((row) => row.is_above).map((row) => row.id),
    deep: rows.filter((row) => !row.is_above).map((row) => row.id),
  };
}

/** Rejects a parent that is the task itself, its descendant, or too deep. Locks the tree. */
export async function rejectInvalidParent(
  tx: Transaction,
  caller: Caller,
  id: number,
  parent_id: number,
): Promise<void> {
  await lockTree(tx, caller);
  const { above, deep } = await findInvalidChildren(tx, caller, [id], parent_id);
  if (above.length > 0)
    throw invalidField('parent_task_id', 'Must not be the task itself or one of its descendants');
  if (deep.length > 0) throw tooDeep();
}

export const tooDeepMessage = `Exceeds the maximum depth of ${maxDepth} levels`;

/**
 * SQL that is true for a parent at the max depth. New tasks have no descendants, so creates take only a shared lock of
 * the tree, and wait only for changes of the tree.
 */
export const isDeepParent = (caller: Caller, id: number) =>
  sql`case when ${lockShared(caller, 'task_tree')} then ${levelOf(caller, sql`${id}`)} >= ${maxDepth} end`;

/**
 * The CTEs `tree` and `live_parents`. The second has the live tasks among `ids` that can be the parent of a new task;
 * none if another transaction holds the lock of the tree. `tree` takes a shared lock before levels are read.
 */
export const liveParents = (caller: Caller, ids: readonly number[]): Prisma.Sql[] => [
  sql`tree as materialized (select ${tryLockShared(caller, 'task_tree')} as is_locked)`,
  sql`live_parents as materialized (
    select t.id as value from tasks t cross join tree
    where t.org_id = ${caller.org_id} and t.id = any(${[...ids]}::int[]) and t.deleted_at is null
      and case when tree.is_locked then ${levelOf(caller, sql`t.id`)} < ${maxDepth} else false end)`,
];

const levelOf = (caller: Caller, id: Prisma.Sql) =>
  sql`task_level(${caller.org_id}::int, ${id}::int, ${maxDepth}::int)`;

const tooDeep = () => invalidField('parent_task_id', tooDeepMessage);
