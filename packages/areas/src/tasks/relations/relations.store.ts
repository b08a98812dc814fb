import { type Caller, invalidField } from '@wfp/shared';
import { lockOrganization, Prisma, type Transaction } from '@wfp/shared/db';
import { tasksInScope } from '../rows/tasks.store.ts';

const { sql, raw } = Prisma;

const at = (alias: string, column: string) => raw(`"${alias}".${column}`);

/** Condition: a column of a relation refers to a live task for which the caller has a permission. */
const isPermitted = (
  caller: Caller,
  alias: string,
  column: string,
  permission: 'task:read' | 'task:update',
) =>
  sql`exists (select from tasks t where t.org_id = ${at(alias, 'org_id')} and t.id = ${at(alias, column)}
    and t.deleted_at is null and ${tasksInScope(caller, permission)})`;

/** A relation is visible to callers who may read both tasks. */
export const areBothReadable = (caller: Caller, alias: string) =>
  sql`${isPermitted(caller, alias, 'task_id', 'task:read')} and ${isPermitted(caller, alias, 'other_task_id', 'task:read')}`;

/** Changing a relation requires task:update on the task to which it belongs. */
export const isChangeable = (caller: Caller, alias: string) =>
  isPermitted(caller, alias, 'task_id', 'task:update');

/** SQL for the task of a relation that is not the one in the path. */
export const otherTask = (alias: string, { task_id = null }: Readonly<Record<string, number | null>>) =>
  sql`(select jsonb_build_object('id', t.id, 'title', t.title, 'status', t.status) from tasks t
    where t.org_id = ${at(alias, 'org_id')} and t.id = case when ${at(alias, 'other_task_id')} = ${task_id}::int
      then ${at(alias, 'task_id')} else ${at(alias, 'other_task_id')} end)`;

/** Kinds of relations that must not form a cycle, with their locks. */
const orderLocks = { blocks: 'task_order_blocks', precedes: 'task_order_precedes' } as const;
type OrderingKind = keyof typeof orderLocks;

export async function lockOrderings(tx: Transaction, caller: Caller): Promise<void> {
  for (const lock of Object.values(orderLocks)) await lockOrganization(tx, caller, lock);
}

interface RelationEnds {
  kind: string | undefined;
  task_id: number | undefined;
  other_task_id: number | undefined;
}

const isOrdering = (kind: string | undefined): kind is OrderingKind =>
  kind !== undefined && Object.hasOwn(orderLocks, kind);

/**
 * Rejects a relation that would create a cycle. Until the transaction ends, other transactions that call this for the
 * same kind wait.
 */
export async function rejectCycle(
  tx: Transaction,
  caller: Caller,
  { kind, task_id, other_task_id }: RelationEnds,
): Promise<void> {
  if (!isOrdering(kind)) return;
  await lockOrganization(tx, caller, orderLocks[kind]);
  const cycle = await tx.rows(sql`
    with recursive ahead(id) as (
      select ${other_task_id}::int
      union
      select l.other_task_id from ahead a
      join task_relations l on l.org_id = ${caller.org_id} and l.task_id = a.id
        and l.kind = ${kind}::task_relation_kind and l.deleted_at is null
      join tasks t on t.org_id = l.org_id and t.id = l.other_task_id and t.deleted_at is null
    )
    select id from ahead where id = ${task_id}`);
  if (cycle.length > 0) throw invalidField('other_task_id', 'Would create a cycle');
}
