import { type Caller, invalidField } from '@wfp/shared';
import type { Listed } from '@wfp/shared/contract';
import {
  type Change,
  insertInto,
  lockOrganization,
  Prisma,
  readOne,
  readPage,
  recordedTable,
  type Transaction,
  updateRows,
} from '@wfp/shared/db';
import { tasksInReach } from '../rows/tasks.store.ts';
import {
  type CreateRelation,
  inverseKinds,
  type ListRelations,
  relationKinds,
} from './relations.contract.ts';

const { sql, raw } = Prisma;

const ofTask = (column: string) =>
  sql`(select t.${raw(column)} from tasks t where t.org_id = c.org_id and t.id = c.task_id)`;

/** Relations are part of the task on which they are said. */
const relationsTable = recordedTable({
  name: 'task_relations',
  aggregate: 'task',
  aggregate_id: 'task_id',
  resource: 'task_relation',
  columns: Prisma.TaskRelationScalarFieldEnum,
  record_name: ofTask('title'),
  subject: {
    employee: ofTask('assigned_employee_id'),
    team: ofTask('assigned_team_id'),
    users: [ofTask('assigned_to'), ofTask('created_by')],
  },
});

export interface RelationRow {
  id: number;
  task_id: number;
  other_task_id: number;
  kind: string;
  direction: 'outgoing' | 'incoming';
  other_task: { id: number; title: string; status: string };
}

const stamps = (alias: 'l' | 'c') =>
  raw(
    ['created_at', 'updated_at', 'created_by', 'updated_by', 'deleted_at']
      .map((name) => `${alias}.${name}`)
      .join(', '),
  );

const shortTask = sql`jsonb_build_object('id', t.id, 'title', t.title, 'status', t.status) as other_task`;

const inverse = raw(
  `case l.kind ${relationKinds.map((kind) => `when '${kind}' then '${inverseKinds[kind]}'`).join(' ')} end`,
);

/**
 * The relations of a task, seen from it. Alias `t` is the task at the other end: where the caller cannot read
 * it there is no relation for them.
 */
function seenFrom(caller: Caller, task_id: number) {
  return {
    columns: sql`l.id, l.org_id, ${task_id}::int as task_id, t.id as other_task_id,
      case when l.task_id = ${task_id} then l.kind::text else ${inverse} end as kind,
      case when l.task_id = ${task_id} then 'outgoing' else 'incoming' end as direction, ${shortTask}, ${stamps('l')}`,
    from: sql`task_relations l join tasks t on t.org_id = l.org_id
      and t.id = case when l.task_id = ${task_id} then l.other_task_id else l.task_id end`,
    where: sql`l.org_id = ${caller.org_id} and (l.task_id = ${task_id} or l.other_task_id = ${task_id})
      and l.deleted_at is null and t.deleted_at is null and ${tasksInReach(caller, 'task:read')}`,
  };
}

export function findRelations(
  caller: Caller,
  task_id: number,
  query: ListRelations,
): Promise<Listed<RelationRow>> {
  return readPage<RelationRow>(caller, query, { ...seenFrom(caller, task_id), orderBy: sql`l.id` });
}

export function findRelation(caller: Caller, task_id: number, id: number): Promise<RelationRow | undefined> {
  const { columns, from, where } = seenFrom(caller, task_id);
  return readOne<RelationRow>(caller, sql`select ${columns} from ${from} where ${where} and l.id = ${id}`);
}

export function insertRelation(
  caller: Caller,
  task_id: number,
  { other_task_id, kind }: CreateRelation,
): Change<RelationRow> {
  return {
    table: relationsTable,
    statement: insertInto(caller, relationsTable, {
      task_id,
      other_task_id,
      kind: sql`${kind}::task_relation_kind`,
      created_by: caller.user_id,
      updated_by: caller.user_id,
    }),
    select: sql`c.id, c.org_id, c.task_id, c.other_task_id, c.kind, 'outgoing' as direction, ${shortTask}, ${stamps('c')}`,
    join: sql`join tasks t on t.org_id = c.org_id and t.id = c.other_task_id`,
  };
}

export function archiveRelation(caller: Caller, id: number): Change<{ id: number }> {
  const where = sql`id = ${id} and deleted_at is null`;
  return {
    table: relationsTable,
    statement: updateRows(caller, relationsTable, { deleted_at: sql`now()` }, where),
    select: sql`c.id`,
  };
}

const orderLocks = { blocks: 'task_order_blocks', precedes: 'task_order_precedes' } as const;

/** A relation of a kind that orders tasks, so that they must not form a cycle. */
type OrderRelation = CreateRelation & { kind: keyof typeof orderLocks };

export const isOrder = (relation: CreateRelation): relation is OrderRelation =>
  Object.hasOwn(orderLocks, relation.kind);

/** Rejects a relation that closes a cycle. Holds the organization's lock of that order until the transaction ends. */
export async function refuseCircle(
  tx: Transaction,
  caller: Caller,
  task_id: number,
  { other_task_id, kind }: OrderRelation,
): Promise<void> {
  await lockOrganization(tx, caller, orderLocks[kind]);
  const circle = await tx.rows(sql`
    with recursive ahead(id) as (
      select ${other_task_id}::int
      union
      select l.other_task_id from ahead a
      join task_relations l on l.org_id = ${caller.org_id} and l.task_id = a.id
        and l.kind = ${kind}::task_relation_kind and l.deleted_at is null
      join tasks t on t.org_id = l.org_id and t.id = l.other_task_id and t.deleted_at is null
    )
    select id from ahead where id = ${task_id}`);
  if (circle.length > 0) throw invalidField('other_task_id', 'Closes a circle');
}
